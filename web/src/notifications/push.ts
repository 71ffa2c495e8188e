import { api } from '../api.ts';

/**
 * Whether this browser can show alerts. `insecure`: only over https. `needs-install`: iPhones and iPads only show them
 * for apps on the Home Screen.
 */
export type PushSupport = 'supported' | 'denied' | 'insecure' | 'needs-install' | 'unsupported';

export class PermissionDeniedError extends Error {}

export function getPushSupport(): PushSupport {
  if (!window.isSecureContext) return 'insecure';
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return /iPhone|iPad/.test(navigator.userAgent) ? 'needs-install' : 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : 'supported';
}

/** This browser's URL at its push service, if it has subscribed. */
export async function findCurrentEndpoint(): Promise<string | undefined> {
  return (await findCurrentSubscription())?.endpoint;
}

async function findCurrentSubscription(): Promise<PushSubscription | undefined> {
  const registration = await navigator.serviceWorker?.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? undefined;
}

/** Asks for permission, and tells the service where to send alerts for this browser. */
export async function turnOnAlerts(): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new PermissionDeniedError();
  await navigator.serviceWorker.register('/sw.js');
  const { pushManager } = await navigator.serviceWorker.ready;
  const { publicKey } = await api.get<{ publicKey: string }>('/api/notifications/push-key');
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const subscription = await pushManager.subscribe(options).catch(async (error: DOMException) => {
    // The browser is still subscribed with the key of an earlier installation at this URL.
    if (error.name !== 'InvalidStateError') throw error;
    await (await findCurrentSubscription())?.unsubscribe();
    return pushManager.subscribe(options);
  });
  const { endpoint, keys } = subscription.toJSON();
  await api.post('/api/notifications/devices', { endpoint, keys });
}

/** For signing out: alerts on this device are for whoever was signed in. */
export async function signOutDevice(): Promise<void> {
  const subscription = await findCurrentSubscription().catch(() => undefined);
  if (!subscription) return;
  // Once the browser has unsubscribed, its push service refuses alerts even if our service could not be reached.
  await api.post('/api/notifications/sign-out-device', { endpoint: subscription.endpoint }).catch(() => undefined);
  await subscription.unsubscribe().catch(() => false);
}

/** Calls `open` in this tab with the path that a clicked alert leads to. */
export function onAlertClick(open: (path: string) => void): void {
  navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent<{ open?: string }>) => {
    if (data.open) open(data.open);
  });
}
