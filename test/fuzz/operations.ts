// Converts the OpenAPI 3.1 document to the operations that the fuzzer uses.

export type Schema = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
};

type Content = { content?: Record<string, { schema?: Schema }> };
type Parameter = { in: string; name: string; required?: boolean; schema: Schema };
type DocumentedOperation = {
  security?: Record<string, unknown>[];
  parameters?: Parameter[];
  requestBody?: Content;
  responses: Record<string, Content>;
};
export type OpenApiDocument = {
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: { schemas: { Problem: Schema } };
};

export type Operation = {
  /** `GET /api/v1/bookings/{id}` */
  name: string;
  method: string;
  path: string;
  security: 'key' | 'session' | 'none';
  /** The query parameters as an object schema. */
  query: Schema;
  /** Without `dryRun`, which every body allows but only test keys may use. */
  body?: Schema;
  /** Schemas by status, then by media type without parameters. The inner map is empty for a response without a body. */
  responses: Map<number, Map<string, Schema>>;
};

export function listOperations({ paths }: OpenApiDocument): Operation[] {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, documentedOperation]) =>
      toOperation(method.toUpperCase(), path, documentedOperation),
    ),
  );
  // An operation with a streaming variant may also respond with a stream itself, if the client accepts streams.
  for (const { name, responses } of operations) {
    const streamContents = operations.find((operation) => operation.name === `${name}/stream`)?.responses.get(200);
    if (streamContents) for (const [type, schema] of streamContents) responses.get(200)?.set(type, schema);
  }
  return operations;
}

function toOperation(method: string, path: string, documentedOperation: DocumentedOperation): Operation {
  const { security = [], parameters = [], requestBody, responses } = documentedOperation;
  const [scheme = 'none'] = Object.keys(security[0] ?? {});
  const successResponses = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([status, { content = {} }]) => {
      const schemasByType = Object.entries(content).map(
        ([type, { schema = {} }]) => [getMediaType(type), schema] as const,
      );
      return [Number(status), new Map(schemasByType)] as const;
    });
  return {
    name: `${method} ${path}`,
    method,
    path,
    security: scheme as Operation['security'],
    query: createQuerySchema(parameters.filter((parameter) => parameter.in === 'query')),
    body: withoutDryRun(requestBody?.content?.['application/json']?.schema),
    responses: new Map(successResponses),
  };
}

const createQuerySchema = (parameters: Parameter[]): Schema => ({
  type: 'object',
  properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
  required: parameters.filter(({ required }) => required).map(({ name }) => name),
  additionalProperties: false,
});

function withoutDryRun(body?: Schema): Schema | undefined {
  const { dryRun: _, ...properties } = body?.properties ?? {};
  return body && { ...body, properties };
}

/** `text/csv; charset=utf-8` → `text/csv` */
export const getMediaType = (mediaType: string): string => mediaType.split(';')[0]!.trim().toLowerCase();

/** Finds the operation that answers a request. Fixed path segments take precedence over parameters. */
export function createOperationFinder(operations: Operation[]) {
  const patterns = operations
    .map((operation) => ({ operation, pattern: createPathPattern(operation.path) }))
    .sort((a, b) => b.operation.path.replace(/\{\w+\}/g, '').length - a.operation.path.replace(/\{\w+\}/g, '').length);
  return (method: string, path: string): Operation | undefined => {
    const routedMethod = method === 'HEAD' ? 'GET' : method;
    const paths = listDocumentedPaths(path.split('?')[0]!);
    return patterns.find(
      ({ operation, pattern }) =>
        operation.method === routedMethod && paths.some((candidate) => pattern.test(candidate)),
    )?.operation;
  };
}

const createPathPattern = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}/?$`);

/** The paths an operation may be documented under: the document lists only one of its URL prefixes. */
function listDocumentedPaths(path: string): string[] {
  if (path.replace(/\/$/, '') === '/chat') return ['/api/chat'];
  const [, pathAfterVersion] = /^\/(?:api\/)?v1(\/.*)$/.exec(path) ?? [];
  return pathAfterVersion === undefined ? [path] : [path, `/api/v1${pathAfterVersion}`, `/api${pathAfterVersion}`];
}
