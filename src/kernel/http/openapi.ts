import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { EVENT_STREAM } from './event-stream.ts';
import type { Route } from './route.ts';
import { ProblemDocument } from './schema.ts';

const DESCRIPTION = `
Every endpoint below \`/api\` that is not for the dashboard alone answers at \`/api/v1\` and \`/v1\` too, and those of
\`/api/v1\` at \`/v1\`. Errors are RFC 9457 problem documents with a stable \`code\`. Any POST with a key or a session
takes an \`Idempotency-Key\`. With a test key, \`X-Test-Clock\` sets the business's time for one request and
\`"dryRun": true\` in the body of a write checks everything and commits nothing.
`.trim();

export async function registerOpenApi(
  server: FastifyInstance,
  config: Config,
  version: string,
  webhooks: Record<string, object>,
): Promise<void> {
  await server.register(swagger as never, {
    hideUntagged: true,
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Frontdesk',
        version,
        description: DESCRIPTION,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: config.publicUrl }],
      webhooks,
      components: {
        securitySchemes: {
          key: { type: 'http', scheme: 'bearer', description: 'An API key: `fd_sk_…` or `fd_pk_…`' },
          session: { type: 'apiKey', in: 'cookie', name: 'account.session_token', description: 'Set by signing in' },
        },
        schemas: { Problem: ProblemDocument },
      },
    },
    transform: addCommonSchema,
  });
}

/** The part of a route's schema for the API reference. Aliases are hidden. */
export function documentRoute(spec: Route, isAlias: boolean): object {
  const { security, needs } = spec.gate;
  const kind = security === 'key' ? 'scope' : 'role';
  return {
    hide: isAlias,
    tags: [spec.tag],
    summary: spec.summary,
    description:
      [spec.description, needs && `Needs the ${kind} \`${needs}\`.`].filter(Boolean).join('\n\n') || undefined,
    operationId: operationId(spec),
    security: security === 'none' ? [] : [{ [security]: [] }],
    ...(spec.produces ? { produces: [spec.produces] } : {}),
  };
}

/** `POST /keys/:id/rotate` → `postKeysIdRotate`. */
function operationId({ method, path }: Route): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter(Boolean);
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

const PROBLEM_RESPONSE = {
  description: 'A problem',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
};

type TransformInput = { schema?: Record<string, unknown>; url: string; route: { config?: { spec?: Route } } };

function addCommonSchema({ schema = {}, url, route }: TransformInput) {
  const spec = route.config?.spec;
  if (!spec) return { schema, url };
  const answers = Object.entries(spec.answers).map(([status, answer]) => [
    status,
    describeAnswer(spec, Number(status), answer),
  ]);
  const response = { ...Object.fromEntries(answers), default: PROBLEM_RESPONSE };
  const body = spec.gate.security === 'key' && schema.body ? { body: withDryRun(schema.body as object) } : {};
  return { schema: { ...schema, ...body, response }, url };
}

function describeAnswer(spec: Route, status: number, schema: object | null): object {
  const description = status === 204 ? 'Done' : status === 201 ? 'Made' : 'The answer';
  if (!schema) return { description, type: 'null' };
  const textTypes = [...(spec.fileTypes ?? []), ...(spec.stream ? [EVENT_STREAM] : [])];
  const textContent = Object.fromEntries(textTypes.map((type) => [type, { schema: { type: 'string' } }]));
  return { description, content: { [spec.produces ?? 'application/json']: { schema }, ...textContent } };
}

function withDryRun(body: { properties?: object }): object {
  const dryRun = { type: 'boolean', description: 'With a test key: check everything, commit nothing' };
  return { ...body, properties: { ...body.properties, dryRun } };
}
