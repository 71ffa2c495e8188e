import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { Problem } from '../problem.ts';
import { bodyCheck } from './validation.ts';

/** Nothing at all is no JSON, but an action that needs no field takes it. Bytes that are not UTF-8 would be stored altered. */
export function addJsonParser(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    const schema = request.routeOptions.config.spec?.body;
    if (body.length === 0 && !(schema && bodyCheck(schema)({}))) return done(null, undefined);
    if (!isUtf8(body)) return done(new Problem('invalid_json', 'The body must be UTF-8.'));
    void parse(request, body.toString('utf8'), done);
  });
}
