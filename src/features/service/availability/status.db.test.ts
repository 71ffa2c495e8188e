import { beforeAll, describe, expect, it, vi } from 'vitest';
import { expectProblem } from '../../../../test/expect.ts';
import { call, createWorkspace, queryAsDbOwner, type Service, startService } from '../../../../test/harness.ts';
import { runTask } from '../../../../test/jobs.ts';
import { COMPONENT_NAMES } from './timeline.ts';

let service: Service;
const runSql = async (text: string, values: unknown[] = []) =>
  (await queryAsDbOwner(service.connection, text, values)).rows;
const today = () => new Date().toISOString().slice(0, 10);
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Records a whole day on which the minutes in the range were down. */
const recordDay = (day: string, [from, to]: [from: number, to: number] = [0, 0]) =>
  runSql(
    `insert into service_days select $1, component, $3::bit(1440), repeat('0', 1440)::bit(1440)
    from unnest($2::text[]) as component`,
    [day, COMPONENT_NAMES, '1'.repeat(from) + '0'.repeat(to - from) + '1'.repeat(1_440 - to)],
  );

beforeAll(async () => {
  service = await startService(undefined, { availabilityTarget: 0.999 });
  // The first heartbeat comes a second after the start.
  await vi.waitFor(async () => expect(await runSql('select from service_days')).toHaveLength(COMPONENT_NAMES.length), {
    timeout: 60_000,
    interval: 50,
  });
});

describe('the heartbeat', () => {
  it('records the current minute of each component', async () => {
    const rows = await runSql(
      `select component, bit_count(up)::int as up,
        get_bit(up, (extract(epoch from now())::bigint / 60 % 1440)::int)
          + get_bit(up, ((extract(epoch from now())::bigint / 60 + 1439) % 1440)::int) as latest
      from service_days order by component`,
    );
    expect(rows.map(({ component }) => component)).toEqual([...COMPONENT_NAMES].sort());
    for (const { up, latest } of rows) expect([up >= 1, latest >= 1]).toEqual([true, true]);
  });

  it('adds to what another instance recorded in the same minute', async () => {
    await runSql('delete from service_days');
    const recordMinute = (isUp: boolean, isSlow: boolean) =>
      runSql(`select record_minute('{api}', $1, $2)`, [[isUp], [isSlow]]);
    await recordMinute(false, true);
    await recordMinute(true, false);
    const [{ up, slow }] = (await runSql(
      `select bit_count(up)::int as up, bit_count(slow)::int as slow from service_days where component = 'api'`,
    )) as [{ up: number; slow: number }];
    expect([up, slow]).toEqual([1, 1]);
    await runSql('delete from service_days');
  });
});

describe('GET /api/status', () => {
  it('counts unrecorded minutes as downtime, and lists the incident', async () => {
    await recordDay(daysAgo(2));
    await recordDay(daysAgo(1), [600, 630]);
    const freshService = await startService(service.connection, { availabilityTarget: 0.999 });
    const { status, json } = await call(freshService, 'GET', '/api/status');
    expect(status).toBe(200);
    expect(json).toMatchObject({ promise: 0.999, from: `${daysAgo(2)}T00:00:00.000Z` });
    expect(json.components.map(({ name }: { name: string }) => name)).toEqual(COMPONENT_NAMES);
    const yesterday = json.components[0].days.find(({ date }: { date: string }) => date === daysAgo(1));
    expect(yesterday).toMatchObject({ downMinutes: 30, measuredMinutes: 1_440, availability: 1_410 / 1_440 });
    expect(json.incidents.at(-1)).toMatchObject({
      startedAt: `${daysAgo(1)}T10:00:00.000Z`,
      endedAt: `${daysAgo(1)}T10:30:00.000Z`,
      state: 'down',
      summary: 'The service was unavailable.',
    });
  });

  it('compares the month with the promised availability, as a file', async () => {
    const month = daysAgo(1).slice(0, 7);
    const { json, headers } = await call(service, 'GET', `/api/status/reports/${month}`);
    expect(headers.get('content-disposition')).toBe(`attachment; filename="availability-${month}.json"`);
    expect(json).toMatchObject({ month, promise: 0.999, isPromiseKept: false });
    expect(json.downMinutes).toBeGreaterThanOrEqual(30);
    expect(json.availability).toBeCloseTo(1 - json.downMinutes / json.measuredMinutes, 10);
    for (const unknownMonth of ['1999-01', 'now', '2026-13'])
      expectProblem(await call(service, 'GET', `/api/status/reports/${unknownMonth}`), 404, 'not_found');
  });
});

describe('the page /status', () => {
  it('shows every component, the incidents and the reports, but nothing about any workspace', async () => {
    const { id } = await createWorkspace(service);
    const page = await call(service, 'GET', '/status');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    for (const label of ['API and dashboard', 'Assistant', 'Database', 'Messaging channels'])
      expect(page.text).toContain(label);
    expect(page.text.match(/<rect /g)).toHaveLength(90 * COMPONENT_NAMES.length);
    expect(page.text).toContain('Our uptime target is 99.9%.');
    expect(page.text).toContain('The service was unavailable.');
    const month = daysAgo(1).slice(0, 7);
    const report = await call(service, 'GET', `/status/${month}`);
    expect(report.text).toMatch(/Target<\/dt><dd>99\.9%/);
    expect(report.text).toContain('Missed');
    expect((await call(service, 'GET', '/status/1999-01')).status).toBe(404);
    const allText = page.text + report.text + (await call(service, 'GET', '/api/status')).text;
    expect(allText).not.toContain(id);
    expect(allText).not.toContain('Bella Vista');
  });
});

it('deletes records older than thirteen months', async () => {
  await recordDay(daysAgo(13 * 31 + 5));
  await recordDay(daysAgo(380));
  await runTask(service, 'service.purge');
  const days = (await runSql('select distinct day::text from service_days order by day')).map(({ day }) => day);
  expect(days[0]).toBe(daysAgo(380));
  expect(days).not.toContain(daysAgo(13 * 31 + 5));
  expect(days.includes(today()) || days.includes(daysAgo(1))).toBe(true);
});
