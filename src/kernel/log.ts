import { type Logger, type LoggerOptions, pino } from 'pino';

export type Log = Logger;

const SECRET_HEADERS = ['authorization', 'cookie', 'set-cookie', 'idempotency-key', 'x-member-id'];
const SECRET_FIELDS = [
  'password',
  'newPassword',
  'token',
  'key',
  'secret',
  'email',
  'phone',
  'name',
  'message',
  'text',
];

type Destination = { write(line: string): void };

/**
 * Logs hold ids, routes, statuses and times; never a body, a query string or a person. What slips into an object
 * that is logged is redacted, and database errors are cut to what cannot quote a row.
 */
export function createLog(level: string, destination: Destination = standardOutput()): Log {
  const paths = [
    ...SECRET_HEADERS.flatMap((header) => [`headers["${header}"]`, `*.headers["${header}"]`]),
    ...SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
  ];
  const log = pino({ ...COMMON, level, redact: { paths, censor: '[redacted]' } }, destination);
  accessLogs.set(log, pino({ ...COMMON, level }, destination));
  return log;
}

/** The same log for the one line of each request, whose fields are fixed: searching them for secrets costs more than the line. */
export const accessLog = (log: Log): Log => accessLogs.get(log) ?? log;

const accessLogs = new WeakMap<Log, Log>();
const standardOutput = () => pino.destination({ dest: 1, sync: false });
const COMMON = {
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  serializers: { err: describeError, error: describeError },
  // Left alone, pino takes an error's message for its own where none is given.
  hooks: {
    logMethod(args, method) {
      const [first, ...rest] = args as unknown[];
      const entry = first instanceof Error ? { err: first } : first;
      const untold = rest.length === 0 && typeof entry === 'object' && entry !== null && 'err' in entry;
      method.apply(this, [entry, ...(untold ? ['an error'] : rest)] as never);
    },
  },
} satisfies LoggerOptions;

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
