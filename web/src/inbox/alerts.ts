import { useSyncExternalStore } from 'react';
import { type Item, nameOf } from './rows.ts';
import { texts } from './texts.ts';

type Alerts = { sound: boolean; notify: boolean };
const STORAGE_KEY = 'frontdesk.alerts';
const listeners = new Set<() => void>();
let alerts: Alerts = { sound: false, notify: false, ...JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}') };

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
  localStorage.setItem(STORAGE_KEY, JSON.stringify(alerts));
  for (const listener of listeners) listener();
}

/** Conversations that were already alerted, or need no alert, and whether as urgent. */
const alerted = new Map<string, boolean>();
export const markAsAlerted = (id: string, urgent = false): void => void alerted.set(id, urgent);

/** Alerts once for each customer who starts waiting, and again if it becomes urgent. */
export function alertWaiting(items: Item[], onOpen: (id: string) => void): void {
  for (const item of items) {
    const { id, stage, urgent } = item;
    if (stage !== 'waiting') alerted.delete(id);
    else if (!alerted.has(id) || (urgent && !alerted.get(id))) {
      markAsAlerted(id, urgent);
      if (alerts.sound) playChime();
      if (alerts.notify) notify(item, onOpen);
    }
  }
}

function notify(item: Item, onOpen: (id: string) => void): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  // Of patients nothing is shown where anybody may look at the screen.
  const text = texts.alerts.text((!item.sealed && nameOf(item)) || texts.visitor);
  const title = item.urgent ? texts.alerts.urgentTitle : texts.alerts.title;
  const notification = new Notification(title, { body: text, tag: item.id, icon: '/icon.svg' });
  notification.onclick = () => {
    window.focus();
    onOpen(item.id);
  };
}

/** Two soft tones, synthesized so there is no file to load. */
function playChime(): void {
  const audio = new AudioContext();
  [660, 880].forEach((frequency, index) => {
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    const startTime = audio.currentTime + index * 0.18;
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.0001, startTime);
    volume.gain.exponentialRampToValueAtTime(0.15, startTime + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, startTime + 0.35);
    tone.connect(volume).connect(audio.destination);
    tone.start(startTime);
    tone.stop(startTime + 0.4);
    tone.onended = () => index === 1 && void audio.close();
  });
}
