// Places in classes, their waiting list and offers, over HTTP and with the job that lets an offer lapse.
import { beforeAll, describe, expect, it } from 'vitest';
import { type BusinessOf, must, openBusiness } from '../../test/business.ts';
import { expectProblem } from '../../test/expect.ts';
import { asOwner, type Service, startService } from '../../test/harness.ts';
import { runTask } from '../../test/jobs.ts';
import { WAKE_TASK } from './wake.ts';

let service: Service;
const sql = async (text: string, values: unknown[] = []) => (await asOwner(service.connection, text, values)).rows;
/** The job that lapses offers knows no test clock, so these classes are held in the days after today. */
const today = new Date().toISOString();

type Studio = BusinessOf & {
  occurrence: string;
  join(name: string, more?: object): ReturnType<BusinessOf['send']>;
  state(id: string): Promise<string>;
  meetings(): Promise<{ occurrenceId: string; startsAt: string; spotsLeft: number }[]>;
  meeting(): Promise<{ spotsLeft: number; waitlist: number; capacity: number }>;
  /** Runs the job that was left for the newest offer, as the runner would after two hours. */
  lapse(): Promise<void>;
};

async function openStudio(capacity: number): Promise<Studio> {
  const weekly = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => ({ day, time: '18:00' }));
  const fitness = {
    classes: [{ id: 'yoga', name: 'Yoga', instructor: 'Priya', durationMinutes: 60, capacity, price: 2000, weekly }],
    memberships: [],
    trainers: [],
  };
  const at = await openBusiness(service, 'fitness', { fitness, closures: [] }, today);
  const meetings = async () => (await at.send('GET', '/fitness/classes?days=7')).json.classes;
  const occurrence = (await meetings())[3].occurrenceId;
  return {
    ...at,
    occurrence,
    meetings,
    join: (name, more = {}) =>
      at.send('POST', `/fitness/classes/${occurrence}/bookings`, {
        body: { customer: { name, email: `${name}@example.com` }, ...more },
      }),
    state: async (id) => (await at.send('GET', `/bookings/${id}`)).json.status,
    meeting: async () =>
      (await meetings()).find(({ occurrenceId }: { occurrenceId: string }) => occurrenceId === occurrence),
    lapse: async () => {
      const [job] = await sql(
        `select payload, run_at from graphile_worker._private_jobs
         where payload ->> 'workspaceId' = $1 order by run_at limit 1`,
        [at.id],
      );
      expect(Math.abs(job.run_at - Date.now() - 2 * 3_600_000)).toBeLessThan(60_000);
      await runTask(service, WAKE_TASK, job.payload);
    },
  };
}

beforeAll(async () => {
  service = await startService(undefined, { jobs: 'off' });
});

describe('a class', () => {
  it('has its places, then a waiting list', async () => {
    const studio = await openStudio(2);
    expect(await studio.meeting()).toMatchObject({ capacity: 2, spotsLeft: 2, waitlist: 0 });
    const states = [];
    for (const name of ['ann', 'bob', 'cem', 'dov']) states.push((await studio.join(name)).json.status);
    expect(states).toEqual(['confirmed', 'confirmed', 'waitlisted', 'waitlisted']);
    expect(await studio.meeting()).toMatchObject({ capacity: 2, spotsLeft: 0, waitlist: 2 });
    const check = await studio.join('eve', { checkOnly: true });
    expect(check).toMatchObject({ status: 200, json: { available: false, reason: 'full' } });
  });

  it('gives no more places than it has, however many ask at once', async () => {
    const studio = await openStudio(5);
    const replies = await Promise.all(Array.from({ length: 30 }, (_, i) => studio.join(`p${i}`)));
    expect(replies.every(({ status }) => status === 201)).toBe(true);
    expect(replies.filter(({ json }) => json.status === 'confirmed')).toHaveLength(5);
    expect(await studio.meeting()).toMatchObject({ spotsLeft: 0, waitlist: 25 });
  });

  it('takes the same customer once, by phone or e-mail, in any state but cancelled', async () => {
    const studio = await openStudio(1);
    const first = await studio.join('ann', {
      customer: { name: 'Ann', phone: '212 555 0142', email: 'Ann@Example.com' },
    });
    for (const customer of [
      { name: 'A.', phone: '+1 (212) 555-0142' },
      { name: 'A.', email: 'ann@example.com' },
      { name: 'A.', phone: '212 555 0199', email: 'ANN@example.com' },
    ]) {
      expectProblem(await studio.join('x', { customer }), 409, 'conflict');
    }
    const waiting = await studio.join('bob');
    expect(waiting.json.status).toBe('waitlisted');
    expectProblem(await studio.join('bob'), 409, 'conflict');
    const both = await Promise.all([studio.join('cem'), studio.join('cem'), studio.join('cem')]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    await studio.send('POST', `/bookings/${first.json.id}/cancel`);
    expect((await studio.join('ann', { customer: { name: 'Ann', phone: '212 555 0142' } })).status).toBe(201);
  });

  it.each([
    ['another day', (id: string) => id.replace('T1800', 'T1700')],
    ['an unknown class', (id: string) => id.replace('yoga', 'boxing')],
    ['no occurrence at all', () => 'yoga'],
  ])('%s is not found', async (_what, change) => {
    const studio = await openStudio(1);
    const path = `/fitness/classes/${change(studio.occurrence)}/bookings`;
    expectProblem(
      await studio.send('POST', path, { body: { customer: { name: 'A', email: 'a@b.co' } } }),
      404,
      'not_found',
    );
  });

  it('keeps to notice and horizon, both ends allowed, and needs no grid or hours', async () => {
    const studio = await openStudio(3);
    const { startsAt } = (await studio.join('ann')).json;
    await studio.send('PUT', '/config', {
      body: { hours: {}, booking: { noticeMinutes: 60, horizonDays: 2, slotMinutes: 45, cancelUntilMinutes: 0 } },
    });
    const reason = async (before: number) => {
      const now = new Date(Date.parse(startsAt) - before).toISOString();
      const body = { customer: { name: 'Bob', email: 'bob@example.com' }, dryRun: true };
      const { status, json } = await studio.send('POST', `/fitness/classes/${studio.occurrence}/bookings`, {
        body,
        now,
      });
      return status === 201 ? undefined : json.reason;
    };
    const [hour, day] = [3_600_000, 86_400_000];
    expect(await reason(hour)).toBe(undefined);
    expect(await reason(hour - 1_000)).toBe('too_soon');
    expect(await reason(2 * day)).toBe(undefined);
    expect(await reason(2 * day + 1_000)).toBe('too_far');
  });

  describe('that is moved', () => {
    const dayAfter = ({ startsAt }: { startsAt: string }) => new Date(Date.parse(startsAt) + 86_400_000).toISOString();
    const moveTo = (studio: Studio, id: string, body: object) => studio.send('PATCH', `/bookings/${id}`, { body });

    it('is one in another meeting, and the old one goes to who waits', async () => {
      const studio = await openStudio(1);
      const ann = (await studio.join('ann')).json;
      const bob = (await studio.join('bob')).json;
      const moved = must(200, await moveTo(studio, ann.id, { startsAt: dayAfter(ann) })).json;
      expect(moved).toMatchObject({ id: ann.id, code: ann.code, status: 'confirmed', service: { name: 'Yoga' } });
      expect(Date.parse(moved.startsAt)).toBe(Date.parse(dayAfter(ann)));
      expect(await studio.state(bob.id)).toBe('offered');
      const told = await sql(`select type from events where workspace_id = $1 order by id`, [studio.id]);
      expect(told.map(({ type }) => type)).toContain('booking.rescheduled');
      // Its place is taken there, and free again once it is cancelled.
      const [next] = (await studio.meetings()).filter(({ startsAt }) => startsAt === moved.startsAt);
      expect(next).toMatchObject({ spotsLeft: 0 });
      must(200, await studio.send('POST', `/bookings/${ann.id}/cancel`));
      const [left] = (await studio.meetings()).filter(({ startsAt }) => startsAt === moved.startsAt);
      expect(left).toMatchObject({ spotsLeft: 1 });
    });

    it('stays where it was when the other is full, not held, too near, or theirs already', async () => {
      const studio = await openStudio(1);
      const ann = (await studio.join('ann')).json;
      const next = (await studio.meetings()).find(({ startsAt }) => Date.parse(startsAt) === Date.parse(dayAfter(ann)));
      const bob = { customer: { name: 'bob', email: 'bob@example.com' } };
      must(201, await studio.send('POST', `/fitness/classes/${next!.occurrenceId}/bookings`, { body: bob }));
      const full = await moveTo(studio, ann.id, { startsAt: dayAfter(ann) });
      expectProblem(full, 409, 'slot_unavailable');
      expect(full.json.reason).toBe('full');
      expect(full.json.alternatives).toHaveLength(3);
      expect(full.json.alternatives.map((each: { startsAt: string }) => each.startsAt)).not.toContain(ann.startsAt);
      const never = new Date(Date.parse(ann.startsAt) + 3_600_000).toISOString();
      expect((await moveTo(studio, ann.id, { startsAt: never })).json.reason).toBe('closed');
      expect((await moveTo(studio, ann.id, { startsAt: '2020-01-01T18:00' })).json.reason).toMatch(/too_soon|closed/);
      expectProblem(await moveTo(studio, ann.id, { resourceId: 'Priya' }), 409, 'conflict');
      expect((await studio.send('GET', `/bookings/${ann.id}`)).json).toEqual(ann);
      const kept = must(200, await moveTo(studio, ann.id, { startsAt: ann.startsAt })).json;
      expect(kept).toMatchObject({ startsAt: ann.startsAt, status: 'confirmed' });
    });

    it('is a place for one of two who want the last', async () => {
      const studio = await openStudio(1);
      const [, second, third] = await studio.meetings();
      const join = async (name: string, { occurrenceId }: { occurrenceId: string }) => {
        const body = { customer: { name, email: `${name}@example.com` } };
        return must(201, await studio.send('POST', `/fitness/classes/${occurrenceId}/bookings`, { body })).json;
      };
      const [ann, bob] = [await join('ann', second!), await join('bob', third!)];
      const target = (await studio.meetings()).at(-1)!;
      const all = await Promise.all([ann, bob].map(({ id }) => moveTo(studio, id, { startsAt: target.startsAt })));
      expect(all.map(({ status }) => status).sort()).toEqual([200, 409]);
    });

    it('changes with another that comes the other way at the same moment', async () => {
      const studio = await openStudio(2);
      const ann = (await studio.join('ann')).json;
      const bob = (await studio.join('bob')).json;
      must(200, await moveTo(studio, bob.id, { startsAt: dayAfter(ann) }));
      const ways = [
        { id: ann.id, startsAt: dayAfter(ann) },
        { id: bob.id, startsAt: ann.startsAt },
      ];
      const all = await Promise.all(ways.map(({ id, startsAt }) => moveTo(studio, id, { startsAt })));
      expect(all.map(({ status }) => status)).toEqual([200, 200]);
    });
  });
});

describe('a place that becomes free', () => {
  it('is offered to the first in line and held for them', async () => {
    const studio = await openStudio(1);
    const ann = (await studio.join('ann')).json;
    const bob = (await studio.join('bob')).json;
    const cem = (await studio.join('cem')).json;
    await studio.send('POST', `/bookings/${ann.id}/cancel`);
    expect(await studio.state(bob.id)).toBe('offered');
    expect(await studio.state(cem.id)).toBe('waitlisted');
    expect(await studio.meeting()).toMatchObject({ spotsLeft: 0, waitlist: 1 });
    expect((await studio.join('dov')).json.status).toBe('waitlisted');
    const [told, ...more] = await sql(`select data from events where workspace_id = $1 and type = 'waitlist.offered'`, [
      studio.id,
    ]);
    expect(more).toEqual([]);
    expect(told.data).toEqual((await studio.send('GET', `/bookings/${bob.id}`)).json);

    const confirmed = await studio.send('PATCH', `/bookings/${bob.id}`, { body: { status: 'confirmed' } });
    expect(confirmed).toMatchObject({ status: 200, json: { status: 'confirmed', version: 3 } });
    await studio.lapse();
    expect(await studio.state(bob.id)).toBe('confirmed');
    expect(await studio.state(cem.id)).toBe('waitlisted');
  });

  it('goes down the line as nobody answers, past no one, and round again', async () => {
    const studio = await openStudio(1);
    const ids: Record<string, string> = {};
    for (const name of ['ann', 'bob', 'cem', 'dov']) ids[name] = (await studio.join(name)).json.id;
    const states = async () => Promise.all(['bob', 'cem', 'dov'].map((name) => studio.state(ids[name]!)));
    await studio.send('POST', `/bookings/${ids.ann}/cancel`);
    expect(await states()).toEqual(['offered', 'waitlisted', 'waitlisted']);
    await studio.lapse();
    expect(await states()).toEqual(['waitlisted', 'offered', 'waitlisted']);
    await studio.lapse();
    expect(await states()).toEqual(['waitlisted', 'waitlisted', 'offered']);
    await studio.lapse();
    expect(await states()).toEqual(['offered', 'waitlisted', 'waitlisted']);
    expect(await sql('select booking_id from class_places where workspace_id = $1', [studio.id])).toEqual([
      { booking_id: ids.bob },
    ]);
  });

  it.each(['waitlisted', 'cancelled'])('by an offer that becomes %s goes to the next', async (status) => {
    const studio = await openStudio(1);
    const ids: string[] = [];
    for (const name of ['ann', 'bob', 'cem']) ids.push((await studio.join(name)).json.id);
    await studio.send('POST', `/bookings/${ids[0]}/cancel`);
    const declined = await studio.send('PATCH', `/bookings/${ids[1]}`, { body: { status } });
    expect(declined).toMatchObject({ status: 200, json: { status } });
    expect(await studio.state(ids[2]!)).toBe('offered');
    expect(await studio.meeting()).toMatchObject({ spotsLeft: 0, waitlist: status === 'waitlisted' ? 1 : 0 });
  });

  it('is not offered twice, whoever else leaves the line', async () => {
    const studio = await openStudio(1);
    const ids: string[] = [];
    for (const name of ['ann', 'bob', 'cem', 'dov']) ids.push((await studio.join(name)).json.id);
    await studio.send('POST', `/bookings/${ids[2]}/cancel`);
    expect(await studio.state(ids[1]!)).toBe('waitlisted');
    await Promise.all([ids[0], ids[1]].map((id) => studio.send('POST', `/bookings/${id}/cancel`)));
    expect(await studio.state(ids[3]!)).toBe('offered');
    expect(await sql('select booking_id from class_places where workspace_id = $1', [studio.id])).toEqual([
      { booking_id: ids[3] },
    ]);
  });

  it('can be offered by hand, but only where there is one', async () => {
    const studio = await openStudio(1);
    const ids: string[] = [];
    for (const name of ['ann', 'bob', 'cem']) ids.push((await studio.join(name)).json.id);
    const offer = (id: string) => studio.send('PATCH', `/bookings/${id}`, { body: { status: 'offered' } });
    expectProblem(await offer(ids[2]!), 409, 'conflict');
    expect(await studio.state(ids[2]!)).toBe('waitlisted');
  });
});
