// What the API says of itself (OpenAPI 3.1), as the fuzzer wants to have it.

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
type Described = {
  security?: Record<string, unknown>[];
  parameters?: Parameter[];
  requestBody?: Content;
  responses: Record<string, Content>;
};
export type Document = {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: { Problem: Schema } };
};

export type Operation = {
  /** `GET /api/v1/bookings/{id}` */
  name: string;
  method: string;
  path: string;
  security: 'key' | 'session' | 'none';
  /** Its parameters as one object. */
  query: Schema;
  /** Without `dryRun`, which every body has but which is for test keys alone. */
  body?: Schema;
  /** By status, then by media type without its parameters; nothing in it where the answer has no body. */
  answers: Map<number, Map<string, Schema>>;
};

export function operationsOf({ paths }: Document): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => toOperation(method.toUpperCase(), path, described)),
  );
}

function toOperation(method: string, path: string, described: Described): Operation {
  const { security = [], parameters = [], requestBody, responses } = described;
  const [scheme = 'none'] = Object.keys(security[0] ?? {});
  const answers = Object.entries(responses)
    .filter(([status]) => status !== 'default')
    .map(([status, { content = {} }]) => {
      const byType = Object.entries(content).map(([type, { schema = {} }]) => [essenceOf(type), schema] as const);
      return [Number(status), new Map(byType)] as const;
    });
  return {
    name: `${method} ${path}`,
    method,
    path,
    security: scheme as Operation['security'],
    query: queryOf(parameters.filter((parameter) => parameter.in === 'query')),
    body: withoutDryRun(requestBody?.content?.['application/json']?.schema),
    answers: new Map(answers),
  };
}

const queryOf = (parameters: Parameter[]): Schema => ({
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
export const essenceOf = (mediaType: string): string => mediaType.split(';')[0]!.trim().toLowerCase();

/** Which operation answers a request; a fixed word of a path goes before a parameter. */
export function finder(operations: Operation[]) {
  const patterns = operations
    .map((operation) => ({ operation, pattern: patternOf(operation.path) }))
    .sort((a, b) => b.operation.path.replace(/\{\w+\}/g, '').length - a.operation.path.replace(/\{\w+\}/g, '').length);
  return (method: string, path: string): Operation | undefined => {
    const wanted = method === 'HEAD' ? 'GET' : method;
    const paths = underAnyRoot(path.split('?')[0]!);
    return patterns.find(
      ({ operation, pattern }) => operation.method === wanted && paths.some((each) => pattern.test(each)),
    )?.operation;
  };
}

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}/?$`);

/** The description has each operation once; it answers under other roots too. */
function underAnyRoot(path: string): string[] {
  if (path.replace(/\/$/, '') === '/chat') return ['/api/chat'];
  const [, rest] = /^\/(?:api\/)?v1(\/.*)$/.exec(path) ?? [];
  return rest === undefined ? [path] : [path, `/api/v1${rest}`, `/api${rest}`];
}
