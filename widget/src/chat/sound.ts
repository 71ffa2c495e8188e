let audioContext: AudioContext | undefined;

/** Plays two soft notes; silent if the browser does not allow sound yet. */
export function playChime(): void {
  try {
    audioContext ??= new AudioContext();
    [660, 880].forEach((frequency, i) => {
      const startTime = audioContext!.currentTime + i * 0.11;
      const tone = audioContext!.createOscillator();
      const volume = audioContext!.createGain();
      tone.frequency.value = frequency;
      volume.gain.setValueAtTime(0.05, startTime);
      volume.gain.exponentialRampToValueAtTime(0.0001, startTime + 0.3);
      tone.connect(volume).connect(audioContext!.destination);
      tone.start(startTime);
      tone.stop(startTime + 0.32);
    });
  } catch {}
}
