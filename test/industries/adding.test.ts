import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, makeWorkspace, type Service, startService } from '../harness.ts';

const ROOT = resolve(import.meta.dirname, '../..');

let service: Service;
let folder: string;
let key: string;

/** The code blocks of the page that name the file they are, written where the service will look. */
async function writeIndustry(into: string): Promise<void> {
  const page = await readFile(join(ROOT, 'docs/adding-an-industry.md'), 'utf8');
  const blocks = [...page.matchAll(/```ts\n\/\/ src\/industries\/(\S+)\n([\s\S]*?)```/g)];
  expect(blocks.length).toBe(3);
  for (const [, file, code] of blocks) {
    await mkdir(dirname(join(into, file!)), { recursive: true });
    await writeFile(join(into, file!), code!.replaceAll("'../../", `'${ROOT}/src/`));
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(ROOT, 'node_modules/.frontdesk-industries-'));
  await writeIndustry(folder);
  service = await startService(undefined, {}, { industryFolders: [join(ROOT, 'src/industries'), folder] });
  key = (await makeWorkspace(service, { mode: 'test' })).key;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const headers = { 'x-test-clock': '2026-11-18T10:00:00-05:00' };
const stay = { size: 2, hours: 3, startsAt: '2026-11-20T09:00', customer: { name: 'Dana Fox', phone: '212 555 0142' } };

describe('the industry of docs/adding-an-industry.md', () => {
  it('is not active before its setup', async () => {
    const reply = await call(service, 'POST', '/api/v1/kennel/stays', { key, headers, body: stay });
    expect(reply).toMatchObject({ status: 403, json: { code: 'industry_not_active' } });
  });

  it('is set up with its starter content', async () => {
    const reply = await call(service, 'POST', '/api/v1/setup', { key, headers, body: { industry: 'kennel' } });
    expect(reply.status).toBe(201);
    expect(reply.json.config.kennel.runs[0]).toEqual({ id: 'garden-run', name: 'Garden run', size: 5, sample: true });
  });

  it('books, best fitting first, and then the next', async () => {
    const first = await call(service, 'POST', '/api/v1/kennel/stays', { key, headers, body: stay });
    expect(first).toMatchObject({
      status: 201,
      json: { resource: { id: 'puppy-corner' }, endsAt: '2026-11-20T12:00:00-05:00' },
    });
    const second = await call(service, 'POST', '/v1/kennel/stays', { key, headers, body: stay });
    expect(second.json.resource.id).toBe('garden-run');
    const third = await call(service, 'POST', '/api/v1/kennel/stays', { key, headers, body: stay });
    expect(third).toMatchObject({ status: 409, json: { code: 'slot_unavailable', reason: 'full' } });
    expect(third.json.alternatives[0].startsAt).toBe('2026-11-20T12:00:00-05:00');
  });

  it('moves by the same rules', async () => {
    const { json } = await call(service, 'GET', '/api/v1/bookings', { key, headers });
    const moved = await call(service, 'PATCH', `/api/v1/bookings/${json.data[0].id}`, {
      key,
      headers,
      body: { startsAt: '2026-11-20T14:00' },
    });
    expect(moved).toMatchObject({ status: 200, json: { startsAt: '2026-11-20T14:00:00-05:00', version: 2 } });
  });

  it('explains itself, is in the API reference, and checks its document', async () => {
    const why = await call(
      service,
      'GET',
      '/api/v1/availability/explain?industry=kennel&startsAt=2026-11-22T09:00&size=2&hours=1',
      { key, headers },
    );
    expect(why.json).toMatchObject({ available: false });
    expect(why.json.rules.find(({ ok }: { ok: boolean }) => !ok).rule).toBe('closed');
    expect((await call(service, 'GET', '/openapi.json')).json.paths['/api/v1/kennel/stays'].post).toBeDefined();
    const empty = await call(service, 'PUT', '/api/v1/config', {
      key,
      body: { kennel: { runs: [], pricePerHour: 1 } },
    });
    expect(empty).toMatchObject({ status: 422, json: { errors: [{ pointer: '/kennel/runs' }] } });
  });
});
