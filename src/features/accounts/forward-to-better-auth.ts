import type { FastifyRequest } from 'fastify';
import type { Database } from '../../kernel/database/database.ts';
import type { RouteResponse } from '../../kernel/http/route.ts';
import { type Auth, readCookies, rethrowUnlessDatabaseDown } from './auth.ts';
import { toProblem } from './auth-problems.ts';

/** Forwards the request to better-auth and turns its errors into problems. */
export async function forwardToBetterAuth(
  { auth, database }: { auth: Auth; database: Database },
  request: FastifyRequest,
  path: string,
  body: unknown,
  method = request.method === 'HEAD' ? 'GET' : request.method,
): Promise<RouteResponse> {
  const { 'user-agent': agent } = request.headers;
  const cookie = readCookies(request);
  const { baseURL } = await auth.$context;
  const response = await auth.handler(
    new Request(`${baseURL}${path}`, {
      method,
      headers: {
        ...(cookie ? { cookie } : {}),
        ...(agent ? { 'user-agent': agent } : {}),
        'content-type': 'application/json',
        host: request.hostname,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    }),
  );
  const text = await response.text();
  const responseBody = text ? JSON.parse(text) : null;
  const problem = response.ok ? undefined : toProblem(path, response.status, responseBody ?? {});
  // better-auth also reports 401 when it could not read the session, for example because the database is down.
  if (problem && (problem.status === 401 || problem.status >= 500)) await rethrowUnlessDatabaseDown(database, problem);
  if (problem) throw problem;
  const cookies = response.headers.getSetCookie();
  // Cast, because each cookie needs a header of its own: a list, which no other route's headers have.
  return { status: 200, body: responseBody, headers: cookies.length ? { 'set-cookie': cookies as never } : {} };
}
