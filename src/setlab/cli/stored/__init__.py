"""The questions of `setlab runs`, about experiments in the store. One file each."""
