// Ten thousand customers: imported with progress and errors by line, then listed and searched.
import { loadavg } from 'node:os';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { expectStatus, openBusiness, type TestBusiness } from '../business.ts';
import { queryAsDbOwner, type Service, startService } from '../harness.ts';
import { chooseCaseCount } from '../random.ts';

const CUSTOMER_COUNT = chooseCaseCount(10_000, 5);
const INVALID_LINE_INTERVAL = 100;
const FIRST_NAMES = 'Ada,Ben,Cleo,Dana,Eli,Fay,Gus,Hana,Ida,Jo,Kim,Lou,Mia,Ned,Ona,Pia'.split(',');
const LAST_NAMES = 'Abel,Brown,Clark,Diaz,Evans,Fox,Gray,Hill,Ito,Jones,Khan,Lee,Moore,Novak,Okafor,Price,Quinn'.split(
  ',',
);
let service: Service;
let business: TestBusiness;

beforeAll(async () => {
  service = await startService();
  business = await openBusiness(service, 'restaurant');
});

const createFullName = (n: number) => `${FIRST_NAMES[n % FIRST_NAMES.length]} ${LAST_NAMES[n % LAST_NAMES.length]}${n}`;
const csv = ['name,phone,email,tags']
  .concat(
    Array.from({ length: CUSTOMER_COUNT }, (_, n) =>
      n % INVALID_LINE_INTERVAL === 7
        ? `${createFullName(n)},12,,`
        : `${createFullName(n)},+1212${5_000_000 + n},p${n}@example.com,${n % 10 ? '' : 'vip'}`,
    ),
  )
  .join('\n');
const invalidLineCount = Math.ceil((CUSTOMER_COUNT - 7) / INVALID_LINE_INTERVAL);

async function importAll() {
  const { id } = expectStatus(201, await business.send('POST', '/customers/imports', { body: { csv } })).json;
  const readCounts = new Set<number>();
  const startedAt = performance.now();
  const result = await vi.waitFor(
    async () => {
      const { json } = await business.send('GET', `/customers/imports/${id}`);
      readCounts.add(json.read);
      expect(json.status).toBe('finished');
      return json;
    },
    { timeout: 600_000, interval: 50 },
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  console.log(`${CUSTOMER_COUNT} lines imported in ${seconds.toFixed(1)} s; load average ${loadavg()[0]!.toFixed(1)}`);
  return { result, progress: readCounts };
}

describe(`${CUSTOMER_COUNT} customers`, () => {
  it('are imported with progress and errors by line', async () => {
    const { result, progress } = await importAll();
    expect(result).toMatchObject({
      total: CUSTOMER_COUNT,
      read: CUSTOMER_COUNT,
      created: CUSTOMER_COUNT - invalidLineCount,
      failed: invalidLineCount,
    });
    expect(result.errors).toHaveLength(invalidLineCount);
    expect(result.errors[0]).toEqual({ line: 9, detail: '“12” is not a phone number.' });
    expect(progress.size).toBeGreaterThan(2);
  });

  it('are not changed by importing the file again', async () => {
    const { result } = await importAll();
    expect(result).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: CUSTOMER_COUNT - invalidLineCount,
      failed: invalidLineCount,
    });
  });

  it('are listed and searched', async () => {
    await queryAsDbOwner(
      service.connection,
      `insert into bookings (workspace_id, id, kind, industry, status, code, starts_at, ends_at, customer, party_size, created_at, updated_at)
       select $1, 'bkg_' || lpad(n::text, 26, '0'), 'reservation', 'restaurant', 'confirmed', 'C' || n,
         now() + n * interval '1 minute', now() + (n + 60) * interval '1 minute',
         jsonb_build_object('name', 'G', 'email', 'p' || n % $2 || '@example.com'), 2, now(), now()
       from generate_series(1, $3) as n`,
      [business.id, CUSTOMER_COUNT, 2 * CUSTOMER_COUNT],
    );
    const queryBuilders = {
      list: () => 'limit=50',
      'next page': () => `limit=50&starting_after=${cursor}`,
      'by last booking': () => 'limit=50&sort=lastBooking',
      'a tag': () => 'limit=50&tag=vip',
      'a first name': (n: number) => `limit=50&q=${FIRST_NAMES[n % FIRST_NAMES.length]}`,
      'a whole name': (n: number) => `limit=50&q=${encodeURIComponent(createFullName((n * 37) % CUSTOMER_COUNT))}`,
      'part of a phone': (n: number) => `limit=50&q=${5_000_000 + ((n * 37) % CUSTOMER_COUNT)}`,
      'an email': (n: number) => `limit=50&q=p${(n * 37) % CUSTOMER_COUNT}@example.com`,
      nobody: () => 'limit=50&q=zzzz',
    };
    const cursor = (await business.send('GET', '/customers?limit=100')).json.data.at(-1).id;
    for (const [queryName, buildQuery] of Object.entries(queryBuilders)) {
      const durations: number[] = [];
      for (let n = 0; n < 100; n++) {
        const startedAt = performance.now();
        const { status, json } = await business.send('GET', `/customers?${buildQuery(n)}`);
        durations.push(performance.now() - startedAt);
        expect(status).toBe(200);
        if (queryName === 'a whole name' && ((n * 37) % CUSTOMER_COUNT) % INVALID_LINE_INTERVAL !== 7)
          expect(json.data.length, buildQuery(n)).toBeGreaterThan(0);
        if (queryName === 'nobody') expect(json.data).toEqual([]);
      }
      durations.sort((a, b) => a - b);
      const getPercentile = (share: number) => durations[Math.floor(share * durations.length)]!.toFixed(1);
      console.log(
        `${queryName}: median ${getPercentile(0.5)} ms, p95 ${getPercentile(0.95)} ms; load average ${loadavg()[0]!.toFixed(1)}`,
      );
    }
  });
});
