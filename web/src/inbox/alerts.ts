import { useSyncExternalStore } from 'react';
import { type Item, nameOf } from './rows.ts';
import { texts } from './texts.ts';

type Alerts = { sound: boolean; notify: boolean };
const KEY = 'frontdesk.alerts';
const listeners = new Set<() => void>();
let alerts: Alerts = { sound: false, notify: false, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };

export const useAlerts = (): Alerts =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => alerts,
  );

export function setAlerts(change: Partial<Alerts>): void {
  alerts = { ...alerts, ...change };
  localStorage.setItem(KEY, JSON.stringify(alerts));
  for (const listener of listeners) listener();
}

/** Those of whom was told already, or who need not be told of. */
const known = new Set<string>();
export const isKnown = (id: string): void => void known.add(id);

/** Tells of each who waits once, until they wait anew. Whoever has somebody already does not wait. */
export function alertOf(items: Item[], open: (id: string) => void): void {
  for (const item of items) {
    if (item.status !== 'handoff') known.delete(item.id);
    else if (!known.has(item.id) && !item.assignee) {
      known.add(item.id);
      if (alerts.sound) chime();
      if (alerts.notify) notify(item, open);
    }
  }
}

function notify(item: Item, open: (id: string) => void): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  const text = texts.alerts.text(nameOf(item) ?? texts.visitor);
  const shown = new Notification(texts.alerts.title, { body: text, tag: item.id, icon: '/icon.svg' });
  shown.onclick = () => {
    window.focus();
    open(item.id);
  };
}

/** Two soft tones: made here, so there is no file to fetch. */
function chime(): void {
  const audio = new AudioContext();
  [660, 880].forEach((frequency, index) => {
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    const at = audio.currentTime + index * 0.18;
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.0001, at);
    volume.gain.exponentialRampToValueAtTime(0.15, at + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.35);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.4);
    tone.onended = () => index === 1 && void audio.close();
  });
}
