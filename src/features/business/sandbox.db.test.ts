import { beforeAll, expect, it } from 'vitest';
import { expectStatus } from '../../../test/business.ts';
import { expectProblem } from '../../../test/expect.ts';
import { call, createApiKey, createWorkspace, type Service, startService } from '../../../test/harness.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});

async function openWorkspace() {
  const { id, key: live } = await createWorkspace(service);
  const { key: test } = await createApiKey(service, id, { mode: 'test' });
  const send = (key: string, method: string, path: string, body?: object) =>
    call(service, method, `/api/v1${path}`, { key, body });
  return {
    id,
    live,
    test,
    change: async (key: string, body: object) => expectStatus(200, await send(key, 'PUT', '/config', body)),
    read: async (key: string) => (await send(key, 'GET', '/config')).json,
    versions: async () => (await send(test, 'GET', '/config/versions')).json.data.length,
    copy: (body?: object, key = test) => send(key, 'POST', '/config/from-live', body),
    setUp: (key: string) => send(key, 'POST', '/setup', { industry: 'salon' }),
  };
}

it('follows the live document until the sandbox’s own document is edited', async () => {
  const { live, test, change, read, versions, copy, setUp } = await openWorkspace();
  expect((await copy()).json).toEqual({ edited: false });
  expectStatus(201, await setUp(live));
  for (const greeting of ['One', 'Two']) {
    await change(live, { greeting, timezone: 'Europe/Dublin' });
    expect((await copy({})).json).toEqual({ edited: false });
    expect(await read(test)).toEqual(await read(live));
  }
  expectStatus(200, await copy());
  expect(await versions()).toBe(2);
});

it('keeps an edited sandbox document unless told to overwrite it', async () => {
  const { live, test, change, read, versions, copy, setUp } = await openWorkspace();
  expectStatus(201, await setUp(live));
  expectStatus(200, await copy());
  await change(test, { greeting: 'Only a test' });
  await change(live, { greeting: 'Live' });
  expect((await copy()).json).toEqual({ edited: true });
  expect((await read(test)).greeting).toBe('Only a test');
  expect((await copy({ overwrite: true })).json).toEqual({ edited: false });
  expect((await read(test)).greeting).toBe('Live');
  expect(await versions()).toBe(3);
});

it('is only for the sandbox, and requires the scope', async () => {
  const { id, live, copy } = await openWorkspace();
  expectProblem(await copy({}, live), 409, 'conflict');
  expectProblem(await copy({ more: 1 }), 422, 'validation_failed');
  expectProblem(await call(service, 'POST', '/api/v1/config/from-live', { body: {} }), 401, 'missing_api_key');
  const reader = await createApiKey(service, id, { mode: 'test', scopes: ['config:read'] });
  expectProblem(await copy({}, reader.key), 403, 'insufficient_scope');
});
