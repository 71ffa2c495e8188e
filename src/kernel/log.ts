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

const MAX_STACK_LINES = 12;

type Destination = { write(line: string): void };

/**
 * Logs contain IDs, routes, statuses and times, but never bodies, query strings or personal data. Sensitive fields are
 * redacted as a safety net, and database errors are reduced to fields that cannot quote a row.
 */
export function createLog(level: string, destination: Destination = createStandardOutput()): Log {
  const paths = [
    ...SECRET_HEADERS.flatMap((header) => [`headers["${header}"]`, `*.headers["${header}"]`]),
    ...SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
  ];
  const log = pino({ ...COMMON_OPTIONS, level, redact: { paths, censor: '[redacted]' } }, destination);
  accessLogs.set(log, pino({ ...COMMON_OPTIONS, level }, destination));
  return log;
}

/** The same log without redaction, for the access log: its fields are fixed, and redaction would cost more than logging. */
export const getAccessLog = (log: Log): Log => accessLogs.get(log) ?? log;

const accessLogs = new WeakMap<Log, Log>();
const createStandardOutput = () => pino.destination({ dest: 1, sync: false });
const COMMON_OPTIONS = {
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  serializers: { err: describeError, error: describeError },
  // Without a message, pino would use the error's message, which may contain personal data.
  hooks: {
    logMethod(args, method) {
      const [firstArgument, ...rest] = args as unknown[];
      const entry = firstArgument instanceof Error ? { err: firstArgument } : firstArgument;
      const hasNoMessage = rest.length === 0 && typeof entry === 'object' && entry !== null && 'err' in entry;
      // Cast, because pino's types do not allow for values of any type after the first.
      method.apply(this, [entry, ...(hasNoMessage ? ['an error'] : rest)] as never);
    },
  },
} satisfies LoggerOptions;

/** PostgreSQL's error messages quote rejected values, so only codes and names are logged. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, code, constraint, table, severity, routine } = error as Error & Record<string, string | undefined>;
  const stackLines = (error.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '));
  const isDatabaseError = severity !== undefined && routine !== undefined;
  return {
    type: name,
    ...(isDatabaseError ? { sqlState: code, constraint, table, routine } : { code, fault: error.message }),
    stack: stackLines.slice(0, MAX_STACK_LINES).join('\n'),
    ...(error.cause ? { cause: describeError(error.cause) } : {}),
  };
}
