// The interface of calendar providers. Everything else about sync is the same for all of them.
import type { Interval } from '../../../scheduling/intervals.ts';
import type { Zone } from '../../../scheduling/zone.ts';

/** One of our events, as people see it in their calendar. */
export type EventContent = {
  /** Never changes, so that the event is recognized as ours. */
  uid: string;
  start: Date;
  end: Date;
  summary: string;
  description: string;
  location: string | null;
  url: string;
  sequence: number;
  stamp: Date;
};

export type CalendarEvent = {
  id: string;
  etag: string;
  /** The UID from `createUid` if it is an event of ours; otherwise whatever its program has chosen. */
  uid: string;
  /** Undefined if it has no single start and end: it lasts all day, or repeats. */
  time: Interval | undefined;
  /** The times in which it makes its owner busy. */
  busyTimes: Interval[];
};

export type CalendarChanges = {
  events: CalendarEvent[];
  removedIds: string[];
  /** Whether `events` has all events, so that any other is gone or outside the range. */
  isFullList: boolean;
  token: string | null;
};

/** Times of events count within it, and all-day events begin and end at midnight of the zone. */
export type ReadRange = Interval & { zone: Zone };

export type CalendarProvider = {
  /** The calendars that we may write to. */
  listCalendars(): Promise<{ id: string; name: string }[]>;
  /** The changes since the token; without one, everything. */
  readChanges(calendarId: string, token: string | null, range: ReadRange): Promise<CalendarChanges>;
  readEvent(calendarId: string, eventId: string, range: ReadRange): Promise<CalendarEvent | undefined>;
  /** The provider's ID for the event with this UID. */
  eventIdOf(calendarId: string, uid: string): string;
  /** Without an ETag, only if there is no such event; otherwise only if it still has this ETag. */
  write(calendarId: string, eventId: string, content: EventContent, etag: string | null): Promise<WriteResult>;
  remove(calendarId: string, eventId: string, etag: string | null): Promise<'removed' | 'changed'>;
  /** Ends our access, where the provider has a way. */
  revoke?(): Promise<void>;
};

/** The new ETag, if the server returns it. `changed`: somebody has changed the event, so nothing was written. */
type WriteResult = { etag: string | null } | 'changed';

/** The provider refused or did not answer. The message is for the owner. */
export class CalendarError extends Error {
  /** Only the owner can fix it, for example with a new password. */
  readonly needsOwnerAction: boolean;
  readonly retryAfterSeconds: number | undefined;
  constructor(message: string, options: { needsOwnerAction?: boolean; retryAfterSeconds?: number | undefined } = {}) {
    super(message);
    this.needsOwnerAction = options.needsOwnerAction ?? false;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

const OWN_UID_PREFIX = 'fd';

/** Letters and digits alone, because Google allows nothing else in an ID. */
export const createUid = (workspaceId: string, bookingOrClassId: string): string =>
  OWN_UID_PREFIX + Buffer.from(`${workspaceId} ${bookingOrClassId}`).toString('hex');

/** The id of the booking or class that an event with this UID shows. Undefined if it is not an event of this workspace. */
export function findIdInUid(workspaceId: string, uid: string): string | undefined {
  const [uidWorkspaceId, bookingOrClassId, ...rest] = Buffer.from(uid.slice(OWN_UID_PREFIX.length), 'hex')
    .toString()
    .split(' ');
  const isOwn =
    uidWorkspaceId === workspaceId &&
    bookingOrClassId &&
    !rest.length &&
    uid === createUid(workspaceId, bookingOrClassId);
  return isOwn ? bookingOrClassId : undefined;
}

/** The user name or the password is wrong. */
export class WrongCredentials extends CalendarError {
  constructor(message: string) {
    super(message, { needsOwnerAction: true });
  }
}
