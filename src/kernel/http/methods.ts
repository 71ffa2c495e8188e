import type { FastifyInstance } from 'fastify';

export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** The methods of a path, for the `Allow` header of a 405 response. */
export function findAllowedMethods(server: FastifyInstance, url: string): string[] {
  const [path = ''] = url.split('?');
  return METHODS.filter((method) => {
    try {
      return server.findRoute({ method, url: path }) !== null;
    } catch {
      return false;
    }
  });
}
