import { beforeAll, describe, expect, it } from 'vitest';
import { expectStatus, openBusiness, type TestBusiness } from '../../../test/business.ts';
import { expectProblem, getErrorPointers } from '../../../test/expect.ts';
import {
  call,
  createApiKey,
  createWorkspace,
  queryAsDbOwner,
  type Service,
  startService,
} from '../../../test/harness.ts';
import { runTask } from '../../../test/jobs.ts';
import { pickTodaysShare } from '../../../test/rotation.ts';
import { loadIndustries } from '../../industries/load.ts';

type Result = { id: string; topic: string; passed: boolean; turns: object[]; at: string };
type Stylist = { services: string[] };

let service: Service;
let salon: TestBusiness;
let otherSalon: TestBusiness;
const industries = await loadIndustries();
const queryRows = async (sql: string, values: unknown[] = []) =>
  (await queryAsDbOwner(service.connection, sql, values)).rows;

beforeAll(async () => {
  service = await startService();
  await service.warmUp();
  salon = await openBusiness(service, 'salon');
  otherSalon = await openBusiness(service, 'salon');
});

const runCheckup = (business: TestBusiness, body?: object) => business.send('POST', '/checkup', { body });
const listFailedResults = ({ results }: { results: Result[] }) => results.filter(({ passed }) => !passed);

/** A change after which no stylist offers manicures. */
async function withoutManicures(business: TestBusiness): Promise<object> {
  const { salon: section } = (await business.send('GET', '/config')).json;
  const stylists = section.stylists.map((stylist: Stylist) => ({
    ...stylist,
    services: stylist.services.filter((id) => id !== 'manicure'),
  }));
  return { salon: { ...section, stylists } };
}

describe.each(pickTodaysShare(industries, 2))('the starter content of a $name', ({ name }) => {
  it('passes its own checkup', async () => {
    const business = await openBusiness(service, name);
    const { json } = expectStatus(200, await runCheckup(business));
    expect(listFailedResults(json)).toEqual([]);
    expect(json).toMatchObject({ version: 1, passed: json.results.length, failed: 0, since: null, changes: [] });
    const topics = new Set(json.results.map(({ topic }: Result) => topic));
    expect([...topics]).toEqual(expect.arrayContaining(['hours', 'closures', 'faqs', 'policies', 'contact']));
    expect(json.results.length).toBeGreaterThan(20);
  });
});

/** Tables a checkup request writes to: its result and usage records. */
const CHANGED_TABLES_PATTERN = /^(checkups|request_log\w*|analytics_\w+|usage)$/;

describe('a checkup', () => {
  it('stores nothing but its result', async () => {
    const business = await openBusiness(service, ['medical', 'salon', 'fitness', 'restaurant', 'retail']);
    const tables = await queryRows(`select format('%I', tablename) as name from pg_tables where schemaname = 'public'`);
    const untouchedTables = tables.map(({ name }) => name).filter((name) => !CHANGED_TABLES_PATTERN.test(name));
    const countRows = async () =>
      Object.fromEntries(
        await Promise.all(
          untouchedTables.map(async (name) => [name, (await queryRows(`select count(*) from ${name}`))[0].count]),
        ),
      );
    const countsBefore = await countRows();
    const { json } = expectStatus(200, await runCheckup(business));
    expect(json.results.some(({ turns }: Result) => turns.length > 2)).toBe(true);
    expect(await countRows()).toEqual(countsBefore);
  });

  it('reports question, answer, expectation and location in the document', async () => {
    const { json } = expectStatus(200, await runCheckup(salon));
    const resultOf = (id: string) => json.results.find((result: Result) => result.id === id);
    expect(resultOf('salon/prices/manicure')).toEqual({
      id: 'salon/prices/manicure',
      topic: 'prices',
      turns: [{ asked: 'How much is the Manicure?', answered: expect.stringContaining('Manicure costs $35') }],
      expected: ['Manicure', '$35'],
      books: false,
      passed: true,
      at: '/salon/services/9',
    });
    expect(resultOf('salon/bookings/manicure').turns.at(-1).answered).toMatch(
      /Manicure.+Alex Carter.+Shall I book it\?/,
    );
  });

  it('of a draft reports what would change and is not stored', async () => {
    const business = await openBusiness(service, 'salon');
    const { json } = expectStatus(200, await runCheckup(business, { config: await withoutManicures(business) }));
    expect(json).toMatchObject({ version: null, since: 1, failed: 1 });
    expect(json.changes).toContainEqual({ id: 'salon/bookings/manicure', change: 'failing' });
    expect(listFailedResults(json)).toMatchObject([
      { id: 'salon/bookings/manicure', at: '/salon/services/9', books: true },
    ]);
    // "You’d be with Mei" is no longer true.
    expect(json.changes).toContainEqual({ id: 'salon/prices/manicure', change: 'answer' });
    expect((await business.send('GET', '/checkup')).json).toEqual({ version: 1, latest: null, history: [] });
    expect((await business.send('GET', '/config/versions')).json.data).toHaveLength(1);
  });

  it('is stored per version, with the changes since the previous one', async () => {
    const business = await openBusiness(service, 'salon');
    expectStatus(200, await runCheckup(business));
    const originalSection = (await business.send('GET', '/config')).json.salon;
    expectStatus(200, await business.send('PUT', '/config', { body: await withoutManicures(business) }));
    expect((await business.send('GET', '/checkup')).json).toMatchObject({ version: 2, latest: { version: 1 } });
    const failedCheckup = expectStatus(200, await runCheckup(business)).json;
    expect(failedCheckup).toMatchObject({
      version: 2,
      since: 1,
      changes: [{ id: 'salon/bookings/manicure', change: 'failing' }],
    });
    expectStatus(200, await business.send('PUT', '/config', { body: { salon: originalSection } }));
    expectStatus(200, await runCheckup(business));
    const { json } = await business.send('GET', '/checkup');
    expect(json.latest).toMatchObject({ since: 2, changes: [{ id: 'salon/bookings/manicure', change: 'passing' }] });
    expect(
      json.history.map(({ version, failed: count }: { version: number; failed: number }) => [version, count]),
    ).toEqual([
      [3, 0],
      [2, 1],
      [1, 0],
    ]);
    expect((await business.send('GET', '/checkup/2')).json).toEqual(failedCheckup);
  });
});

describe('the endpoints', () => {
  it('reject callers without permission', async () => {
    const readOnlyKey = (await createApiKey(service, (await createWorkspace(service)).id, { scopes: ['config:read'] }))
      .key;
    for (const path of ['/api/v1/checkup', '/api/v1/checkup/1']) {
      expectProblem(await call(service, 'GET', path), 401, 'missing_api_key');
      const keyWithoutScopes = (await createApiKey(service, (await createWorkspace(service)).id, { scopes: [] })).key;
      expectProblem(await call(service, 'GET', path, { key: keyWithoutScopes }), 403, 'insufficient_scope');
    }
    expectProblem(await call(service, 'POST', '/api/v1/checkup', { body: {} }), 401, 'missing_api_key');
    expectProblem(
      await call(service, 'POST', '/api/v1/checkup', { key: readOnlyKey, body: {} }),
      403,
      'insufficient_scope',
    );
  });

  it('name the invalid fields of a draft', async () => {
    expectProblem(await runCheckup(salon, '{' as never), 400, 'invalid_json');
    expectProblem(await runCheckup(salon, { more: 1 }), 422, 'validation_failed');
    const config = { faqs: [{ question: '' }], hours: { mon: [['9', '10']] }, industries: ['retail'] };
    const response = await runCheckup(salon, { config });
    expectProblem(response, 422, 'validation_failed');
    expect(getErrorPointers(response)).toEqual(
      expect.arrayContaining(['/config/faqs/0/question', '/config/faqs/0/answer', '/config/industries/0']),
    );
  });

  it('return 404 for other workspaces and unchecked versions', async () => {
    expectStatus(200, await runCheckup(salon));
    expect((await salon.send('GET', '/checkup/1')).status).toBe(200);
    for (const version of ['1', '99', 'last'])
      expectProblem(await otherSalon.send('GET', `/checkup/${version}`), 404, 'not_found');
    expect((await otherSalon.send('GET', '/checkup')).json.latest).toBeNull();
  });

  it('refuse a checkup before setup', async () => {
    expectProblem(await runCheckup(await openBusiness(service, [])), 409, 'conflict');
  });
});

describe('after a change, a checkup', () => {
  const listJobsOf = (id: string) =>
    queryRows('select run_at > now() as later from graphile_worker.jobs where key = $1', [`checkup ${id}`]);

  it('runs once automatically, some time after the last change', async () => {
    const { id, key } = await createWorkspace(service);
    const send = (method: string, path: string, body?: unknown) =>
      call(service, method, `/api/v1${path}`, { key, body });
    expectStatus(201, await send('POST', '/setup', { industry: 'retail' }));
    expectStatus(200, await send('PUT', '/config', { greeting: 'Hello' }));
    expect(await listJobsOf(id)).toEqual([{ later: true }]);
    await runTask(service, 'checkup.run', { workspaceId: id });
    const firstCheckup = (await send('GET', '/checkup')).json;
    expect(firstCheckup).toMatchObject({ version: 2, latest: { version: 2, failed: 0 } });
    // A second run does nothing, because the version already has a checkup.
    await runTask(service, 'checkup.run', { workspaceId: id });
    expect((await send('GET', '/checkup')).json).toEqual(firstCheckup);
  });

  it('does not run in the sandbox', async () => {
    expect(await listJobsOf(salon.id)).toEqual([]);
  });
});
