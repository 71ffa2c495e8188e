import type { Keyring } from '../../kernel/crypto.ts';
import { type FetchResult, type SafeFetch, UnsafeAddressError } from '../../kernel/safe-fetch.ts';
import { toStorable } from '../../kernel/text.ts';
import { createPayload } from './payload.ts';
import { computeRetryDelayMs, type DeliveryTiming, parseRetryAfterMs } from './schedule.ts';
import { signMessage } from './secrets.ts';
import type { Attempt } from './store.ts';

/** A due delivery that this instance has leased, with all it needs to send it. */
export type ClaimedDelivery = {
  workspace_id: string;
  id: string;
  endpoint_id: string;
  tries: number;
  url: string;
  secrets: Buffer;
  event_id: string;
  type: string;
  data: Record<string, unknown>;
  occurred_at: Date;
  timezone: string;
  created_at: Date;
};

/** The result of an attempt, in the form that the SQL function `record_attempts` takes. */
export type AttemptResult = {
  workspace_id: string;
  id: string;
  outcome: 'delivered' | 'pending' | 'failed';
  wait_ms?: number;
  /** The receiver answered 410: it wants no more deliveries. */
  gone: boolean;
  attempt: Attempt;
};

export type SendOptions = { keyring: Keyring; safeFetch: SafeFetch; timing: DeliveryTiming; version: string };

const MAX_STORED_RESPONSE_BYTES = 16 * 1024;
const STATUS_GONE = 410;

/** Makes one attempt. Never throws: a failure is part of the result. */
export async function attemptDelivery(sendOptions: SendOptions, delivery: ClaimedDelivery): Promise<AttemptResult> {
  const startedAt = new Date();
  const startedMs = performance.now();
  const sendResult = await send(sendOptions, delivery, startedAt).catch((error) => ({ error: findFailureCode(error) }));
  const durationMs = Math.round(performance.now() - startedMs);
  const response = 'error' in sendResult ? undefined : sendResult;
  const responseOrError = response
    ? { responseStatus: response.status, response: toStorable(response.body) }
    : { responseStatus: null, error: (sendResult as { error: string }).error };
  const { workspace_id, id } = delivery;
  return {
    workspace_id,
    id,
    attempt: { at: startedAt.toISOString(), durationMs, ...responseOrError },
    ...classifyResponse(sendOptions, delivery, response),
  };
}

async function send(
  { keyring, safeFetch, timing, version }: SendOptions,
  delivery: ClaimedDelivery,
  sentAt: Date,
): Promise<FetchResult> {
  const body = JSON.stringify(createPayload(delivery));
  const endpoint = { workspace_id: delivery.workspace_id, id: delivery.endpoint_id };
  const headers = {
    'content-type': 'application/json',
    userAgent: `Frontdesk/${version} (webhooks)`,
    'webhook-id': delivery.event_id,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': signMessage(keyring, endpoint, delivery.secrets, { id: delivery.event_id, at: sentAt, body }),
  };
  return safeFetch.fetch(delivery.url, {
    method: 'POST',
    headers,
    body,
    timeoutMs: timing.timeoutMs,
    maxBytes: MAX_STORED_RESPONSE_BYTES,
  });
}

function classifyResponse({ timing }: SendOptions, { tries }: ClaimedDelivery, response: FetchResult | undefined) {
  const status = response?.status ?? 0;
  const gone = status === STATUS_GONE;
  if (status >= 200 && status < 300) return { outcome: 'delivered' as const, gone };
  const retryAfterMs = parseRetryAfterMs(response?.headers['retry-after'], new Date());
  const wait_ms = gone ? undefined : computeRetryDelayMs(tries + 1, timing, { retryAfterMs });
  return wait_ms === undefined ? { outcome: 'failed' as const, gone } : { outcome: 'pending' as const, wait_ms, gone };
}

const FAILURE_CODES: [RegExp, string][] = [
  [/Timeout|TIMEOUT|ETIMEDOUT/, 'timed_out'],
  [/ECONNREFUSED/, 'connection_refused'],
  [/ENOTFOUND|EAI_|ENODATA|ESERVFAIL/, 'name_not_found'],
  [/CERT|TLS|SSL|SELF_SIGNED|SIGNATURE|EPROTO/, 'tls_failed'],
  [/ECONNRESET|EPIPE|UND_ERR_SOCKET|HPE_/, 'connection_lost'],
  [/EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL/, 'unreachable'],
];

/** A code for the failure. The error's message is not stored, because it may contain secrets. */
function findFailureCode(error: Error & { code?: string }): string {
  if (error instanceof UnsafeAddressError) return 'address_not_allowed';
  const errorText = `${error.name} ${error.code ?? ''}`;
  return FAILURE_CODES.find(([pattern]) => pattern.test(errorText))?.[1] ?? 'failed';
}
