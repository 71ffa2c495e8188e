import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleSize } from '../../../../test/random.ts';
import {
  acceptEvent,
  type Decision,
  decideChange,
  decidePush,
  type EventLink,
  guardAgainstEmptiedCalendar,
  type OwnEvent,
  type OwnEventState,
} from './reconcile.ts';

const HOUR = 3_600_000;
const hour = (start: number, length = 1) => ({ start: start * HOUR, end: (start + length) * HOUR });
const booking = (start: number, canChange = true): OwnEvent => ({
  ...{ key: 'a', bookingId: 'a', canChange, fingerprint: `a ${start}` },
  ...hour(start),
});
const link = (agreed: number, writing?: number): EventLink => ({
  ...{ key: 'a', eventId: 'e', etag: '1', fingerprint: `a ${agreed}` },
  agreedTime: hour(agreed),
  timeBeingWritten: writing === undefined ? null : hour(writing),
});
const seen = (start: number, length?: number) => ({ id: 'e', etag: '2', time: hour(start, length) });

describe('a change in the calendar', () => {
  it.each<[string, OwnEventState, EventLink, Parameters<typeof decideChange>[2], Partial<Decision>]>([
    ['moves the booking', booking(1), link(1), seen(3), { kind: 'move', start: 3 * HOUR }],
    ['cancels the booking', booking(1), link(1), undefined, { kind: 'cancel' }],
    ['is ours, and arrived late', booking(2), link(1, 2), seen(2), { kind: 'accept' }],
    ['is an older one of ours', booking(3), link(1, 2), seen(2), { kind: 'accept' }],
    ['is only of the text', booking(1), link(1), seen(1), { kind: 'accept' }],
    ['agrees with the booking’s own', booking(2), link(1), seen(2), { kind: 'accept' }],
    ['loses against the booking’s own', booking(2), link(1), seen(3), { kind: 'put_back', reason: 'both_changed' }],
    [
      'loses if it deletes what has moved',
      booking(2),
      link(1),
      undefined,
      { kind: 'put_back', reason: 'both_changed' },
    ],
    ['cannot make it longer', booking(1), link(1), seen(1, 2), { kind: 'put_back', reason: 'length' }],
    [
      'cannot make it repeat',
      booking(1),
      link(1),
      { ...seen(1), time: undefined },
      { kind: 'put_back', reason: 'no_single_time' },
    ],
    ['cannot move a class', booking(1, false), link(1), seen(3), { kind: 'put_back', reason: 'class' }],
    ['cannot delete a class', booking(1, false), link(1), undefined, { kind: 'put_back', reason: 'class' }],
    ['comes too late', 'begun', link(1), undefined, { kind: 'forget' }],
    ['is of a canceled booking', 'canceled', link(1), seen(3), { kind: 'accept' }],
    [
      'is no change before the first write',
      booking(1),
      { ...link(1), agreedTime: null },
      undefined,
      { kind: 'forget' },
    ],
  ])('%s', (_, ours, known, event, expected) => {
    expect(decideChange(ours, known, event)).toMatchObject(expected);
  });

  it('cancels nothing if all events are gone at once', () => {
    const cancel = (count: number) =>
      new Map<string, Decision>(Array.from({ length: count }, (_, index) => [String(index), { kind: 'cancel' }]));
    const kinds = (decisions: Map<string, Decision>) => new Set([...decisions.values()].map(({ kind }) => kind));
    expect(kinds(guardAgainstEmptiedCalendar(cancel(5), 5))).toEqual(new Set(['put_back']));
    expect(kinds(guardAgainstEmptiedCalendar(cancel(5), 6))).toEqual(new Set(['cancel']));
    expect(kinds(guardAgainstEmptiedCalendar(cancel(4), 4))).toEqual(new Set(['cancel']));
  });
});

type Operation = { by: 'desk' | 'calendar' | 'sync'; kind: number; which: number; to: number; stopAfter: number };

class Crash extends Error {}

/** A desk and a calendar, and a job that syncs them, which can stop after any of its steps. */
function createWorld() {
  const bookings = new Map<string, number>();
  const events = new Map<string, { etag: string; start: number }>();
  const links = new Map<string, EventLink>();
  const untouched = new Set<string>();
  const changedBySync = new Set<string>();
  let lastEtag = 0;
  let stepsLeft = Number.POSITIVE_INFINITY;
  const step = () => {
    if (stepsLeft-- <= 0) throw new Crash();
  };
  const put = (key: string, start: number) => {
    events.set(key, { etag: String(++lastEtag), start });
    return String(lastEtag);
  };
  const isTaken = (start: number) => [...bookings.values()].includes(start);
  const ours = () =>
    new Map(
      [...bookings].map(([key, start]): [string, OwnEventState] => [
        key,
        { ...booking(start), key, bookingId: key, fingerprint: `${key} ${start}` },
      ]),
    );

  function apply(key: string, known: EventLink, decision: Decision) {
    step();
    if (decision.kind === 'forget') links.delete(key);
    if (decision.kind === 'accept') links.set(key, acceptEvent(known, decision.event));
    if (decision.kind === 'cancel') {
      bookings.delete(key);
      links.delete(key);
      changedBySync.add(key);
    }
    const isRefused = decision.kind === 'move' && isTaken(decision.start / HOUR);
    if (decision.kind === 'move' && !isRefused) {
      bookings.set(key, decision.start / HOUR);
      links.set(key, acceptEvent(known, decision.event));
      changedBySync.add(key);
    }
    if (decision.kind !== 'put_back' && !isRefused) return;
    const { event } = decision as { event: { etag: string } | undefined };
    if (event) links.set(key, { ...known, etag: event.etag, fingerprint: '' });
    else links.delete(key);
  }

  function pull() {
    const current = ours();
    for (const [key, { etag }] of events)
      if (!links.has(key))
        links.set(key, { key, eventId: key, etag, agreedTime: null, timeBeingWritten: null, fingerprint: '' });
    const decisions = new Map<string, Decision>();
    for (const [key, known] of links) {
      const event = events.get(key);
      const seenEvent = event && { id: key, etag: event.etag, time: hour(event.start) };
      decisions.set(key, decideChange(current.get(key) ?? 'canceled', known, seenEvent));
    }
    for (const [key, decision] of guardAgainstEmptiedCalendar(decisions, bookings.size))
      apply(key, links.get(key)!, decision);
  }

  function push() {
    for (const action of decidePush(ours(), links)) {
      step();
      if (action.kind !== 'write') {
        events.delete(action.link.key);
        step();
        links.delete(action.link.key);
        continue;
      }
      const { key, start, end, fingerprint } = action.event;
      const known = action.link ?? {
        key,
        eventId: key,
        etag: null,
        agreedTime: null,
        timeBeingWritten: null,
        fingerprint: '',
      };
      links.set(key, { ...known, timeBeingWritten: { start, end } });
      step();
      const etag = put(key, start / HOUR);
      step();
      links.set(key, { ...known, etag, agreedTime: { start, end }, timeBeingWritten: null, fingerprint });
    }
  }

  return {
    bookings,
    events,
    untouched,
    changedBySync,
    sync(stopAfter = Number.POSITIVE_INFINITY) {
      stepsLeft = stopAfter;
      try {
        pull();
        push();
      } catch (error) {
        if (!(error instanceof Crash)) throw error;
      }
    },
    run({ by, kind, which, to, stopAfter }: Operation) {
      if (by === 'sync') return this.sync(stopAfter);
      const keys = [...(by === 'desk' ? bookings : events).keys()];
      const key = keys[which % Math.max(1, keys.length)];
      if (by === 'desk') {
        const isNew = kind === 0 || key === undefined;
        if (!isNew && kind === 1) return void bookings.delete(key);
        if (isTaken(to)) return;
        const target = isNew ? `b${bookings.size}-${lastEtag}-${to}` : key;
        bookings.set(target, to);
        if (isNew) untouched.add(target);
        return;
      }
      if (key === undefined) return;
      untouched.delete(key);
      if (kind === 0) events.delete(key);
      else put(key, to);
    },
  };
}

const operation: fc.Arbitrary<Operation> = fc.record({
  by: fc.constantFrom('desk' as const, 'desk' as const, 'calendar' as const, 'sync' as const),
  ...{ kind: fc.nat(2), which: fc.nat(20), to: fc.nat(30), stopAfter: fc.nat(12) },
});

describe('changes on both sides, with a job that crashes anywhere', () => {
  it('come together, and no booking changes that nobody touched in the calendar', () => {
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 40 }), (operations) => {
        const world = createWorld();
        for (const each of operations) world.run(each);
        for (let round = 0; round < 3; round++) world.sync();
        const shown = [...world.events].map(([key, { start }]) => [key, start]);
        expect(new Map(shown as [string, number][])).toEqual(world.bookings);
        expect([...world.changedBySync].filter((key) => world.untouched.has(key))).toEqual([]);
      }),
      { numRuns: sampleSize(3_000) },
    );
  });
});
