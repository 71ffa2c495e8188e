// Decides what a change in a connected calendar means. Pure functions: given our booking, the state both sides agreed on last,
// and the event as the calendar has it now.
import type { Interval } from '../../../scheduling/intervals.ts';

/** An event that should be in the calendar: it shows a booking, or all bookings of a class. */
export type OwnEvent = Interval & {
  bookingOrClassId: string;
  bookingId: string;
  /** Whether the calendar may move or delete it. A class is in the timetable, and has many bookings. */
  canChange: boolean;
  /** A hash of everything that is written into the event. */
  fingerprint: string;
};

/** `begun`: it has started, so nothing changes any more. `canceled`: the booking was canceled, or is in another calendar now. */
export type OwnEventOrEndState = OwnEvent | 'begun' | 'canceled';

/**
 * Links an event of ours to the booking or class that it shows. `lastSyncedTime` is the time that both last had in common,
 * `timeBeingWritten` that of a write whose result is not known yet.
 */
export type EventLink = {
  bookingOrClassId: string;
  eventId: string;
  etag: string | null;
  lastSyncedTime: Interval | null;
  timeBeingWritten: Interval | null;
  fingerprint: string;
};

export type EventAsRead = { id: string; etag: string; time: Interval | undefined };

export type ConflictReason = 'both_changed' | 'no_single_time' | 'length' | 'class' | 'all_deleted' | 'refused';

export type Decision =
  /** Remember the event as it is. What differs from the booking is written again afterwards. */
  | { kind: 'accept'; event: EventAsRead }
  | { kind: 'move'; start: number; event: EventAsRead }
  | { kind: 'cancel' }
  /** The booking stays as it is, and the event becomes what it was. */
  | { kind: 'put_back'; event: EventAsRead | undefined; reason: ConflictReason; wantedStart?: number }
  /** Delete the link, because there is nothing left to synchronize. */
  | { kind: 'forget' };

const isSameTime = (a: Interval | null | undefined, b: Interval | null | undefined): boolean =>
  Boolean(a && b && a.start === b.start && a.end === b.end);

/** What to do after reading the event; undefined: it was deleted. The booking wins if both sides have changed. */
export function decideChange(ownEvent: OwnEventOrEndState, link: EventLink, event: EventAsRead | undefined): Decision {
  if (!event) return decideDeletion(ownEvent, link);
  if (typeof ownEvent === 'string' || !link.lastSyncedTime) return { kind: 'accept', event };
  const { time } = event;
  if (!time) return { kind: 'put_back', event, reason: 'no_single_time' };
  if (isSameTime(time, ownEvent) || isSameTime(time, link.lastSyncedTime) || isSameTime(time, link.timeBeingWritten))
    return { kind: 'accept', event };
  const putBack = (reason: ConflictReason): Decision => ({
    kind: 'put_back',
    event,
    reason,
    ...(time.start === ownEvent.start ? {} : { wantedStart: time.start }),
  });
  if (!isSameTime(ownEvent, link.lastSyncedTime)) return putBack('both_changed');
  if (!ownEvent.canChange) return putBack('class');
  if (time.start === ownEvent.start) return putBack('length');
  return { kind: 'move', start: time.start, event };
}

/** The link after accepting the event as it is. If its time differs from the agreed one, the event is written again. */
export const acceptEvent = (link: EventLink, { id, etag, time }: EventAsRead): EventLink => ({
  ...link,
  eventId: id,
  etag,
  lastSyncedTime: time ?? link.lastSyncedTime,
  timeBeingWritten: null,
  fingerprint: isSameTime(time, link.lastSyncedTime) ? link.fingerprint : '',
});

function decideDeletion(ownEvent: OwnEventOrEndState, link: EventLink): Decision {
  if (typeof ownEvent === 'string' || !link.lastSyncedTime) return { kind: 'forget' };
  if (!isSameTime(ownEvent, link.lastSyncedTime)) return { kind: 'put_back', event: undefined, reason: 'both_changed' };
  return ownEvent.canChange ? { kind: 'cancel' } : { kind: 'put_back', event: undefined, reason: 'class' };
}

/** Somebody empties a calendar, or a server loses it. Nobody cancels this many bookings one by one between two syncs. */
const MIN_DELETED_AT_ONCE = 5;

/** If all upcoming events were deleted at once, they are restored instead of canceling all bookings. */
export function guardAgainstEmptiedCalendar(
  decisions: ReadonlyMap<string, Decision>,
  upcomingCount: number,
): Map<string, Decision> {
  const cancelCount = [...decisions.values()].filter(({ kind }) => kind === 'cancel').length;
  const isEmptied = cancelCount >= MIN_DELETED_AT_ONCE && cancelCount === upcomingCount;
  return new Map(
    [...decisions].map(([key, decision]) => [
      key,
      isEmptied && decision.kind === 'cancel'
        ? { kind: 'put_back', event: undefined, reason: 'all_deleted' as const }
        : decision,
    ]),
  );
}

export type Push =
  | { kind: 'write'; event: OwnEvent; link: EventLink | undefined }
  | { kind: 'remove'; link: EventLink }
  | { kind: 'forget'; link: EventLink };

/** What to write into the calendar, so that it shows the bookings as they are. */
export function decidePush(
  ownEvents: ReadonlyMap<string, OwnEventOrEndState>,
  links: ReadonlyMap<string, EventLink>,
): Push[] {
  const writes = [...ownEvents.values()].flatMap((event): Push[] => {
    if (typeof event === 'string') return [];
    const link = links.get(event.bookingOrClassId);
    return link?.fingerprint === event.fingerprint ? [] : [{ kind: 'write', event, link }];
  });
  const removals = [...links.values()].flatMap((link): Push[] => {
    const event = ownEvents.get(link.bookingOrClassId) ?? 'canceled';
    if (typeof event !== 'string') return [];
    return [{ kind: event === 'begun' ? 'forget' : 'remove', link }];
  });
  return [...removals, ...writes];
}
