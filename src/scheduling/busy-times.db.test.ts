import { beforeAll, describe, expect, it } from 'vitest';
import { expectStatus } from '../../test/business.ts';
import { insertCalendarConnection } from '../../test/calendars/connection.ts';
import { queryAsDbOwner, type Service, startService } from '../../test/harness.ts';
import { createTestClock, type LiveBusiness, openLiveBusiness } from '../../test/live-business.ts';
import { replaceBusyTimes } from './busy-times.ts';
import type { BookingContext } from './schedules.ts';

let service: Service;
let salon: LiveBusiness;
let connectionId: string;

beforeAll(async () => {
  service = await startService(undefined, { jobs: 'off' }, { clock: createTestClock() });
  salon = await openLiveBusiness(service, 'salon', {
    timezone: 'UTC',
    closures: [],
    hours: Object.fromEntries(
      ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [day, [['00:00', '24:00']]]),
    ),
    salon: {
      services: [{ id: 'cut', name: 'Cut', price: 5000, durationMinutes: 60, bufferMinutes: 0 }],
      stylists: [
        { id: 'ana', name: 'Ana' },
        { id: 'bo', name: 'Bo' },
      ],
    },
  });
  connectionId = await insertCalendarConnection(service, salon.id);
});

const epochOf = (text: string) => Date.parse(`2026-11-${text}Z`);
type TimeRanges = [string, string][];
const setBusyTimesByEvent = (
  resourceId: string,
  timesByEvent: Record<string, TimeRanges>,
  beforeCommit = async () => {},
) =>
  service.database.inWorkspace(salon.id, async (db) => {
    const ctx = { db, workspace: { id: salon.id }, business: { timezone: 'UTC' } } as unknown as BookingContext;
    const busyByEvent = new Map(
      Object.entries(timesByEvent).map(([eventId, times]) => [
        eventId,
        times.map(([start, end]) => ({ start: epochOf(start), end: epochOf(end) })),
      ]),
    );
    await replaceBusyTimes(ctx, { connectionId, resourceId }, busyByEvent, true);
    await beforeCommit();
  });
const setBusyTimes = (resourceId: string, times: TimeRanges, beforeCommit?: () => Promise<void>) =>
  setBusyTimesByEvent(resourceId, { event: times }, beforeCommit);
const book = (start: string, stylist: string, checkOnly = false) =>
  salon.send('POST', '/salon/appointments', {
    body: {
      service: 'cut',
      stylist,
      startsAt: `2026-11-${start}`,
      checkOnly,
      customer: { name: 'Dana', phone: '+12125550147' },
    },
  });
const isFree = async (start: string, stylist = 'ana') =>
  expectStatus(200, await book(start, stylist, true)).json.available;

describe('busy times', () => {
  it('block their resource, or all resources, however long they are', async () => {
    await setBusyTimes('salon/ana', [['18T10:00', '28T10:00']]);
    expect(
      await Promise.all(['18T09:00', '18T09:30', '23T03:00', '28T09:00', '28T10:00'].map((start) => isFree(start))),
    ).toEqual([true, false, false, false, true]);
    expect(await isFree('23T03:00', 'bo')).toBe(true);
    await setBusyTimes('', [['18T10:00', '18T11:00']]);
    expect([await isFree('18T10:00', 'bo'), await isFree('18T10:00'), await isFree('23T03:00')]).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('may overlap each other and those of other events', async () => {
    await setBusyTimes('salon/ana', [
      ['18T10:00', '18T11:00'],
      ['18T10:30', '18T12:00'],
      ['18T10:00', '18T10:30'],
    ]);
    expect([await isFree('18T09:00'), await isFree('18T11:00'), await isFree('18T12:00')]).toEqual([true, false, true]);
  });

  it('block all of a long event, also after a shorter one within it', async () => {
    await setBusyTimesByEvent('salon/ana', { move: [['27T10:00', '27T16:00']], dentist: [['27T11:00', '27T12:00']] });
    const { json } = await salon.send('GET', '/salon/availability?service=cut&stylist=ana&from=2026-11-27&days=1');
    const offeredTimes = (json.stylists[0].slots as string[]).map((start) => start.slice(11, 16));
    expect(offeredTimes.filter((start) => start > '09:00' && start <= '16:00')).toEqual(['16:00']);
    expect([await isFree('27T09:00'), await isFree('27T13:00')]).toEqual([true, false]);
  });

  it('are never booked over once they are known, even at the same moment', async () => {
    let booking: ReturnType<typeof book> | undefined;
    await setBusyTimes('salon/ana', [['20T10:00', '20T12:00']], async () => {
      // This booking still finds the time free, and then waits for the lock of the day.
      booking = book('20T11:00', 'ana');
      await expect
        .poll(async () => {
          const sql = `select from pg_locks where locktype = 'advisory' and not granted
            and database = (select oid from pg_database where datname = current_database())`;
          return (await queryAsDbOwner(service.connection, sql)).rows.length;
        })
        .toBe(1);
    });
    expect(await booking).toMatchObject({ status: 409, json: { reason: 'full' } });
  });
});
