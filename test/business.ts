import { createWorkspace, queryAsDbOwner, type Service } from './harness.ts';
import { type CallOptions, call, expectStatus, type HttpResponse } from './http.ts';

export { expectStatus } from './http.ts';

/** The time of the test clock unless a test sets another: a Monday morning in New York, before any booking the tests make. */
export const NOW = '2026-11-16T09:00:00-05:00';

export type TestBusiness = {
  /** The workspace the key belongs to. For a test key this is the sandbox. */
  id: string;
  key: string;
  keyId: string;
  send(
    method: string,
    path: string,
    options?: CallOptions & { now?: string; instance?: { url: string } },
  ): Promise<HttpResponse>;
};

/** Creates a sandbox business from its industries' templates, then applies `config` to its document. */
export async function openBusiness(
  service: Service,
  industries: string | string[],
  config: Record<string, unknown> = {},
  now: string = NOW,
): Promise<TestBusiness> {
  const workspace = await createWorkspace(service, { mode: 'test' });
  const { rows } = await queryAsDbOwner(
    service.connection,
    `select id from workspaces where live_id = $1 and mode = 'test'`,
    [workspace.id],
  );
  const send: TestBusiness['send'] = (
    method,
    path,
    { now: clock = now, instance = service, headers = {}, ...options } = {},
  ) =>
    call(instance, method, `/api/v1${path}`, {
      key: workspace.key,
      headers: { 'x-test-clock': clock, ...headers },
      ...options,
    });
  for (const industry of [industries].flat()) expectStatus(201, await send('POST', '/setup', { body: { industry } }));
  if (Object.keys(config).length > 0) expectStatus(200, await send('PUT', '/config', { body: config }));
  return { id: rows[0].id, key: workspace.key, keyId: workspace.keyId, send };
}

/** Body of POST /config/samples that adopts all sample contents as the business's own: the root path contains them all. */
export const KEEP_ALL_SAMPLES = { keep: ['/'] };

/** Weekly hours with the same periods on all seven days. */
export function createEveryDayHours(...periods: [string, string][]): Record<string, [string, string][]> {
  return Object.fromEntries(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [day, periods]));
}
