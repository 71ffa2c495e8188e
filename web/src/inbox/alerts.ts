import { useSyncExternalStore } from 'react';
import { getCustomerName, type InboxItem } from './rows.ts';
import { texts } from './texts.ts';

type AlertSettings = { sound: boolean; notify: boolean };
const STORAGE_KEY = 'frontdesk.alerts';
const listeners = new Set<() => void>();
let alertSettings: AlertSettings = {
  sound: false,
  notify: false,
  ...JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}'),
};

export const useAlertSettings = (): AlertSettings =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => alertSettings,
  );

export function changeAlertSettings(change: Partial<AlertSettings>): void {
  alertSettings = { ...alertSettings, ...change };
  localStorage.setItem(STORAGE_KEY, JSON.stringify(alertSettings));
  for (const listener of listeners) listener();
}

/** Whether the alert was urgent, for each conversation that had an alert or needs none. */
const alertedUrgencyById = new Map<string, boolean>();
export const markAsAlerted = (id: string, isUrgent = false): void => void alertedUrgencyById.set(id, isUrgent);

/** Alerts once for each customer who starts waiting, and again if it becomes urgent. */
export function alertAboutWaiting(items: InboxItem[], onOpen: (id: string) => void): void {
  for (const item of items) {
    const { id, stage, urgent } = item;
    if (stage !== 'waiting') alertedUrgencyById.delete(id);
    else if (!alertedUrgencyById.has(id) || (urgent && !alertedUrgencyById.get(id))) {
      markAsAlerted(id, urgent);
      if (alertSettings.sound) playChime();
      if (alertSettings.notify) showNotification(item, onOpen);
    }
  }
}

function showNotification(item: InboxItem, onOpen: (id: string) => void): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  // No patients' names, because anybody may see the screen.
  const text = texts.alerts.text((!item.sealed && getCustomerName(item)) || texts.visitor);
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
    const [oscillator, gainNode] = [audio.createOscillator(), audio.createGain()];
    const startTime = audio.currentTime + index * 0.18;
    oscillator.frequency.value = frequency;
    gainNode.gain.setValueAtTime(0.0001, startTime);
    gainNode.gain.exponentialRampToValueAtTime(0.15, startTime + 0.02);
    gainNode.gain.exponentialRampToValueAtTime(0.0001, startTime + 0.35);
    oscillator.connect(gainNode).connect(audio.destination);
    oscillator.start(startTime);
    oscillator.stop(startTime + 0.4);
    oscillator.onended = () => index === 1 && void audio.close();
  });
}
