import { OperatorError } from '../../operator-error.ts';

/** Its message is one line for the operator: what is wrong and what to do next. */
export class EmbeddedError extends OperatorError {
  override name = 'EmbeddedError';
}

export function errorCode(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

export function diskFull(path: string): EmbeddedError {
  return new EmbeddedError(`The disk that holds ${path} is full: free some space, then try again.`);
}

/** Turns a file system error met at `path` into the line that the operator needs. */
export function explainFileError(error: unknown, path: string): EmbeddedError {
  if (error instanceof EmbeddedError) return error;
  const code = errorCode(error);
  const uid = process.getuid?.();
  const who = uid === undefined ? 'this user' : `user id ${uid}`;
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
        `${path} cannot be written by ${who} (${code}): change its owner or set DATA_DIR to a folder that can be written.`,
      );
    case 'ENOSPC':
    case 'EDQUOT':
      return diskFull(path);
    default: {
      const why = oneLine(error instanceof Error ? error.message : String(error));
      return new EmbeddedError(`${path} cannot be used (${why}): check it or set DATA_DIR to another folder.`);
    }
  }
}
