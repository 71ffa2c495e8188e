/** Codes of Node and PostgreSQL. The class 08 of PostgreSQL is about connections; PgBouncer reports most failures as 08P01. */
const CONNECTION_LOST_CODES = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  // The name of a primary may be missing for a moment while it moves.
  ...['ENOTFOUND', 'EAI_AGAIN'],
  // The server is stopping, starting or full, or it ended this session.
  ...['57P01', '57P02', '57P03', '57P05', '53300', '25P03'],
]);

/** PostgreSQL refuses to write: this connection leads to a standby, such as a primary that was demoted. */
export const READ_ONLY_SQLSTATE = '25006';

/** pg's own errors have no codes. */
const CONNECTION_LOST_MESSAGE_PATTERN =
  /^(timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|Client has encountered a connection error|Client was closed)|is not currently accepting connections$/;

type CodedError = { code?: string | undefined; message?: string };

/** The connection is gone or leads nowhere useful. Another connection, or the same request later, may work. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof CommitOutcomeUnknown) return true;
  const { code = '', message = '' } = error as CodedError;
  return (
    CONNECTION_LOST_CODES.has(code) ||
    code.startsWith('08') ||
    code === READ_ONLY_SQLSTATE ||
    CONNECTION_LOST_MESSAGE_PATTERN.test(message)
  );
}

/** The connection was lost during COMMIT. The transaction may have been committed, and nobody can tell. */
export class CommitOutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super('The connection was lost during COMMIT.', { cause });
  }
}
