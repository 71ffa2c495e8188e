import { beforeAll, describe, expect, it } from 'vitest';
import { expectProblem } from '../../../test/expect.ts';
import { call, createWorkspace, queryAsDbOwner, type Service, startService } from '../../../test/harness.ts';

let service: Service;
let key: string;
let otherKey: string;

beforeAll(async () => {
  service = await startService(undefined, { jobs: 'off' });
  const workspace = await createWorkspace(service);
  key = workspace.key;
  otherKey = (await createWorkspace(service)).key;
  await call(service, 'PUT', '/api/v1/config', { key, body: { timezone: 'America/New_York', currency: 'USD' } });
  await queryAsDbOwner(
    service.connection,
    `with c as (insert into conversations (workspace_id, id, channel, rating, created_at, updated_at)
       values ($1, 'conv_1', 'api', 5, '2026-11-10T17:10Z', '2026-11-10T17:10Z'), ($1, 'conv_2', 'api', 4, '2026-11-10T17:40Z', '2026-11-10T17:40Z'))
     insert into bookings (workspace_id, id, kind, industry, status, code, starts_at, ends_at, price, customer, after_hours, created_at, updated_at)
     select $1, 'bkg_' || n, 'reservation', 'restaurant', (array['completed', 'confirmed', 'no_show', 'cancelled'])[n], 'C' || n,
       '2026-11-14T00:00Z', '2026-11-14T01:00Z', 1250, '{}', n = 1, '2026-11-09T02:00Z', now() from generate_series(1, 4) n`,
    [workspace.id],
  );
});

const readReport = (query: string, apiKey = key) =>
  call(service, 'GET', `/api/analytics/report?${query}`, { key: apiKey });

describe('a report', () => {
  it('has satisfaction, the value booked after hours, no-shows and the busiest hours', async () => {
    const { status, json } = await readReport('from=2026-11-08&to=2026-11-15&compare=previous');
    expect(status).toBe(200);
    expect(json).toMatchObject({
      from: '2026-11-08T00:00:00-05:00',
      timezone: 'America/New_York',
      satisfaction: { average: 4.5, ratings: 2 },
      teamReplies: { handoffs: 0, answered: 0, averageWaitSeconds: null },
      bookings: { count: 4, value: 5_000, afterHours: 1, afterHoursValue: 1_250 },
      visits: { attended: 2, upcoming: 0, noShows: 1, canceled: 1, noShowRate: 1 / 3 },
      previous: { from: '2026-11-01T00:00:00-04:00', bookings: { count: 0 }, satisfaction: { average: null } },
    });
    expect(json.busiestHours).toEqual([
      { weekday: 'tue', hour: 12, conversations: 2, bookings: 0, visits: 0 },
      { weekday: 'fri', hour: 19, conversations: 0, bookings: 0, visits: 3 },
      { weekday: 'sun', hour: 21, conversations: 0, bookings: 4, visits: 0 },
    ]);
    expect(json.previous.busiestHours).toBeUndefined();
  });

  it('exports the busiest hours as CSV', async () => {
    const { text, headers } = await readReport('from=2026-11-08&to=2026-11-15&format=csv');
    expect(headers.get('content-disposition')).toContain('busiest-hours.csv');
    expect(text.split('\r\n').slice(0, 2)).toEqual(['weekday,hour,conversations,bookings,visits', 'tue,12,2,0,0']);
  });

  it('is empty for another workspace, and covers at most a year', async () => {
    const { json } = await readReport('from=2026-11-08&to=2026-11-15', otherKey);
    expect(json).toMatchObject({ busiestHours: [], visits: { attended: 0, noShowRate: null } });
    expectProblem(await readReport('from=2025-01-01&to=2026-11-15'), 400, 'invalid_request');
  });
});
