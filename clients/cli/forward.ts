// Signs and sends an event as the service would (Standard Webhooks).
import { createHmac, randomBytes } from 'node:crypto';
import type { ExpandedEvent as Event } from '../typescript/src/index.ts';
import { reasonOf } from './command.ts';

const TIMEOUT_MS = 15_000;

export const newSecret = (): string => `whsec_${randomBytes(24).toString('base64')}`;

/** The status of the endpoint's response, or why there is none. */
export async function forwardEvent(
  { id, ...payload }: Event,
  url: string,
  secret: string,
  signal: AbortSignal,
): Promise<string> {
  const body = JSON.stringify(payload);
  const timestamp = Math.floor(Date.now() / 1_000);
  const signingKey = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', signingKey).update(`${id}.${timestamp}.${body}`).digest('base64');
  const headers = {
    'Content-Type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature}`,
  };
  const stopOrTimeout = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  return fetch(url, { method: 'POST', headers, body, signal: stopOrTimeout }).then(
    (response) => String(response.status),
    (error: unknown) => `failed: ${reasonOf(error)}`,
  );
}
