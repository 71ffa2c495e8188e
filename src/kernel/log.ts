import { type Logger, pino } from 'pino';

export type Log = Logger;

const SECRET_HEADERS = ['authorization', 'cookie', 'set-cookie', 'idempotency-key', 'x-member-id'];
const SECRET_FIELDS = ['password', 'newPassword', 'token', 'key', 'secret', 'email', 'phone', 'name', 'message', 'text'];

/**
 * Logs hold ids, routes, statuses and times; never a body, a query string or a person. What slips into an object
 * that is logged is redacted, and database errors are cut to what cannot quote a row.
 */
export function createLog(level: string, destination?: { write(line: string): void }): Log {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: [
          ...SECRET_HEADERS.map((header) => `*.headers["${header}"]`),
          ...SECRET_HEADERS.map((header) => `headers["${header}"]`),
          ...SECRET_FIELDS.map((field) => `*.${field}`),
          ...SECRET_FIELDS.map((field) => `body.${field}`),
        ],
        censor: '[redacted]',
      },
      serializers: { err: describeError, error: describeError },
    },
    destination ?? pino.destination({ dest: 1, sync: false, minLength: 0 }),
  );
}

/** PostgreSQL's messages and details quote the values that were refused, so only codes and names are kept of them. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, code, constraint, table, severity, routine } = error as Error & Record<string, string | undefined>;
  const frames = (error.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '));
  const fromDatabase = severity !== undefined && routine !== undefined;
  return {
    type: name,
    ...(fromDatabase ? { sqlState: code, constraint, table, routine } : { code, fault: error.message }),
    stack: frames.slice(0, 12).join('\n'),
    ...(error.cause ? { cause: describeError(error.cause) } : {}),
  };
}
