import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseCaseCount } from '../../../../test/random.ts';
import {
  acceptEvent,
  type Decision,
  decideChange,
  decidePush,
  type EventLink,
  guardAgainstEmptiedCalendar,
  type OwnEvent,
  type OwnEventOrEndState,
} from './reconcile.ts';

const HOUR = 3_600_000;
const createIntervalInHours = (start: number, length = 1) => ({ start: start * HOUR, end: (start + length) * HOUR });
const ownEvent = (start: number, canChange = true): OwnEvent => ({
  bookingOrClassId: 'a',
  bookingId: 'a',
  canChange,
  fingerprint: `a ${start}`,
  ...createIntervalInHours(start),
});
const createLinkAt = (lastSyncedStart: number, startBeingWritten?: number): EventLink => ({
  bookingOrClassId: 'a',
  eventId: 'e',
  etag: '1',
  fingerprint: `a ${lastSyncedStart}`,
  lastSyncedTime: createIntervalInHours(lastSyncedStart),
  timeBeingWritten: startBeingWritten === undefined ? null : createIntervalInHours(startBeingWritten),
});
const createEventAt = (start: number, length?: number) => ({
  id: 'e',
  etag: '2',
  time: createIntervalInHours(start, length),
});

describe('a change in the calendar', () => {
  it.each<[string, OwnEventOrEndState, EventLink, Parameters<typeof decideChange>[2], Partial<Decision>]>([
    ['moves the booking', ownEvent(1), createLinkAt(1), createEventAt(3), { kind: 'move', start: 3 * HOUR }],
    ['cancels the booking', ownEvent(1), createLinkAt(1), undefined, { kind: 'cancel' }],
    [
      'is accepted if it is our own write that arrives late',
      ownEvent(2),
      createLinkAt(1, 2),
      createEventAt(2),
      { kind: 'accept' },
    ],
    [
      'is accepted if it is an older write of ours',
      ownEvent(3),
      createLinkAt(1, 2),
      createEventAt(2),
      { kind: 'accept' },
    ],
    ['is accepted if it changes only the text', ownEvent(1), createLinkAt(1), createEventAt(1), { kind: 'accept' }],
    [
      'is accepted if the booking has moved to the same time',
      ownEvent(2),
      createLinkAt(1),
      createEventAt(2),
      { kind: 'accept' },
    ],
    [
      'loses against another change of the booking',
      ownEvent(2),
      createLinkAt(1),
      createEventAt(3),
      { kind: 'put_back', reason: 'both_changed' },
    ],
    [
      'loses if it deletes the event of a moved booking',
      ownEvent(2),
      createLinkAt(1),
      undefined,
      { kind: 'put_back', reason: 'both_changed' },
    ],
    [
      'cannot make the booking longer',
      ownEvent(1),
      createLinkAt(1),
      createEventAt(1, 2),
      { kind: 'put_back', reason: 'length' },
    ],
    [
      'cannot make the booking repeat',
      ownEvent(1),
      createLinkAt(1),
      { ...createEventAt(1), time: undefined },
      { kind: 'put_back', reason: 'no_single_time' },
    ],
    [
      'cannot move a class',
      ownEvent(1, false),
      createLinkAt(1),
      createEventAt(3),
      { kind: 'put_back', reason: 'class' },
    ],
    ['cannot delete a class', ownEvent(1, false), createLinkAt(1), undefined, { kind: 'put_back', reason: 'class' }],
    ['is forgotten once the booking has begun', 'begun', createLinkAt(1), undefined, { kind: 'forget' }],
    ['is accepted if the booking is canceled', 'canceled', createLinkAt(1), createEventAt(3), { kind: 'accept' }],
    [
      'is ignored before the first write',
      ownEvent(1),
      { ...createLinkAt(1), lastSyncedTime: null },
      undefined,
      { kind: 'forget' },
    ],
  ])('%s', (_, state, link, event, expected) => {
    expect(decideChange(state, link, event)).toMatchObject(expected);
  });

  it('cancels nothing if all events disappear at once', () => {
    const cancelDecisions = (count: number) =>
      new Map<string, Decision>(Array.from({ length: count }, (_, index) => [String(index), { kind: 'cancel' }]));
    const kinds = (decisions: Map<string, Decision>) => new Set([...decisions.values()].map(({ kind }) => kind));
    expect(kinds(guardAgainstEmptiedCalendar(cancelDecisions(5), 5))).toEqual(new Set(['put_back']));
    expect(kinds(guardAgainstEmptiedCalendar(cancelDecisions(5), 6))).toEqual(new Set(['cancel']));
    expect(kinds(guardAgainstEmptiedCalendar(cancelDecisions(4), 4))).toEqual(new Set(['cancel']));
  });
});

type Operation = {
  actor: 'staff' | 'calendar' | 'sync';
  kind: number;
  keyIndex: number;
  newStart: number;
  stopAfter: number;
};

class Crash extends Error {}

/** Simulates bookings, a calendar, and a job that syncs them and can crash after any of its steps. */
function createSimulation() {
  const bookings = new Map<string, number>();
  const events = new Map<string, { etag: string; start: number }>();
  const links = new Map<string, EventLink>();
  const untouchedKeys = new Set<string>();
  const keysChangedBySync = new Set<string>();
  let lastEtag = 0;
  let stepsLeft = Number.POSITIVE_INFINITY;
  const step = () => {
    if (stepsLeft-- <= 0) throw new Crash();
  };
  const putEvent = (key: string, start: number) => {
    events.set(key, { etag: String(++lastEtag), start });
    return String(lastEtag);
  };
  const isTaken = (start: number) => [...bookings.values()].includes(start);
  const listOwnEvents = () =>
    new Map(
      [...bookings].map(([key, start]): [string, OwnEventOrEndState] => [
        key,
        { ...ownEvent(start), bookingOrClassId: key, bookingId: key, fingerprint: `${key} ${start}` },
      ]),
    );

  function applyDecision(key: string, link: EventLink, decision: Decision) {
    step();
    if (decision.kind === 'forget') links.delete(key);
    if (decision.kind === 'accept') links.set(key, acceptEvent(link, decision.event));
    if (decision.kind === 'cancel') {
      bookings.delete(key);
      links.delete(key);
      keysChangedBySync.add(key);
    }
    const isRefused = decision.kind === 'move' && isTaken(decision.start / HOUR);
    if (decision.kind === 'move' && !isRefused) {
      bookings.set(key, decision.start / HOUR);
      links.set(key, acceptEvent(link, decision.event));
      keysChangedBySync.add(key);
    }
    if (decision.kind !== 'put_back' && !isRefused) return;
    const { event } = decision as { event: { etag: string } | undefined };
    if (event) links.set(key, { ...link, etag: event.etag, fingerprint: '' });
    else links.delete(key);
  }

  function pull() {
    const ownEvents = listOwnEvents();
    for (const [key, { etag }] of events)
      if (!links.has(key))
        links.set(key, {
          bookingOrClassId: key,
          eventId: key,
          etag,
          lastSyncedTime: null,
          timeBeingWritten: null,
          fingerprint: '',
        });
    const decisions = new Map<string, Decision>();
    for (const [key, link] of links) {
      const event = events.get(key);
      const seenEvent = event && { id: key, etag: event.etag, time: createIntervalInHours(event.start) };
      decisions.set(key, decideChange(ownEvents.get(key) ?? 'canceled', link, seenEvent));
    }
    for (const [key, decision] of guardAgainstEmptiedCalendar(decisions, bookings.size))
      applyDecision(key, links.get(key)!, decision);
  }

  function push() {
    for (const action of decidePush(listOwnEvents(), links)) {
      step();
      if (action.kind !== 'write') {
        events.delete(action.link.bookingOrClassId);
        step();
        links.delete(action.link.bookingOrClassId);
        continue;
      }
      const { bookingOrClassId: key, start, end, fingerprint } = action.event;
      const link = action.link ?? {
        bookingOrClassId: key,
        eventId: key,
        etag: null,
        lastSyncedTime: null,
        timeBeingWritten: null,
        fingerprint: '',
      };
      links.set(key, { ...link, timeBeingWritten: { start, end } });
      step();
      const etag = putEvent(key, start / HOUR);
      step();
      links.set(key, { ...link, etag, lastSyncedTime: { start, end }, timeBeingWritten: null, fingerprint });
    }
  }

  return {
    bookings,
    events,
    untouchedKeys,
    keysChangedBySync,
    sync(stopAfter = Number.POSITIVE_INFINITY) {
      stepsLeft = stopAfter;
      try {
        pull();
        push();
      } catch (error) {
        if (!(error instanceof Crash)) throw error;
      }
    },
    run({ actor, kind, keyIndex, newStart, stopAfter }: Operation) {
      if (actor === 'sync') return this.sync(stopAfter);
      const keys = [...(actor === 'staff' ? bookings : events).keys()];
      const key = keys[keyIndex % Math.max(1, keys.length)];
      if (actor === 'staff') {
        const isNew = kind === 0 || key === undefined;
        if (!isNew && kind === 1) return void bookings.delete(key);
        if (isTaken(newStart)) return;
        const targetKey = isNew ? `b${bookings.size}-${lastEtag}-${newStart}` : key;
        bookings.set(targetKey, newStart);
        if (isNew) untouchedKeys.add(targetKey);
        return;
      }
      if (key === undefined) return;
      untouchedKeys.delete(key);
      if (kind === 0) events.delete(key);
      else putEvent(key, newStart);
    },
  };
}

const anyOperation: fc.Arbitrary<Operation> = fc.record({
  actor: fc.constantFrom('staff' as const, 'staff' as const, 'calendar' as const, 'sync' as const),
  kind: fc.nat(2),
  keyIndex: fc.nat(20),
  newStart: fc.nat(30),
  stopAfter: fc.nat(12),
});

describe('changes on both sides, with a job that crashes anywhere', () => {
  it('converge, and no booking changes unless somebody touched its event', () => {
    fc.assert(
      fc.property(fc.array(anyOperation, { maxLength: 40 }), (operations) => {
        const simulation = createSimulation();
        for (const operation of operations) simulation.run(operation);
        for (let round = 0; round < 3; round++) simulation.sync();
        const shownEvents = [...simulation.events].map(([key, { start }]) => [key, start]);
        expect(new Map(shownEvents as [string, number][])).toEqual(simulation.bookings);
        expect([...simulation.keysChangedBySync].filter((key) => simulation.untouchedKeys.has(key))).toEqual([]);
      }),
      { numRuns: chooseCaseCount(3_000) },
    );
  });
});
