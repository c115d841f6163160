// Three short sounds, made by the browser; off until the reader switches them on in the display box.

/** The notes of each sound: their pitch in Hz, and when they begin, in seconds. @type {Map<string, [number, number][]>} */
const SOUNDS = new Map([
  [
    "right",
    [
      [660, 0],
      [880, 0.09],
    ],
  ],
  ["wrong", [[196, 0]]],
  ["call", [[523, 0]]],
]);
const LENGTH = 0.16,
  LOUD = 0.12,
  QUIET = 0.0001;

/** @type {AudioContext | undefined} */
let context;

/** Play a sound, if the reader wants sounds. @param {string} name */
export function play(name) {
  const notes = SOUNDS.get(name);
  if (document.documentElement.dataset.sound !== "on" || !notes || !("AudioContext" in globalThis)) return;
  context ??= new AudioContext();
  context.resume().catch(() => {}); // browsers are silent until the reader has touched the page
  for (const [pitch, after] of notes) note(context, pitch, context.currentTime + after);
}

/** @param {AudioContext} on @param {number} pitch @param {number} at */
function note(on, pitch, at) {
  const tone = new OscillatorNode(on, { type: "triangle", frequency: pitch }),
    volume = new GainNode(on, { gain: QUIET });
  volume.gain.setValueAtTime(LOUD, at);
  volume.gain.exponentialRampToValueAtTime(QUIET, at + LENGTH);
  tone.connect(volume).connect(on.destination);
  tone.start(at);
  tone.stop(at + LENGTH);
}
