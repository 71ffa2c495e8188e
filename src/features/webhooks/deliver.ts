import type { Keyring } from '../../kernel/crypto.ts';
import { type Fetched, type SafeFetch, UnsafeAddress } from '../../kernel/safe-fetch.ts';
import { toStorable } from '../../kernel/text.ts';
import { payloadOf } from './payload.ts';
import { readRetryAfter, type Timing, waitAfter } from './schedule.ts';
import { sign } from './secrets.ts';
import type { Attempt } from './store.ts';

/** A delivery that is due, with all that sending it takes. */
export type Claimed = {
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

/** How an attempt went, as `record_attempts` takes it. */
export type Result = {
  workspace_id: string;
  id: string;
  outcome: 'delivered' | 'pending' | 'failed';
  wait_ms?: number;
  /** The receiver says that it will never take any again. */
  gone: boolean;
  attempt: Attempt;
};

export type Sender = { keyring: Keyring; safeFetch: SafeFetch; timing: Timing; version: string };

const KEPT_BYTES = 16 * 1024;
const GONE = 410;

/** One attempt. It never throws: what goes wrong is how it went. */
export async function attempt(sender: Sender, delivery: Claimed): Promise<Result> {
  const at = new Date();
  const began = performance.now();
  const sent = await send(sender, delivery, at).catch((error) => ({ error: nameFailure(error) }));
  const durationMs = Math.round(performance.now() - began);
  const answer = 'error' in sent ? undefined : sent;
  const said = answer
    ? { responseStatus: answer.status, response: toStorable(answer.body) }
    : { responseStatus: null, error: (sent as { error: string }).error };
  const { workspace_id, id } = delivery;
  return {
    workspace_id,
    id,
    attempt: { at: at.toISOString(), durationMs, ...said },
    ...judge(sender, delivery, answer),
  };
}

async function send({ keyring, safeFetch, timing, version }: Sender, delivery: Claimed, at: Date): Promise<Fetched> {
  const body = JSON.stringify(payloadOf(delivery));
  const owner = { workspace_id: delivery.workspace_id, id: delivery.endpoint_id };
  const headers = {
    'content-type': 'application/json',
    'user-agent': `Frontdesk/${version} (webhooks)`,
    'webhook-id': delivery.event_id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': sign(keyring, owner, delivery.secrets, { id: delivery.event_id, at, body }),
  };
  return safeFetch.fetch(delivery.url, { method: 'POST', headers, body, timeoutMs: timing.timeout, keep: KEPT_BYTES });
}

function judge({ timing }: Sender, { tries }: Claimed, answer: Fetched | undefined) {
  const status = answer?.status ?? 0;
  const gone = status === GONE;
  if (status >= 200 && status < 300) return { outcome: 'delivered' as const, gone };
  const retryAfter = readRetryAfter(answer?.headers['retry-after'], new Date());
  const wait_ms = gone ? undefined : waitAfter(tries + 1, timing, { retryAfter });
  return wait_ms === undefined ? { outcome: 'failed' as const, gone } : { outcome: 'pending' as const, wait_ms, gone };
}

const FAILURES: [RegExp, string][] = [
  [/Timeout|TIMEOUT|ETIMEDOUT/, 'timed_out'],
  [/ECONNREFUSED/, 'connection_refused'],
  [/ENOTFOUND|EAI_|ENODATA|ESERVFAIL/, 'name_not_found'],
  [/CERT|TLS|SSL|SELF_SIGNED|SIGNATURE|EPROTO/, 'tls_failed'],
  [/ECONNRESET|EPIPE|UND_ERR_SOCKET|HPE_/, 'connection_lost'],
  [/EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL/, 'unreachable'],
];

/** A word that says what to look for; messages could quote what must not be quoted. */
function nameFailure(error: Error & { code?: string }): string {
  if (error instanceof UnsafeAddress) return 'address_not_allowed';
  const name = `${error.name} ${error.code ?? ''}`;
  return FAILURES.find(([pattern]) => pattern.test(name))?.[1] ?? 'failed';
}
