import { rfc3339 } from '../../kernel/clock.ts';

type StoredEvent = { type: string; data: Record<string, unknown>; occurred_at: Date; timezone: string };

/** The signed request body; identical for every attempt. */
export const createPayload = ({ type, data, occurred_at, timezone }: StoredEvent) => ({
  type,
  timestamp: rfc3339(occurred_at, timezone),
  data,
});
