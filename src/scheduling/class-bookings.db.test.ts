// Tests class places, waiting lists and offers over HTTP and with the job that lapses offers.
import { beforeAll, describe, expect, it } from 'vitest';
import { expectStatus, openBusiness, type TestBusiness } from '../../test/business.ts';
import { expectProblem } from '../../test/expect.ts';
import { queryAsDbOwner, type Service, startService } from '../../test/harness.ts';
import { runTask } from '../../test/jobs.ts';
import { WAITLIST_TASK } from './waitlist-job.ts';

let service: Service;
const queryRows = async (text: string, values: unknown[] = []) =>
  (await queryAsDbOwner(service.connection, text, values)).rows;
/** The job that lapses offers does not use the test clock, so these classes take place in the next days. */
const today = new Date().toISOString();

type Studio = TestBusiness & {
  occurrenceId: string;
  join(name: string, fields?: object): ReturnType<TestBusiness['send']>;
  readBookingStatus(id: string): Promise<string>;
  listOccurrences(): Promise<{ occurrenceId: string; startsAt: string; spotsLeft: number }[]>;
  readOccurrence(): Promise<{ spotsLeft: number; waitlist: number; capacity: number }>;
  /** Runs the job scheduled for the newest offer, as the job runner would after two hours. */
  runLapseJob(): Promise<void>;
};

async function openStudio(capacity: number): Promise<Studio> {
  const weekly = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => ({ day, time: '18:00' }));
  const fitness = {
    classes: [{ id: 'yoga', name: 'Yoga', instructor: 'Priya', durationMinutes: 60, capacity, price: 2000, weekly }],
    memberships: [],
    trainers: [],
  };
  const business = await openBusiness(service, 'fitness', { fitness, closures: [] }, today);
  const listOccurrences = async () => (await business.send('GET', '/fitness/classes?days=7')).json.classes;
  const occurrenceId = (await listOccurrences())[3].occurrenceId;
  return {
    ...business,
    occurrenceId,
    listOccurrences,
    join: (name, fields = {}) =>
      business.send('POST', `/fitness/classes/${occurrenceId}/bookings`, {
        body: { customer: { name, email: `${name}@example.com` }, ...fields },
      }),
    readBookingStatus: async (id) => (await business.send('GET', `/bookings/${id}`)).json.status,
    readOccurrence: async () =>
      (await listOccurrences()).find((candidate: { occurrenceId: string }) => candidate.occurrenceId === occurrenceId),
    runLapseJob: async () => {
      const [job] = await queryRows(
        `select payload, run_at from graphile_worker._private_jobs
         where payload ->> 'workspaceId' = $1 order by run_at limit 1`,
        [business.id],
      );
      expect(Math.abs(job.run_at - Date.now() - 2 * 3_600_000)).toBeLessThan(60_000);
      await runTask(service, WAITLIST_TASK, job.payload);
    },
  };
}

beforeAll(async () => {
  service = await startService(undefined, { jobs: 'off' });
});

describe('a class', () => {
  it('fills its places first and then the waiting list', async () => {
    const studio = await openStudio(2);
    expect(await studio.readOccurrence()).toMatchObject({ capacity: 2, spotsLeft: 2, waitlist: 0 });
    const statuses = [];
    for (const name of ['ann', 'bob', 'cem', 'dov']) statuses.push((await studio.join(name)).json.status);
    expect(statuses).toEqual(['confirmed', 'confirmed', 'waitlisted', 'waitlisted']);
    expect(await studio.readOccurrence()).toMatchObject({ capacity: 2, spotsLeft: 0, waitlist: 2 });
    const checkResponse = await studio.join('eve', { checkOnly: true });
    expect(checkResponse).toMatchObject({ status: 200, json: { available: false, reason: 'full' } });
  });

  it('never overbooks, even with many simultaneous requests', async () => {
    const studio = await openStudio(5);
    const responses = await Promise.all(Array.from({ length: 30 }, (_, i) => studio.join(`p${i}`)));
    expect(responses.every(({ status }) => status === 201)).toBe(true);
    expect(responses.filter(({ json }) => json.status === 'confirmed')).toHaveLength(5);
    expect(await studio.readOccurrence()).toMatchObject({ spotsLeft: 0, waitlist: 25 });
  });

  it('accepts a customer once, by phone or email, unless the earlier booking is canceled', async () => {
    const studio = await openStudio(1);
    const firstBooking = await studio.join('ann', {
      customer: { name: 'Ann', phone: '212 555 0142', email: 'Ann@Example.com' },
    });
    for (const customer of [
      { name: 'A.', phone: '+1 (212) 555-0142' },
      { name: 'A.', email: 'ann@example.com' },
      { name: 'A.', phone: '212 555 0199', email: 'ANN@example.com' },
    ]) {
      expectProblem(await studio.join('x', { customer }), 409, 'conflict');
    }
    const waitingBooking = await studio.join('bob');
    expect(waitingBooking.json.status).toBe('waitlisted');
    expectProblem(await studio.join('bob'), 409, 'conflict');
    const simultaneousResponses = await Promise.all([studio.join('cem'), studio.join('cem'), studio.join('cem')]);
    expect(simultaneousResponses.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    await studio.send('POST', `/bookings/${firstBooking.json.id}/cancel`);
    expect((await studio.join('ann', { customer: { name: 'Ann', phone: '212 555 0142' } })).status).toBe(201);
  });

  it.each([
    ['another time', (id: string) => id.replace('T1800', 'T1700')],
    ['an unknown class', (id: string) => id.replace('yoga', 'boxing')],
    ['an ID without an occurrence', () => 'yoga'],
  ])('%s is not found', async (_what, changeId) => {
    const studio = await openStudio(1);
    const path = `/fitness/classes/${changeId(studio.occurrenceId)}/bookings`;
    expectProblem(
      await studio.send('POST', path, { body: { customer: { name: 'A', email: 'a@b.co' } } }),
      404,
      'not_found',
    );
  });

  it('respects notice and horizon, limits included, but ignores the slot grid and the opening hours', async () => {
    const studio = await openStudio(3);
    const { startsAt } = (await studio.join('ann')).json;
    await studio.send('PUT', '/config', {
      body: { hours: {}, booking: { noticeMinutes: 60, horizonDays: 2, slotMinutes: 45, cancelUntilMinutes: 0 } },
    });
    const reasonAt = async (msBeforeStart: number) => {
      const now = new Date(Date.parse(startsAt) - msBeforeStart).toISOString();
      const body = { customer: { name: 'Bob', email: 'bob@example.com' }, dryRun: true };
      const { status, json } = await studio.send('POST', `/fitness/classes/${studio.occurrenceId}/bookings`, {
        body,
        now,
      });
      return status === 201 ? undefined : json.reason;
    };
    const [hour, day] = [3_600_000, 86_400_000];
    expect(await reasonAt(hour)).toBe(undefined);
    expect(await reasonAt(hour - 1_000)).toBe('too_soon');
    expect(await reasonAt(2 * day)).toBe(undefined);
    expect(await reasonAt(2 * day + 1_000)).toBe('too_far');
  });

  describe('a booking that is moved', () => {
    const oneDayLater = ({ startsAt }: { startsAt: string }) =>
      new Date(Date.parse(startsAt) + 86_400_000).toISOString();
    const moveTo = (studio: Studio, id: string, body: object) => studio.send('PATCH', `/bookings/${id}`, { body });

    it('takes a place in the other occurrence and offers the old one to the waiting list', async () => {
      const studio = await openStudio(1);
      const annBooking = (await studio.join('ann')).json;
      const bobBooking = (await studio.join('bob')).json;
      const movedBooking = expectStatus(
        200,
        await moveTo(studio, annBooking.id, { startsAt: oneDayLater(annBooking) }),
      ).json;
      expect(movedBooking).toMatchObject({
        id: annBooking.id,
        code: annBooking.code,
        status: 'confirmed',
        service: { name: 'Yoga' },
      });
      expect(Date.parse(movedBooking.startsAt)).toBe(Date.parse(oneDayLater(annBooking)));
      expect(await studio.readBookingStatus(bobBooking.id)).toBe('offered');
      const events = await queryRows(`select type from events where workspace_id = $1 order by id`, [studio.id]);
      expect(events.map(({ type }) => type)).toContain('booking.rescheduled');
      // The new place is taken, and free again after canceling.
      const [nextOccurrence] = (await studio.listOccurrences()).filter(
        ({ startsAt }) => startsAt === movedBooking.startsAt,
      );
      expect(nextOccurrence).toMatchObject({ spotsLeft: 0 });
      expectStatus(200, await studio.send('POST', `/bookings/${annBooking.id}/cancel`));
      const [afterCanceling] = (await studio.listOccurrences()).filter(
        ({ startsAt }) => startsAt === movedBooking.startsAt,
      );
      expect(afterCanceling).toMatchObject({ spotsLeft: 1 });
    });

    it('stays unchanged if the new time is full, not held, too soon, or the same', async () => {
      const studio = await openStudio(1);
      const annBooking = (await studio.join('ann')).json;
      const nextOccurrence = (await studio.listOccurrences()).find(
        ({ startsAt }) => Date.parse(startsAt) === Date.parse(oneDayLater(annBooking)),
      );
      const bobRequestBody = { customer: { name: 'bob', email: 'bob@example.com' } };
      expectStatus(
        201,
        await studio.send('POST', `/fitness/classes/${nextOccurrence!.occurrenceId}/bookings`, {
          body: bobRequestBody,
        }),
      );
      const fullResponse = await moveTo(studio, annBooking.id, { startsAt: oneDayLater(annBooking) });
      expectProblem(fullResponse, 409, 'slot_unavailable');
      expect(fullResponse.json.reason).toBe('full');
      expect(fullResponse.json.alternatives).toHaveLength(3);
      expect(fullResponse.json.alternatives.map(({ startsAt }: { startsAt: string }) => startsAt)).not.toContain(
        annBooking.startsAt,
      );
      const timeWithoutClass = new Date(Date.parse(annBooking.startsAt) + 3_600_000).toISOString();
      expect((await moveTo(studio, annBooking.id, { startsAt: timeWithoutClass })).json.reason).toBe('closed');
      expect((await moveTo(studio, annBooking.id, { startsAt: '2020-01-01T18:00' })).json.reason).toMatch(
        /too_soon|closed/,
      );
      expectProblem(await moveTo(studio, annBooking.id, { resourceId: 'Priya' }), 409, 'conflict');
      expect((await studio.send('GET', `/bookings/${annBooking.id}`)).json).toEqual(annBooking);
      const unchangedBooking = expectStatus(
        200,
        await moveTo(studio, annBooking.id, { startsAt: annBooking.startsAt }),
      ).json;
      expect(unchangedBooking).toMatchObject({ startsAt: annBooking.startsAt, status: 'confirmed' });
    });

    it('lets only one of two bookings have the last place', async () => {
      const studio = await openStudio(1);
      const [, secondOccurrence, thirdOccurrence] = await studio.listOccurrences();
      const joinOccurrence = async (name: string, { occurrenceId }: { occurrenceId: string }) => {
        const body = { customer: { name, email: `${name}@example.com` } };
        return expectStatus(201, await studio.send('POST', `/fitness/classes/${occurrenceId}/bookings`, { body })).json;
      };
      const [annBooking, bobBooking] = [
        await joinOccurrence('ann', secondOccurrence!),
        await joinOccurrence('bob', thirdOccurrence!),
      ];
      const target = (await studio.listOccurrences()).at(-1)!;
      const responses = await Promise.all(
        [annBooking, bobBooking].map(({ id }) => moveTo(studio, id, { startsAt: target.startsAt })),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    });

    it('can swap with another booking that moves at the same moment', async () => {
      const studio = await openStudio(2);
      const annBooking = (await studio.join('ann')).json;
      const bobBooking = (await studio.join('bob')).json;
      expectStatus(200, await moveTo(studio, bobBooking.id, { startsAt: oneDayLater(annBooking) }));
      const moves = [
        { id: annBooking.id, startsAt: oneDayLater(annBooking) },
        { id: bobBooking.id, startsAt: annBooking.startsAt },
      ];
      const responses = await Promise.all(moves.map(({ id, startsAt }) => moveTo(studio, id, { startsAt })));
      expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    });
  });
});

describe('a place that becomes free', () => {
  it('is offered to the first customer in line and held for them', async () => {
    const studio = await openStudio(1);
    const annBooking = (await studio.join('ann')).json;
    const bobBooking = (await studio.join('bob')).json;
    const cemBooking = (await studio.join('cem')).json;
    await studio.send('POST', `/bookings/${annBooking.id}/cancel`);
    expect(await studio.readBookingStatus(bobBooking.id)).toBe('offered');
    expect(await studio.readBookingStatus(cemBooking.id)).toBe('waitlisted');
    expect(await studio.readOccurrence()).toMatchObject({ spotsLeft: 0, waitlist: 1 });
    expect((await studio.join('dov')).json.status).toBe('waitlisted');
    const [offerEvent, ...otherEvents] = await queryRows(
      `select data from events where workspace_id = $1 and type = 'waitlist.offered'`,
      [studio.id],
    );
    expect(otherEvents).toEqual([]);
    expect(offerEvent.data).toEqual((await studio.send('GET', `/bookings/${bobBooking.id}`)).json);

    const confirmation = await studio.send('PATCH', `/bookings/${bobBooking.id}`, { body: { status: 'confirmed' } });
    expect(confirmation).toMatchObject({ status: 200, json: { status: 'confirmed', version: 3 } });
    await studio.runLapseJob();
    expect(await studio.readBookingStatus(bobBooking.id)).toBe('confirmed');
    expect(await studio.readBookingStatus(cemBooking.id)).toBe('waitlisted');
  });

  it('is offered to each waiting customer in turn and then starts over', async () => {
    const studio = await openStudio(1);
    const ids: Record<string, string> = {};
    for (const name of ['ann', 'bob', 'cem', 'dov']) ids[name] = (await studio.join(name)).json.id;
    const readStatuses = async () =>
      Promise.all(['bob', 'cem', 'dov'].map((name) => studio.readBookingStatus(ids[name]!)));
    await studio.send('POST', `/bookings/${ids.ann}/cancel`);
    expect(await readStatuses()).toEqual(['offered', 'waitlisted', 'waitlisted']);
    await studio.runLapseJob();
    expect(await readStatuses()).toEqual(['waitlisted', 'offered', 'waitlisted']);
    await studio.runLapseJob();
    expect(await readStatuses()).toEqual(['waitlisted', 'waitlisted', 'offered']);
    await studio.runLapseJob();
    expect(await readStatuses()).toEqual(['offered', 'waitlisted', 'waitlisted']);
    expect(await queryRows('select booking_id from class_places where workspace_id = $1', [studio.id])).toEqual([
      { booking_id: ids.bob },
    ]);
  });

  it.each(['waitlisted', 'cancelled'])('is offered to the next customer if an offer becomes %s', async (status) => {
    const studio = await openStudio(1);
    const ids: string[] = [];
    for (const name of ['ann', 'bob', 'cem']) ids.push((await studio.join(name)).json.id);
    await studio.send('POST', `/bookings/${ids[0]}/cancel`);
    const changedOffer = await studio.send('PATCH', `/bookings/${ids[1]}`, { body: { status } });
    expect(changedOffer).toMatchObject({ status: 200, json: { status } });
    expect(await studio.readBookingStatus(ids[2]!)).toBe('offered');
    expect(await studio.readOccurrence()).toMatchObject({ spotsLeft: 0, waitlist: status === 'waitlisted' ? 1 : 0 });
  });

  it('is not offered twice when others leave the waiting list', async () => {
    const studio = await openStudio(1);
    const ids: string[] = [];
    for (const name of ['ann', 'bob', 'cem', 'dov']) ids.push((await studio.join(name)).json.id);
    await studio.send('POST', `/bookings/${ids[2]}/cancel`);
    expect(await studio.readBookingStatus(ids[1]!)).toBe('waitlisted');
    await Promise.all([ids[0], ids[1]].map((id) => studio.send('POST', `/bookings/${id}/cancel`)));
    expect(await studio.readBookingStatus(ids[3]!)).toBe('offered');
    expect(await queryRows('select booking_id from class_places where workspace_id = $1', [studio.id])).toEqual([
      { booking_id: ids[3] },
    ]);
  });

  it('can be offered manually, but only if a place is free', async () => {
    const studio = await openStudio(1);
    const ids: string[] = [];
    for (const name of ['ann', 'bob', 'cem']) ids.push((await studio.join(name)).json.id);
    const offer = (id: string) => studio.send('PATCH', `/bookings/${id}`, { body: { status: 'offered' } });
    expectProblem(await offer(ids[2]!), 409, 'conflict');
    expect(await studio.readBookingStatus(ids[2]!)).toBe('waitlisted');
  });
});
