// Long work can be ended early, by Ctrl-C for instance: its loops ask whether to continue.
#pragma once

namespace setlab {

// Throws when the work of this thread is to end. Every loop that may last calls it every few milliseconds, or
// more often: a call takes some 30 ns, and only now and then is the user asked.
void check_interrupt();

}  // namespace setlab
