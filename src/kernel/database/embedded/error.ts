import { FixableError } from '../../fixable-error.ts';

/** A problem with the embedded database. The message tells the operator what to do. */
export class EmbeddedError extends FixableError {
  override name = 'EmbeddedError';
}

export function getErrorCode(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}

export function collapseWhitespace(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

export function diskFullError(path: string): EmbeddedError {
  return new EmbeddedError(`The disk that holds ${path} is full: free some space, then try again.`);
}

/** Converts a file system error at `path` into a message for the operator. */
export function explainFileError(error: unknown, path: string): EmbeddedError {
  if (error instanceof EmbeddedError) return error;
  const code = getErrorCode(error);
  const uid = process.getuid?.();
  const userName = uid === undefined ? 'this user' : `user id ${uid}`;
  switch (code) {
    case 'ENOTDIR':
    case 'EEXIST':
      return new EmbeddedError(`${path} is, or lies below, a file where a folder is needed: set DATA_DIR to a folder.`);
    case 'EROFS':
      return new EmbeddedError(
        `${path} is on a read-only file system: make it writable or set DATA_DIR to a folder that is.`,
      );
    case 'EACCES':
    case 'EPERM':
      return new EmbeddedError(
        `${path} cannot be written by ${userName} (${code}): change its owner or set DATA_DIR to a folder that can be written.`,
      );
    case 'ENOSPC':
    case 'EDQUOT':
      return diskFullError(path);
    default: {
      const reason = collapseWhitespace(error instanceof Error ? error.message : String(error));
      return new EmbeddedError(`${path} cannot be used (${reason}): check it or set DATA_DIR to another folder.`);
    }
  }
}
