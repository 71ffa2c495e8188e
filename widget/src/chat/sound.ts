let context: AudioContext | undefined;

/** Two soft notes. A browser that allows no sound yet stays silent. */
export function ring(): void {
  try {
    context ??= new AudioContext();
    [660, 880].forEach((pitch, i) => {
      const at = context!.currentTime + i * 0.11;
      const tone = context!.createOscillator();
      const loudness = context!.createGain();
      tone.frequency.value = pitch;
      loudness.gain.setValueAtTime(0.05, at);
      loudness.gain.exponentialRampToValueAtTime(0.0001, at + 0.3);
      tone.connect(loudness).connect(context!.destination);
      tone.start(at);
      tone.stop(at + 0.32);
    });
  } catch {}
}
