import type { FastifyInstance } from 'fastify';
import { PICTURE_PATH_PATTERN } from '../../../capability/widget-options.ts';
import type { Database } from '../../../kernel/database/database.ts';
import { notFound } from '../../../kernel/problem.ts';

const PICTURE_HEADERS = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  // Pages of any origin may show it. Opened directly, it is only an image.
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
};

/** Serves uploaded pictures. A path contains a hash of the content, so its picture never changes. */
export function servePictures(server: FastifyInstance, database: Database): void {
  server.get<{ Params: { name: string } }>(
    '/pictures/:name',
    { schema: { hide: true } as object },
    async (request, reply) => {
      const [, id] = PICTURE_PATH_PATTERN.exec(`/pictures/${request.params.name}`) ?? [];
      const [picture] = id
        ? await database.statement<{ type: string; content: Buffer }>('select * from find_picture($1)', [id])
        : [];
      if (!picture) throw notFound('picture');
      const etag = `"${id}"`;
      reply.headers({ ...PICTURE_HEADERS, ETag: etag });
      if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
      return reply.type(picture.type).send(picture.content);
    },
  );
}
