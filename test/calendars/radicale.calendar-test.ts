// Two-way sync with a real CalDAV server: npm run test:calendars.
import { beforeAll, describe, expect, it } from 'vitest';
import { createEveryDayHours, expectStatus } from '../business.ts';
import { expectProblem } from '../expect.ts';
import { queryAsDbOwner, type Service, startService } from '../harness.ts';
import { openTaskRunner } from '../jobs.ts';
import { type LiveBusiness, openLiveBusiness } from '../live-business.ts';
import { buildDatabaseUrl, spawnService } from '../process/service-process.ts';
import { createSeededRandom } from '../random.ts';
import {
  formatTimeLines,
  hasRadicale,
  PASSWORD,
  setAllDay,
  setTimes,
  startRadicale,
  type TestCalendar,
} from './radicale.ts';

if (!hasRadicale) console.warn('Skipped: these tests need Radicale. On Debian: apt-get install radicale');

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const TODAY = new Date().setUTCHours(0, 0, 0, 0);
/** Hours of a day in a few days' time. The business is in UTC and always open. */
const getEpochAt = (day: number, hours: number) => TODAY + (day + 2) * DAY_MS + hours * HOUR_MS;

const SALON = {
  name: 'Lumen',
  timezone: 'UTC',
  hours: createEveryDayHours(['00:00', '24:00']),
  closures: [],
  salon: {
    services: [{ id: 'cut', name: 'Cut', price: 5000, durationMinutes: 60, bufferMinutes: 0 }],
    stylists: [
      { id: 'ana', name: 'Ana' },
      { id: 'bo', name: 'Bo' },
    ],
  },
};

describe.skipIf(!hasRadicale)('sync with a CalDAV server', () => {
  let service: Service;
  let salon: LiveBusiness;
  let runTask: Awaited<ReturnType<typeof openTaskRunner>>;
  let radicale: Awaited<ReturnType<typeof startRadicale>>;

  beforeAll(async () => {
    radicale = await startRadicale();
    service = await startService(undefined, { jobs: 'off', webhooksAllowPrivate: true });
    runTask = await openTaskRunner(service);
  });

  const startConnecting = (resource: string | null, password = PASSWORD) =>
    salon.send('POST', '/calendar-connections', {
      body: { resource, server: radicale.url, user: radicale.user, password },
    });
  async function connect(resource: string | null, calendar: TestCalendar): Promise<string> {
    const { id } = expectStatus(201, await startConnecting(resource)).json;
    const { data } = expectStatus(200, await salon.send('GET', `/calendar-connections/${id}/calendars`)).json;
    const chosenCalendar = data.find((listed: { id: string }) => listed.id.endsWith(calendar.path));
    expectStatus(
      200,
      await salon.send('PATCH', `/calendar-connections/${id}`, { body: { calendar: chosenCalendar.id } }),
    );
    await sync(id);
    return id;
  }
  const sync = (connectionId: string) => runTask('calendars.sync', { workspaceId: salon.id, connectionId });
  const queryRows = async (sql: string, values: unknown[] = []) =>
    (await queryAsDbOwner(service.connection, sql, values)).rows;
  let customerCount = 0;
  const book = (start: number, stylist = 'ana') =>
    salon.send('POST', '/salon/appointments', {
      body: {
        service: 'cut',
        stylist,
        startsAt: new Date(start).toISOString(),
        customer: { name: `Guest ${++customerCount}`, phone: '+12125550147' },
      },
    });
  const isFree = async (start: number, stylist = 'ana') => {
    const body = { service: 'cut', stylist, startsAt: new Date(start).toISOString(), checkOnly: true };
    const customer = { name: 'Dana', phone: '+12125550147' };
    return expectStatus(200, await salon.send('POST', '/salon/appointments', { body: { ...body, customer } })).json
      .available;
  };
  const listConfirmedBookings = (resource?: string) =>
    queryRows(
      `select b.id, extract(epoch from starts_at)::float8 * 1000 as start, extract(epoch from ends_at)::float8 * 1000 as end
       from bookings b where workspace_id = $1 and status = 'confirmed' and ($2::text is null or exists (
         select from booked_times t where t.booking_id = b.id and t.resource_id = $2)) order by start, id`,
      [salon.id, resource ?? null],
    );
  const isOwnEvent = ({ uid }: { uid: string }) => uid.startsWith('fd');
  const getBookingId = ({ url }: { url: string }) => new URL(url).searchParams.get('booking')!;
  /** Our events in the calendar, with the bookings that they show. */
  const listShownEvents = async (calendar: TestCalendar) =>
    (await calendar.events())
      .filter(isOwnEvent)
      .map((event) => ({ id: getBookingId(event), start: event.start, end: event.end }))
      .sort((a, b) => a.start - b.start || (a.id < b.id ? -1 : 1));

  describe('a calendar', () => {
    let calendar: TestCalendar;
    let connectionId: string;
    beforeAll(async () => {
      salon = await openLiveBusiness(service, 'salon', { ...SALON, timezone: 'America/New_York' });
      calendar = await radicale.openCalendar('first');
      connectionId = await connect('salon/ana', calendar);
    });

    it('is found from the server’s address, with the right password', async () => {
      const response = await startConnecting(null, 'wrong');
      expectProblem(response, 422, 'validation_failed');
      expect(response.json.detail).toContain('app password');
      const { data } = expectStatus(200, await salon.send('GET', '/calendar-connections')).json;
      expect(data).toMatchObject([{ status: 'active', calendar: { name: 'first calendar' }, account: 'ana' }]);
      const secondConnection = expectStatus(201, await startConnecting(null)).json;
      const body = { calendar: data[0].calendar.id };
      expectProblem(
        await salon.send('PATCH', `/calendar-connections/${secondConnection.id}`, { body }),
        409,
        'conflict',
      );
      expectStatus(204, await salon.send('DELETE', `/calendar-connections/${secondConnection.id}`));
    });

    it('blocks whole days, times in other zones, and repeating events with their exceptions', async () => {
      const day = (days: number) => new Date(getEpochAt(days, 0)).toISOString().slice(0, 10).replaceAll('-', '');
      const parseNewYorkTime = (days: number, hour: string) => `${day(days)}T${hour}0000`;
      await calendar.add('off', `DTSTART;VALUE=DATE:${day(3)}`, `DTEND;VALUE=DATE:${day(4)}`);
      await calendar.add('free', 'TRANSP:TRANSPARENT', ...formatTimeLines(getEpochAt(1, 17), getEpochAt(1, 18)));
      await calendar.add('off2', 'STATUS:CANCELLED', ...formatTimeLines(getEpochAt(1, 17), getEpochAt(1, 18)));
      await calendar.put(
        'daily',
        [
          ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Example//App//EN'],
          ...['BEGIN:VEVENT', 'UID:daily', 'DTSTAMP:20261101T000000Z', 'RRULE:FREQ=DAILY'],
          ...[
            `DTSTART;TZID=America/New_York:${parseNewYorkTime(5, '09')}`,
            `DTEND;TZID=America/New_York:${parseNewYorkTime(5, '10')}`,
          ],
          ...[`EXDATE;TZID=America/New_York:${parseNewYorkTime(6, '09')}`, 'END:VEVENT'],
          ...['BEGIN:VEVENT', 'UID:daily', 'DTSTAMP:20261101T000000Z'],
          ...[`RECURRENCE-ID;TZID=America/New_York:${parseNewYorkTime(7, '09')}`],
          ...[
            `DTSTART;TZID=America/New_York:${parseNewYorkTime(7, '15')}`,
            `DTEND;TZID=America/New_York:${parseNewYorkTime(7, '16')}`,
          ],
          ...['END:VEVENT', 'END:VCALENDAR', ''],
        ].join('\r\n'),
      );
      await sync(connectionId);
      /** Whether a local time in New York is free. */
      const isFreeInNewYork = async (days: number, hour: number) => {
        const localTime = new Date(getEpochAt(days, hour)).toISOString().slice(0, 16);
        const body = { service: 'cut', stylist: 'ana', startsAt: localTime, checkOnly: true };
        const customer = { name: 'Dana', phone: '+12125550147' };
        return expectStatus(200, await salon.send('POST', '/salon/appointments', { body: { ...body, customer } })).json
          .available;
      };
      expect([
        await isFreeInNewYork(2, 23),
        await isFreeInNewYork(3, 0),
        await isFreeInNewYork(3, 23),
        await isFreeInNewYork(4, 0),
      ]).toEqual([true, false, false, true]);
      expect(await isFree(getEpochAt(1, 17))).toBe(true);
      expect([
        await isFreeInNewYork(5, 9),
        await isFreeInNewYork(6, 9),
        await isFreeInNewYork(7, 9),
        await isFreeInNewYork(7, 15),
        await isFreeInNewYork(30, 9),
      ]).toEqual([false, true, true, false, false]);
      expect(await queryRows(`select from busy_times where event_id like '%Private%'`)).toEqual([]);
      await calendar.delete('daily');
      await sync(connectionId);
      expect(await isFreeInNewYork(30, 9)).toBe(true);
    });
  });

  it('converges after 200 random changes on both sides', async () => {
    const random = createSeededRandom(26);
    salon = await openLiveBusiness(service, 'salon', SALON);
    const calendars = [await radicale.openCalendar('ana'), await radicale.openCalendar('everybody')] as const;
    const connections = [await connect('salon/ana', calendars[0]), await connect(null, calendars[1])] as const;
    const foreignEvents = new Map<string, { calendar: TestCalendar; start: number; end: number }>();
    const actionCounts: Record<string, number> = {};
    const countAction = (name: string, isChange = true): boolean => {
      actionCounts[name] = (actionCounts[name] ?? 0) + 1;
      return isChange;
    };
    const pickRandomStart = () => getEpochAt(random.integerBelow(4), random.integerBelow(46) / 2);
    const listOverlaps = async (id: string) =>
      queryRows(
        `select from booked_times t join busy_times z on z.workspace_id = t.workspace_id
           and z.resource_id in ('', t.resource_id) and z.from_at < t.to_at and z.to_at > t.from_at where t.booking_id = $1`,
        [id],
      );

    /** False if it was refused. */
    async function changeBookings(): Promise<boolean> {
      const bookings = await listConfirmedBookings();
      const action = bookings.length < 24 ? 'book' : random.pick(['book', 'move', 'move', 'cancel']);
      if (action === 'cancel') {
        expectStatus(200, await salon.send('POST', `/bookings/${random.pick(bookings).id}/cancel`, { body: {} }));
        return countAction('canceled here');
      }
      const startsAt = new Date(pickRandomStart()).toISOString();
      const { status, json } =
        action === 'book'
          ? await book(pickRandomStart(), random.pick(['ana', 'bo']))
          : await salon.send('PATCH', `/bookings/${random.pick(bookings).id}`, { body: { startsAt } });
      expect([200, 201, 409]).toContain(status);
      if (status === 409) return countAction(`${action} refused`, false);
      // Nobody is booked over a busy time that is known. During a sync, one can become known right after.
      if (!runningSync) expect(await listOverlaps(json.id)).toEqual([]);
      return countAction(`${action} here`);
    }

    /** False if the event has changed meanwhile, so that the app has to read it again. */
    async function changeCalendar(): Promise<boolean> {
      const calendar = random.pick(calendars);
      const ownEvents = (await calendar.events()).filter(isOwnEvent);
      const action = random.pick([
        'add',
        'add',
        'add',
        'move own',
        'move own',
        'move own',
        'delete own',
        'rename own',
        'all day',
        'longer',
        'move',
        'delete',
      ]);
      const start = pickRandomStart();
      const end = start + HOUR_MS * (1 + random.integerBelow(3));
      const event = ownEvents.length ? random.pick(ownEvents) : undefined;
      const otherEvents = [...foreignEvents].filter(([, otherEvent]) => otherEvent.calendar === calendar);
      if (action === 'add' || !event || !otherEvents.length) {
        const uid = `foreign-${foreignEvents.size}-${random.integerBelow(1e9)}`;
        await calendar.add(uid, ...formatTimeLines(start, end));
        foreignEvents.set(uid, { calendar, start, end });
        return countAction('added there');
      }
      const [uid] = random.pick(otherEvents);
      if (action === 'move') {
        await calendar.edit(uid, (editedEvent) => setTimes(editedEvent, start, end));
        foreignEvents.set(uid, { calendar, start, end });
      } else if (action === 'delete') {
        await calendar.delete(uid);
        foreignEvents.delete(uid);
      } else if (action === 'delete own') await calendar.delete(event.uid);
      else {
        const isEdited = await calendar.edit(event.uid, (editedEvent) => {
          if (action === 'move own') setTimes(editedEvent, start, start + HOUR_MS);
          if (action === 'longer') setTimes(editedEvent, event.start, event.end + HOUR_MS);
          if (action === 'rename own') editedEvent.summary = 'My own title';
          if (action === 'all day') setAllDay(editedEvent, start);
        });
        if (!isEdited) return countAction('edited too late', false);
      }
      return countAction(`${action} there`);
    }

    let runningSync: Promise<void> | undefined;
    for (let changeCount = 0; changeCount < 200; ) {
      if (await (random.chance(0.5) ? changeBookings() : changeCalendar())) changeCount++;
      if (!random.chance(0.3)) continue;
      await runningSync;
      runningSync = sync(random.pick(connections));
      // Half of them run while the next changes are made.
      if (random.chance(0.5)) {
        await runningSync;
        runningSync = undefined;
      }
    }
    await runningSync;
    // A change in one calendar goes through the booking into the other one.
    for (let round = 0; round < 3; round++) for (const id of connections) await sync(id);

    expect(await listShownEvents(calendars[0])).toEqual(await listConfirmedBookings('salon/ana'));
    expect(await listShownEvents(calendars[1])).toEqual(await listConfirmedBookings());
    for (const [index, calendar] of calendars.entries()) {
      const busyTimes = await queryRows(
        `select extract(epoch from from_at)::float8 * 1000 as start, extract(epoch from to_at)::float8 * 1000 as end
         from busy_times where connection_id = $1 order by 1, 2`,
        [connections[index]],
      );
      const expectedEvents = [...foreignEvents.values()].filter((foreignEvent) => foreignEvent.calendar === calendar);
      expect(busyTimes).toEqual(
        expectedEvents.map(({ start, end }) => ({ start, end })).sort((a, b) => a.start - b.start || a.end - b.end),
      );
    }
    // What overlaps is shown, and nothing else.
    const { data } = expectStatus(200, await salon.send('GET', '/calendar-conflicts')).json;
    const shownOverlaps = data.filter(({ kind }: { kind: string }) => kind === 'overlap');
    const anaIds = new Set((await listConfirmedBookings('salon/ana')).map(({ id }) => id));
    const expectedOverlaps = (await listConfirmedBookings()).flatMap(({ id, start, end }) =>
      calendars.flatMap((calendar, index) =>
        [...foreignEvents.values()].some(
          (foreignEvent) =>
            foreignEvent.calendar === calendar &&
            foreignEvent.start < end &&
            foreignEvent.end > start &&
            (index === 1 || anaIds.has(id)),
        )
          ? [`${connections[index]} ${id}`]
          : [],
      ),
    );
    expect(
      shownOverlaps.map((overlap: Record<string, string>) => `${overlap.connectionId} ${overlap.bookingId}`).sort(),
    ).toEqual(expectedOverlaps.sort());
    // Then there is nothing left to do.
    const statesBefore = await Promise.all(calendars.map(({ state }) => state()));
    for (const id of connections) await sync(id);
    expect(await Promise.all(calendars.map(({ state }) => state()))).toEqual(statesBefore);
    const problems = await queryRows('select problem from calendar_connections where workspace_id = $1', [salon.id]);
    expect(problems).toEqual([{ problem: null }, { problem: null }]);
    const eventCounts = await queryRows(
      `select type, count(*)::integer from events where workspace_id = $1 and type like 'booking.%' group by 1 order by 1`,
      [salon.id],
    );
    console.info(
      JSON.stringify({
        actions: actionCounts,
        events: eventCounts,
        putBack: data.length - shownOverlaps.length,
        overlaps: shownOverlaps.length,
      }),
    );
  });

  it('loses nothing when the worker is killed in the middle of a sync', async () => {
    salon = await openLiveBusiness(service, 'salon', SALON);
    const calendar = await radicale.openCalendar('killed');
    await connect('salon/ana', calendar);
    const env = {
      DATABASE_URL: buildDatabaseUrl(service.connection, String(service.connection.database)),
      DATA_DIR: service.config.dataDir,
      MASTER_KEY: service.config.masterKey!,
      WEBHOOKS_ALLOW_PRIVATE: 'true',
    };
    for (let hour = 0; hour < 60; hour++) expectStatus(201, await book(getEpochAt(0, hour)));
    const firstWorker = spawnService(env, 'worker');
    await expect.poll(async () => (await calendar.events()).length, { interval: 5 }).toBeGreaterThan(10);
    firstWorker.child.kill('SIGKILL');
    await firstWorker.exitCode;
    const writtenEvents = (await calendar.events()).filter(isOwnEvent);
    expect(writtenEvents.length).toBeLessThan(60);
    const [moved, deleted, movedTwice] = writtenEvents
      .slice(0, 3)
      .map((event) => ({ ...event, id: getBookingId(event) }));
    await calendar.edit(moved!.uid, (event) => setTimes(event, getEpochAt(5, 3), getEpochAt(5, 4)));
    await calendar.delete(deleted!.uid);
    await calendar.edit(movedTwice!.uid, (event) => setTimes(event, getEpochAt(5, 6), getEpochAt(5, 7)));
    const startsAt = new Date(getEpochAt(6, 6)).toISOString();
    expectStatus(200, await salon.send('PATCH', `/bookings/${movedTwice!.id}`, { body: { startsAt } }));
    await calendar.add('trip', ...formatTimeLines(getEpochAt(6, 12), getEpochAt(6, 20)));

    const secondWorker = spawnService(env, 'worker');
    const isInSync = async () =>
      JSON.stringify(await listShownEvents(calendar)) === JSON.stringify(await listConfirmedBookings('salon/ana')) &&
      (await listConfirmedBookings('salon/ana')).length === 59;
    await expect.poll(isInSync, { timeout: 170_000, interval: 500 }).toBe(true);
    const bookings = new Map((await listConfirmedBookings()).map(({ id, start }) => [id, start]));
    expect([bookings.get(moved!.id), bookings.get(deleted!.id), bookings.get(movedTwice!.id)]).toEqual([
      getEpochAt(5, 3),
      undefined,
      getEpochAt(6, 6),
    ]);
    await expect.poll(() => isFree(getEpochAt(6, 13)), { timeout: 60_000 }).toBe(false);
    secondWorker.child.kill('SIGTERM');
    await secondWorker.exitCode;
  });
});
