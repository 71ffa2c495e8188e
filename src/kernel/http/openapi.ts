import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { describeProblems, listProblems, PROBLEM_RESPONSE } from './documented-problems.ts';
import { EVENT_STREAM } from './event-stream.ts';
import type { Route, RouteExample } from './route.ts';
import { ProblemDocument } from './schema.ts';

/** The time at which the examples succeed. */
export const EXAMPLE_TIME = '2026-10-27T10:00:00-04:00';

const DESCRIPTION = `
Every endpoint below \`/api\` that is not for the dashboard alone answers at \`/api/v1\` and \`/v1\` too, and those of
\`/api/v1\` at \`/v1\`. Errors are RFC 9457 problem documents with a stable \`code\`. Any POST with a key or a session
takes an \`Idempotency-Key\`. With a test key, \`X-Test-Clock\` sets the business's time for one request and
\`"dryRun": true\` in the body of a write checks everything and commits nothing. The examples work as they stand in a new
sandbox with \`X-Test-Clock: ${EXAMPLE_TIME}\`.
`.trim();

export type Tag = { name: string; description: string };

export async function registerOpenApi(
  server: FastifyInstance,
  config: Config,
  { version, webhooks, tags }: { version: string; webhooks: Record<string, object>; tags: Tag[] },
): Promise<void> {
  // Cast, because the plugin's types allow for Swagger 2 documents and for schemas that are not ours.
  await server.register(swagger as never, {
    hideUntagged: true,
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Frontdesk',
        version,
        description: DESCRIPTION,
        contact: { name: 'Support', url: config.publicUrl },
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: config.publicUrl }],
      tags,
      webhooks,
      components: {
        securitySchemes: {
          key: { type: 'http', scheme: 'bearer', description: 'An API key: `fd_sk_…` or `fd_pk_…`' },
          session: { type: 'apiKey', in: 'cookie', name: 'account.session_token', description: 'Set by signing in' },
          signature: {
            type: 'apiKey',
            in: 'header',
            name: 'webhook-signature',
            description: 'Of the events that we send: Standard Webhooks, with the endpoint’s secret',
          },
        },
        schemas: { Problem: ProblemDocument },
      },
    },
    transform: addCommonSchema,
    transformObject: ({ openapiObject }: { openapiObject: OpenApiDocument }) => completeDocument(openapiObject),
  });
}

/** The part of a route's schema for the API reference. Aliases are hidden. */
export function documentRoute(spec: Route, isAlias: boolean): object {
  const { security } = spec.gate;
  return {
    hide: isAlias,
    tags: [spec.tag],
    summary: spec.summary,
    description: [spec.description, describeAccess(spec)].filter(Boolean).join('\n\n'),
    operationId: createOperationId(spec),
    deprecated: spec.deprecated !== undefined,
    security: security === 'none' ? [] : [{ [security]: [] }],
    ...(spec.produces ? { produces: [spec.produces] } : {}),
    'x-problems': listProblems(spec),
    'x-example': spec.example,
  };
}

function describeAccess({ gate: { security, documentedRequirement } }: Route): string {
  if (security === 'none') return 'Needs no API key.';
  if (!documentedRequirement) return 'Needs a session.';
  return `Needs the ${security === 'key' ? 'scope' : 'role'} \`${documentedRequirement}\`.`;
}

/** `POST /keys/:id/rotate` → `postKeysIdRotate`. */
function createOperationId({ method, path }: Route): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter(Boolean);
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

type Parameter = { in: string; name: string; example?: unknown; examples?: unknown };
type Operation = Parameters<typeof describeProblems>[0][string][string] & {
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, { example?: unknown }> };
  'x-example'?: RouteExample;
  'x-body-optional'?: boolean;
};
type OpenApiDocument = { paths: Record<string, Record<string, Operation>>; components: { responses?: object } };

/** Adds what the plugin cannot: shared responses, and an example of the whole request. */
function completeDocument(document: OpenApiDocument): OpenApiDocument {
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    addExample(operation);
    if (operation.requestBody && operation['x-body-optional']) delete operation.requestBody.required;
    delete operation['x-body-optional'];
  }
  document.components.responses = describeProblems(document.paths);
  return document;
}

function addExample(operation: Operation): void {
  const { 'x-example': example, parameters = [], requestBody } = operation;
  delete operation['x-example'];
  if (!example) return;
  const exampleValues: Record<string, unknown> = { ...example.params, ...example.query };
  for (const parameter of parameters) {
    if (parameter.name in exampleValues) parameter.example = exampleValues[parameter.name];
    // Examples of single parameters need not fit together, but a path needs all of them.
    else if (parameter.in !== 'path') delete parameter.example;
    delete parameter.examples;
  }
  const content = requestBody?.content['application/json'];
  if (content && example.body) content.example = example.body;
}

type TransformInput = { schema?: Record<string, unknown>; url: string; route: { config?: { spec?: Route } } };

function addCommonSchema({ schema = {}, url, route }: TransformInput) {
  const spec = route.config?.spec;
  if (!spec) return { schema, url };
  const describedResponses = Object.entries(spec.responses).map(([status, responseSchema]) => [
    status,
    describeSuccess(spec, Number(status), responseSchema),
  ]);
  const response = { ...Object.fromEntries(describedResponses), default: PROBLEM_RESPONSE };
  const acceptsDryRun = spec.gate.security === 'key';
  const body = schema.body ? { body: describeBody(schema.body as BodySchema, acceptsDryRun) } : {};
  return { schema: { ...schema, ...body, response, 'x-body-optional': isBodyOptional(spec) }, url };
}

/** An absent body is read as an empty object, which is enough for a POST whose example needs no fields. */
const isBodyOptional = ({ method, body, example }: Route): boolean =>
  method === 'POST' && !(body as BodySchema | undefined)?.required?.length && !example?.body;

function describeSuccess(spec: Route, status: number, schema: object | null): object {
  const description = status === 204 ? 'Done' : status === 201 ? 'Made' : 'The answer';
  if (!schema) return { description, type: 'null' };
  const createTextContent = (types: readonly string[]) =>
    Object.fromEntries(types.map((type) => [type, { schema: { type: 'string' } }]));
  // A stream beside JSON is described by a route of its own, so that clients are typed by what they ask for.
  if (spec.stream?.isOnlyResponse) return { description, content: createTextContent([EVENT_STREAM]) };
  const content = { [spec.produces ?? 'application/json']: { schema }, ...createTextContent(spec.fileTypes ?? []) };
  return { description, content };
}

type BodySchema = { properties?: object; required?: string[]; if?: object; else?: object };

/** Leaves out conditions, because no typed client understands them. The fields' descriptions explain them. */
function describeBody({ if: _if, else: _else, ...body }: BodySchema, acceptsDryRun: boolean): object {
  const dryRun = { type: 'boolean', description: 'With a test key: check everything, commit nothing' };
  return acceptsDryRun ? { ...body, properties: { ...body.properties, dryRun } } : body;
}
