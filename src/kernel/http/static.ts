import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A file that is the same for everybody, as it is and packed. */
export type StaticFile = { type: string; body: Buffer; gzip: Buffer; brotli: Buffer; etag: string };

const LARGE = 256 * 1024;

/** As well as can be in reasonable time, unless what changes often is to be quick. */
export async function packFile(type: string, content: string | Buffer, quick = false): Promise<StaticFile> {
  const body = Buffer.from(content);
  const params = { [constants.BROTLI_PARAM_QUALITY]: quick || body.length > LARGE ? 5 : 11 };
  const [zipped, brotli] = await Promise.all([
    promisify(gzip)(body, { level: 9 }),
    promisify(brotliCompress)(body, { params }),
  ]);
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return { type, body, gzip: zipped, brotli, etag };
}

export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, body, gzip, brotli, etag }: StaticFile,
  headers: Record<string, string>,
) {
  reply.headers({ ETag: etag, Vary: 'Accept-Encoding', ...headers });
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const [encoding, packed] = /\bbr\b/.test(accepted) ? ['br', brotli] : /\bgzip\b/.test(accepted) ? ['gzip', gzip] : [];
  if (encoding) reply.header('Content-Encoding', encoding);
  return reply.type(type).send(packed ?? body);
}
