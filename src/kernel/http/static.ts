import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A public file, uncompressed and compressed. */
export type StaticFile = { type: string; body: Buffer; gzip: Buffer; brotli: Buffer; etag: string };

const LARGE_FILE_BYTES = 256 * 1024;

/** Uses the best compression, unless the file is large or `isFast` is set for files that change often. */
export async function compressFile(type: string, content: string | Buffer, isFast = false): Promise<StaticFile> {
  const body = Buffer.from(content);
  const params = { [constants.BROTLI_PARAM_QUALITY]: isFast || body.length > LARGE_FILE_BYTES ? 5 : 11 };
  const [gzipped, brotli] = await Promise.all([
    promisify(gzip)(body, { level: 9 }),
    promisify(brotliCompress)(body, { params }),
  ]);
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return { type, body, gzip: gzipped, brotli, etag };
}

export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, body, gzip, brotli, etag }: StaticFile,
  headers: Record<string, string>,
) {
  reply.headers({ ETag: etag, Vary: 'Accept-Encoding', ...headers });
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  const acceptedEncodings = String(request.headers['accept-encoding'] ?? '');
  const [encoding, compressed] = /\bbr\b/.test(acceptedEncodings)
    ? ['br', brotli]
    : /\bgzip\b/.test(acceptedEncodings)
      ? ['gzip', gzip]
      : [];
  if (encoding) reply.header('Content-Encoding', encoding);
  return reply.type(type).send(compressed ?? body);
}
