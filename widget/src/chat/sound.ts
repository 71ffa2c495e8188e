let context: AudioContext | undefined;

/** Plays two soft notes; silent if the browser does not allow sound yet. */
export function playChime(): void {
  try {
    context ??= new AudioContext();
    [660, 880].forEach((frequency, i) => {
      const startTime = context!.currentTime + i * 0.11;
      const tone = context!.createOscillator();
      const volume = context!.createGain();
      tone.frequency.value = frequency;
      volume.gain.setValueAtTime(0.05, startTime);
      volume.gain.exponentialRampToValueAtTime(0.0001, startTime + 0.3);
      tone.connect(volume).connect(context!.destination);
      tone.start(startTime);
      tone.stop(startTime + 0.32);
    });
  } catch {}
}
