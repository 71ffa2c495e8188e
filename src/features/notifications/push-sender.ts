import type { Config } from '../../kernel/config.ts';
import { parseSenderAddress } from '../../kernel/mail.ts';
import type { SafeFetch } from '../../kernel/safe-fetch.ts';
import { createVapidHeader, encryptPush, type PushKeyPair, type PushTarget } from './web-push.ts';

/** What a device is told. Nothing that a customer said, and nothing about who they are. */
type PushAlert =
  | { kind: 'waiting'; business: string; urgent: boolean; workspaceId: string; conversationId: string }
  | { kind: 'test'; business: string };

/**
 * `gone`: the browser has unsubscribed. `refused`: the push service will never take it. `unavailable`: it may take it
 * later.
 */
export type PushResult = { outcome: 'delivered' | 'gone' | 'refused' | 'unavailable'; status?: number };

export type PushSender = (target: PushTarget, alert: PushAlert) => Promise<PushResult>;

type Dependencies = {
  safeFetch: Pick<SafeFetch, 'fetch'>;
  pushKeys(): Promise<PushKeyPair>;
  config: Pick<Config, 'publicUrl' | 'mailFrom'>;
};

/** A device that was off all evening need not hear of it the next day. */
export const ALERT_LIFETIME_S = 4 * 3_600;
const TIMEOUT_MS = 10_000;
const MAX_RESPONSE_BYTES = 1_024;

/** Never throws: a push service that cannot be reached is a result. */
export function createPushSender({ safeFetch, pushKeys, config }: Dependencies): PushSender {
  // Push services want to know whom to ask about a sender. Apple's refuses addresses of this machine.
  const contact = config.publicUrl.startsWith('https:')
    ? config.publicUrl
    : `mailto:${parseSenderAddress(config.mailFrom)}`;
  return async (target, alert) => {
    const authorization = await createVapidHeader(await pushKeys(), target.endpoint, contact);
    const response = await safeFetch
      .fetch(target.endpoint, {
        method: 'POST',
        headers: {
          authorization,
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          ttl: String(ALERT_LIFETIME_S),
          urgency: 'high',
        },
        body: encryptPush(target, JSON.stringify(alert)),
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_RESPONSE_BYTES,
      })
      .catch(() => undefined);
    return response ? { outcome: toOutcome(response.status), status: response.status } : { outcome: 'unavailable' };
  };
}

export function toOutcome(status: number): PushResult['outcome'] {
  if (status >= 200 && status < 300) return 'delivered';
  if (status === 404 || status === 410) return 'gone';
  return status === 429 || status >= 500 ? 'unavailable' : 'refused';
}
