import { asOwner, makeWorkspace, type Service } from './harness.ts';
import { type CallOptions, call, must, type Reply } from './http.ts';

export { must } from './http.ts';

/** Monday morning in New York, before anything that the tests book. */
export const NOW = '2026-11-16T09:00:00-05:00';

export type BusinessOf = {
  /** The workspace that the key works on: of a test key, the sandbox. */
  id: string;
  key: string;
  keyId: string;
  send(method: string, path: string, options?: CallOptions & { now?: string; on?: { url: string } }): Promise<Reply>;
};

/** A business in the sandbox: set up by its industries' templates, then changed by `patch`. */
export async function openBusiness(
  service: Service,
  industries: string | string[],
  patch: Record<string, unknown> = {},
  now: string = NOW,
): Promise<BusinessOf> {
  const made = await makeWorkspace(service, { mode: 'test' });
  const { rows } = await asOwner(service.connection, `select id from workspaces where live_id = $1 and mode = 'test'`, [
    made.id,
  ]);
  const send: BusinessOf['send'] = (method, path, { now: at = now, on = service, headers = {}, ...options } = {}) =>
    call(on, method, `/api/v1${path}`, { key: made.key, headers: { 'x-test-clock': at, ...headers }, ...options });
  for (const industry of [industries].flat()) must(201, await send('POST', '/setup', { body: { industry } }));
  if (Object.keys(patch).length > 0) must(200, await send('PUT', '/config', { body: patch }));
  return { id: rows[0].id, key: made.key, keyId: made.keyId, send };
}

/** Every day the same. */
export function everyDay(...periods: [string, string][]): Record<string, [string, string][]> {
  return Object.fromEntries(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [day, periods]));
}
