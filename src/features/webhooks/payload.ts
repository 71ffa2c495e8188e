import { rfc3339 } from '../../kernel/clock.ts';

type Happened = { type: string; data: Record<string, unknown>; occurred_at: Date; timezone: string };

/** The body that is signed and sent, the same at every attempt. */
export const payloadOf = ({ type, data, occurred_at, timezone }: Happened) => ({
  type,
  timestamp: rfc3339(occurred_at, timezone),
  data,
});
