import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { Problem } from '../problem.ts';
import { createBodyProblemFinder } from './validation.ts';

/** Accepts an empty body if the route requires no fields. Rejects invalid UTF-8, which would otherwise be stored altered. */
export function addJsonParser(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    const schema = request.routeOptions.config.spec?.body;
    const findProblem = schema ? createBodyProblemFinder(schema) : () => undefined;
    if (body.length === 0 && !findProblem({})) return done(null, undefined);
    if (!isUtf8(body)) return done(new Problem('invalid_json', 'The body must be UTF-8.'));
    void parse(request, body.toString('utf8'), done);
  });
}
