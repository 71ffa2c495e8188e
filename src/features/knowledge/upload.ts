// A file in the body of a request.
import type { Static } from 'typebox';
import { NonBlank, Strict } from '../../kernel/http/schema.ts';
import { Problem } from '../../kernel/problem.ts';
import { detectMedia, type Media } from './extract/media.ts';

const MAX_FILE_BYTES = 10 * 1024 * 1024;
/** Base64 needs four characters for three bytes. */
export const MAX_UPLOAD_BODY_BYTES: number = Math.ceil(MAX_FILE_BYTES / 3) * 4 + 16 * 1024;

export const Upload = Strict({
  name: NonBlank({ maxLength: 200, examples: ['price-list.pdf'] }),
  base64: NonBlank({ description: 'The bytes, at most 10 MiB' }),
});

export const createInvalidFieldProblem = (pointer: string, detail: string) =>
  new Problem('validation_failed', `${pointer} ${detail}`.trim(), { errors: [{ pointer, detail }] });

/** The file in the field `file` of a body. Throws a Problem if it is none. */
export function decodeUpload({ name, base64 }: Static<typeof Upload>): { media: Media; content: Buffer } {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) throw createInvalidFieldProblem('/file/base64', 'must be base64');
  const content = Buffer.from(base64, 'base64');
  if (content.length > MAX_FILE_BYTES) throw createInvalidFieldProblem('/file/base64', 'must hold at most 10 MiB');
  const detected = detectMedia(name, content);
  if ('error' in detected) throw createInvalidFieldProblem('/file', detected.error);
  return { media: detected.media, content };
}
