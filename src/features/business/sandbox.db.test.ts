import { beforeAll, expect, it } from 'vitest';
import { expectStatus } from '../../../test/business.ts';
import { expectProblem } from '../../../test/expect.ts';
import { call, createApiKey, createWorkspace, type Service, startService } from '../../../test/harness.ts';

const COPIED = { edited: false };
const KEPT_OWN_DOCUMENT = { edited: true };

let service: Service;
beforeAll(async () => {
  service = await startService();
});

async function openWorkspace() {
  const { id, key: liveKey } = await createWorkspace(service);
  const { key: testKey } = await createApiKey(service, id, { mode: 'test' });
  const send = (key: string, method: string, path: string, body?: object) =>
    call(service, method, `/api/v1${path}`, { key, body });
  return {
    id,
    liveKey,
    testKey,
    changeConfig: async (key: string, body: object) => expectStatus(200, await send(key, 'PUT', '/config', body)),
    readConfig: async (key: string) => (await send(key, 'GET', '/config')).json,
    countVersions: async () => (await send(testKey, 'GET', '/config/versions')).json.data.length,
    copyFromLive: (body?: object, key = testKey) => send(key, 'POST', '/config/from-live', body),
    setUp: (key: string) => send(key, 'POST', '/setup', { industry: 'salon' }),
  };
}

it('copies the live document until the sandbox’s own document is edited', async () => {
  const { liveKey, testKey, changeConfig, readConfig, countVersions, copyFromLive, setUp } = await openWorkspace();
  expect((await copyFromLive()).json).toEqual(COPIED);
  expectStatus(201, await setUp(liveKey));
  for (const greeting of ['One', 'Two']) {
    await changeConfig(liveKey, { greeting, timezone: 'Europe/Dublin' });
    expect((await copyFromLive({})).json).toEqual(COPIED);
    expect(await readConfig(testKey)).toEqual(await readConfig(liveKey));
  }
  expectStatus(200, await copyFromLive());
  expect(await countVersions()).toBe(2);
});

it('keeps an edited sandbox document unless told to overwrite it', async () => {
  const { liveKey, testKey, changeConfig, readConfig, countVersions, copyFromLive, setUp } = await openWorkspace();
  expectStatus(201, await setUp(liveKey));
  expectStatus(200, await copyFromLive());
  await changeConfig(testKey, { greeting: 'Only a test' });
  await changeConfig(liveKey, { greeting: 'Live' });
  expect((await copyFromLive()).json).toEqual(KEPT_OWN_DOCUMENT);
  expect((await readConfig(testKey)).greeting).toBe('Only a test');
  expect((await copyFromLive({ overwrite: true })).json).toEqual(COPIED);
  expect((await readConfig(testKey)).greeting).toBe('Live');
  expect(await countVersions()).toBe(3);
});

it('copies only into the sandbox, and requires the scope', async () => {
  const { id, liveKey, copyFromLive } = await openWorkspace();
  expectProblem(await copyFromLive({}, liveKey), 409, 'conflict');
  expectProblem(await copyFromLive({ more: 1 }), 422, 'validation_failed');
  expectProblem(await call(service, 'POST', '/api/v1/config/from-live', { body: {} }), 401, 'missing_api_key');
  const reader = await createApiKey(service, id, { mode: 'test', scopes: ['config:read'] });
  expectProblem(await copyFromLive({}, reader.key), 403, 'insufficient_scope');
});
