import type { Answer } from '../api.ts';
import { useGet } from '../queries.ts';

export const CONNECTIONS_PATH = '/api/v1/calendar-connections';
export const CONFLICTS_PATH = '/api/v1/calendar-conflicts';
export const FEEDS_PATH = '/api/v1/calendar-feeds';
export type Connections = Answer<'GET /api/v1/calendar-connections'>;
export type Connection = Connections['data'][number];
export type Conflicts = Answer<'GET /api/v1/calendar-conflicts'>;
export type Conflict = Conflicts['data'][number];
export type Feeds = Answer<'GET /api/v1/calendar-feeds'>;
export type Feed = Feeds['data'][number];
export type Calendars = Answer<'GET /api/v1/calendar-connections/{id}/calendars'>;

/** For pages where people wait for a sync to end. */
const REFETCH_MS = 5_000;
export const useConnections = () => useGet<Connections>(CONNECTIONS_PATH, undefined, { refetchMs: REFETCH_MS });
export const useConflicts = (refetchMs = REFETCH_MS) => useGet<Conflicts>(CONFLICTS_PATH, undefined, { refetchMs });
export const useFeeds = () => useGet<Feeds>(FEEDS_PATH);
