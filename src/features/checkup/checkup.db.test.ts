import { beforeAll, describe, expect, it } from 'vitest';
import { type BusinessOf, must, openBusiness } from '../../../test/business.ts';
import { expectProblem, pointers } from '../../../test/expect.ts';
import { asOwner, call, makeKey, makeWorkspace, type Service, startService } from '../../../test/harness.ts';
import { runTask } from '../../../test/jobs.ts';
import { loadIndustries } from '../../industries/load.ts';

type Result = { id: string; topic: string; passed: boolean; turns: object[]; at: string };
type Stylist = { services: string[] };

let service: Service;
let salon: BusinessOf;
let someone: BusinessOf;
const industries = await loadIndustries();
const sql = async (text: string, values: unknown[] = []) => (await asOwner(service.connection, text, values)).rows;

beforeAll(async () => {
  service = await startService();
  await service.warm();
  salon = await openBusiness(service, 'salon');
  someone = await openBusiness(service, 'salon');
});

const check = (at: BusinessOf, body?: object) => at.send('POST', '/checkup', { body });
const failed = ({ results }: { results: Result[] }) => results.filter(({ passed }) => !passed);

/** Nobody at the salon does manicures any more. */
async function withoutManicures(at: BusinessOf): Promise<object> {
  const { salon: own } = (await at.send('GET', '/config')).json;
  const stylists = own.stylists.map((each: Stylist) => ({
    ...each,
    services: each.services.filter((id) => id !== 'manicure'),
  }));
  return { salon: { ...own, stylists } };
}

describe.each(industries)('the starter content of a $name', ({ name }) => {
  it('is answered rightly, whatever is asked about it', async () => {
    const business = await openBusiness(service, name);
    const { json } = must(200, await check(business));
    expect(failed(json)).toEqual([]);
    expect(json).toMatchObject({ version: 1, passed: json.results.length, failed: 0, since: null, changes: [] });
    const topics = new Set(json.results.map(({ topic }: Result) => topic));
    expect([...topics]).toEqual(expect.arrayContaining(['hours', 'closures', 'faqs', 'policies', 'contact']));
    expect(json.results.length).toBeGreaterThan(20);
  });
});

/** What the request itself leaves: its result, and that it was made. */
const OWN = /^(checkups|request_log|analytics_\w+|usage)$/;

describe('a checkup', () => {
  it('leaves nothing behind but its result', async () => {
    const business = await openBusiness(service, ['medical', 'salon', 'fitness', 'restaurant', 'retail']);
    const tables = await sql(`select format('%I', tablename) as name from pg_tables where schemaname = 'public'`);
    const untouched = tables.map(({ name }) => name).filter((name) => !OWN.test(name));
    const count = async () =>
      Object.fromEntries(
        await Promise.all(untouched.map(async (name) => [name, (await sql(`select count(*) from ${name}`))[0].count])),
      );
    const before = await count();
    const { json } = must(200, await check(business));
    expect(json.results.some(({ turns }: Result) => turns.length > 2)).toBe(true);
    expect(await count()).toEqual(before);
  });

  it('says what was asked, answered and expected, and where that stands', async () => {
    const { json } = must(200, await check(salon));
    const of = (id: string) => json.results.find((each: Result) => each.id === id);
    expect(of('salon/prices/manicure')).toEqual({
      id: 'salon/prices/manicure',
      topic: 'prices',
      turns: [{ asked: 'How much is the Manicure?', answered: expect.stringContaining('Manicure costs $35') }],
      expected: ['Manicure', '$35'],
      books: false,
      passed: true,
      at: '/salon/services/9',
    });
    expect(of('salon/bookings/manicure').turns.at(-1).answered).toMatch(/Manicure.+Alex Carter.+Shall I book it\?/);
  });

  it('of a draft tells what would change, and is not stored', async () => {
    const business = await openBusiness(service, 'salon');
    const { json } = must(200, await check(business, { config: await withoutManicures(business) }));
    expect(json).toMatchObject({ version: null, since: 1, failed: 1 });
    expect(json.changes).toContainEqual({ id: 'salon/bookings/manicure', change: 'failing' });
    expect(failed(json)).toMatchObject([{ id: 'salon/bookings/manicure', at: '/salon/services/9', books: true }]);
    // "Mei would look after you" is no longer true.
    expect(json.changes).toContainEqual({ id: 'salon/prices/manicure', change: 'answer' });
    expect((await business.send('GET', '/checkup')).json).toEqual({ version: 1, latest: null, history: [] });
    expect((await business.send('GET', '/config/versions')).json.data).toHaveLength(1);
  });

  it('is kept for each version, with what is different since the one before', async () => {
    const business = await openBusiness(service, 'salon');
    must(200, await check(business));
    const own = (await business.send('GET', '/config')).json.salon;
    must(200, await business.send('PUT', '/config', { body: await withoutManicures(business) }));
    expect((await business.send('GET', '/checkup')).json).toMatchObject({ version: 2, latest: { version: 1 } });
    const broken = must(200, await check(business)).json;
    expect(broken).toMatchObject({
      version: 2,
      since: 1,
      changes: [{ id: 'salon/bookings/manicure', change: 'failing' }],
    });
    must(200, await business.send('PUT', '/config', { body: { salon: own } }));
    must(200, await check(business));
    const { json } = await business.send('GET', '/checkup');
    expect(json.latest).toMatchObject({ since: 2, changes: [{ id: 'salon/bookings/manicure', change: 'passing' }] });
    expect(
      json.history.map(({ version, failed: count }: { version: number; failed: number }) => [version, count]),
    ).toEqual([
      [3, 0],
      [2, 1],
      [1, 0],
    ]);
    expect((await business.send('GET', '/checkup/2')).json).toEqual(broken);
  });
});

describe('the endpoints', () => {
  it('refuse who may not', async () => {
    const reader = (await makeKey(service, (await makeWorkspace(service)).id, { scopes: ['config:read'] })).key;
    for (const path of ['/api/v1/checkup', '/api/v1/checkup/1']) {
      expectProblem(await call(service, 'GET', path), 401, 'missing_api_key');
      const powerless = (await makeKey(service, (await makeWorkspace(service)).id, { scopes: [] })).key;
      expectProblem(await call(service, 'GET', path, { key: powerless }), 403, 'insufficient_scope');
    }
    expectProblem(await call(service, 'POST', '/api/v1/checkup', { body: {} }), 401, 'missing_api_key');
    expectProblem(await call(service, 'POST', '/api/v1/checkup', { key: reader, body: {} }), 403, 'insufficient_scope');
  });

  it('name what is wrong with a draft where it stands', async () => {
    expectProblem(await check(salon, '{' as never), 400, 'invalid_json');
    expectProblem(await check(salon, { more: 1 }), 422, 'validation_failed');
    const config = { faqs: [{ question: '' }], hours: { mon: [['9', '10']] }, industries: ['retail'] };
    const reply = await check(salon, { config });
    expectProblem(reply, 422, 'validation_failed');
    expect(pointers(reply)).toEqual(
      expect.arrayContaining(['/config/faqs/0/question', '/config/faqs/0/answer', '/config/industries/0']),
    );
  });

  it('know nothing of another workspace’s, or of what was never checked', async () => {
    must(200, await check(salon));
    expect((await salon.send('GET', '/checkup/1')).status).toBe(200);
    for (const version of ['1', '99', 'last'])
      expectProblem(await someone.send('GET', `/checkup/${version}`), 404, 'not_found');
    expect((await someone.send('GET', '/checkup')).json.latest).toBeNull();
  });

  it('have nothing to ask before a setup', async () => {
    expectProblem(await check(await openBusiness(service, [])), 409, 'conflict');
  });
});

describe('after a change', () => {
  const jobsOf = (id: string) =>
    sql('select run_at > now() as later from graphile_worker.jobs where key = $1', [`checkup ${id}`]);

  it('is run once by itself, a while after the last one', async () => {
    const { id, key } = await makeWorkspace(service);
    const send = (method: string, path: string, body?: unknown) =>
      call(service, method, `/api/v1${path}`, { key, body });
    must(201, await send('POST', '/setup', { industry: 'retail' }));
    must(200, await send('PUT', '/config', { greeting: 'Hello' }));
    expect(await jobsOf(id)).toEqual([{ later: true }]);
    await runTask(service, 'checkup.run', { workspaceId: id });
    const first = (await send('GET', '/checkup')).json;
    expect(first).toMatchObject({ version: 2, latest: { version: 2, failed: 0 } });
    // Whoever asked in the meantime has it already.
    await runTask(service, 'checkup.run', { workspaceId: id });
    expect((await send('GET', '/checkup')).json).toEqual(first);
  });

  it('is left alone in the sandbox', async () => {
    expect(await jobsOf(salon.id)).toEqual([]);
  });
});
