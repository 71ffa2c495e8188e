// Generated clients and our own play one journey: set up, chat, book, move, cancel, verify the webhooks, list the events.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import openapiTS, { astToString } from 'openapi-typescript';
import { beforeAll, describe, expect, it } from 'vitest';
import { addCleanup, call, createWorkspace, type Service, startService } from '../harness.ts';
import { createHeyApiClient, generateHeyApi } from './hey-api-client.ts';
import { playJourney } from './journey.ts';
import { createOpenapiFetchClient } from './openapi-fetch-client.ts';
import { createPythonClient, hasPython } from './python-client.ts';
import { createTypescriptClient } from './typescript-client.ts';

const execFileAsync = promisify(execFile);
const ROOT = resolve(import.meta.dirname, '../..');

/** The paths that the journey uses. Generating code for all of them takes a while. */
const JOURNEY_PATHS = [
  '/api/v1/setup',
  '/api/v1/config',
  '/api/v1/config/samples',
  '/api/webhooks',
  '/api/chat',
  '/api/events',
  '/api/v1/restaurant/reservations',
  '/api/v1/bookings/{id}',
  '/api/v1/bookings/{id}/cancel',
];

let service: Service;
/** An integrator's project, with the code that was generated. */
let projectFolder: string;

beforeAll(async () => {
  service = await startService(undefined, { webhooksAllowPrivate: true });
  projectFolder = await mkdtemp(join(tmpdir(), 'frontdesk-clients-'));
  addCleanup(() => rm(projectFolder, { recursive: true, force: true }));
  await symlink(join(ROOT, 'node_modules'), join(projectFolder, 'node_modules'));
  await writeFile(join(projectFolder, 'package.json'), '{"type": "module"}');
});

const createTestKey = async () => (await createWorkspace(service, { mode: 'test' })).key;

it('openapi-fetch plays the journey', async () =>
  playJourney(createOpenapiFetchClient(service.url, await createTestKey())));

it('our TypeScript client plays the journey', async () =>
  playJourney(createTypescriptClient(service.url, await createTestKey())));

it('our Python client plays the journey', async ({ skip }) => {
  if (!(await hasPython())) skip('Python 3.11 is not installed.');
  await playJourney(createPythonClient(service.url, await createTestKey()));
});

describe('code generated from /openapi.json', () => {
  beforeAll(async () => {
    const { json } = await call(service, 'GET', '/openapi.json');
    const isUsed = ([path]: [string, unknown]) => JOURNEY_PATHS.includes(path);
    const description = { ...json, paths: Object.fromEntries(Object.entries(json.paths).filter(isUsed)), webhooks: {} };
    await generateHeyApi(description, join(projectFolder, 'hey-api'));
    await writeFile(join(projectFolder, 'openapi.ts'), astToString(await openapiTS(description)));
  });

  it('hey-api plays the journey', async () =>
    playJourney(await createHeyApiClient(join(projectFolder, 'hey-api'), service.url, await createTestKey())));

  it('is typed strictly', async () => {
    const compilerOptions = { lib: ['esnext', 'dom', 'dom.iterable'], types: ['node'] };
    await writeFile(
      join(projectFolder, 'tsconfig.json'),
      JSON.stringify({ extends: join(ROOT, 'tsconfig.json'), compilerOptions, include: ['*.ts', 'hey-api'] }),
    );
    await writeFile(join(projectFolder, 'use.ts'), TYPE_CHECKED_CODE);
    const tsc = join(ROOT, 'node_modules/.bin/tsc');
    const { stdout } = await execFileAsync(tsc, ['--noEmit'], { cwd: projectFolder }).catch((error) => error);
    expect(stdout.trim()).toBe('');
  });
});

const TYPE_CHECKED_CODE = `
import createClient from 'openapi-fetch';
import { postChat } from './hey-api/index.ts';
import type { paths } from './openapi.ts';

const fetched = await createClient<paths>().POST('/api/chat', { body: { message: 'Hello' } });
const sent = await postChat({ body: { message: 'Hello' } });
export const replies: (string | undefined)[] = [fetched.data?.reply, sent.data?.reply];
export const codes: (string | undefined)[] = [fetched.error?.code, sent.error?.code];
// @ts-expect-error
export const notFetched: number | undefined = fetched.data?.reply;
// @ts-expect-error
export const notSent: number | undefined = sent.data?.reply;
`.trimStart();
