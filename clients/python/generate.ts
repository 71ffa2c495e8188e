// Generates the endpoints and types of the Python client from the API's OpenAPI 3.1 description.
import type { OpenApi } from '../typescript/generate.ts';

type Schema = {
  type?: string | string[];
  title?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema | false;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  $ref?: string;
};
type Content = Record<string, { schema?: Schema }>;
type Operation = {
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema }[];
  requestBody?: { content: Content; required?: boolean };
  responses: Record<string, { content?: Content }>;
  summary?: string;
};

const HEADER = `"""Made from the API's description by \`npm run client\`: do not change it by hand."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal, NotRequired, TypedDict, overload

from .client import BaseClient
`;
const SCALARS: Record<string, string> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

/** Collects the named types while expressions for schemas are made. */
class Types {
  readonly #components: Record<string, Schema>;
  readonly #byName = new Map<string, string>();

  constructor(components: Record<string, Schema>) {
    this.#components = components;
  }

  get declarations(): string[] {
    return [...this.#byName.values()];
  }

  /** The type of a schema. Objects become dictionaries with a name: their title, or else the name of where they are. */
  of(schema: Schema | undefined, name: string): string {
    if (!schema) return 'Any';
    if (schema.$ref) return this.#reference(schema.$ref);
    if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`;
    if (schema.enum) return `Literal[${schema.enum.map(literal).join(', ')}]`;
    const options = schema.anyOf ?? schema.oneOf;
    if (options) return union(options.map((option, index) => this.of(option, `${name}${index + 1}`)));
    if (schema.allOf) return 'dict[str, Any]';
    const types = [schema.type ?? []].flat();
    return types.length ? union(types.map((type) => this.#ofType(type, schema, name))) : 'Any';
  }

  #ofType(type: string, schema: Schema, name: string): string {
    if (type === 'array') return `list[${schema.items ? this.of(schema.items, `${name}Item`) : 'Any'}]`;
    if (type !== 'object') return SCALARS[type] ?? 'Any';
    const { properties = {}, additionalProperties } = schema;
    if (Object.keys(properties).length) return this.#declare(schema, schema.title ? className(schema.title) : name);
    const values = typeof additionalProperties === 'object' ? this.of(additionalProperties, `${name}Value`) : 'Any';
    return `dict[str, ${values}]`;
  }

  #reference(reference: string): string {
    const name = className(reference.split('/').at(-1) ?? '');
    const schema = this.#components[reference.split('/').at(-1) ?? ''];
    return this.#byName.has(name) ? name : this.of({ ...schema, title: name }, name);
  }

  #declare({ properties = {}, required = [] }: Schema, name: string): string {
    if (this.#byName.has(name)) return name;
    this.#byName.set(name, '');
    const fields = Object.entries(properties).map(([field, schema]) => {
      const type = this.of(schema, name + className(field));
      return `    ${JSON.stringify(field)}: ${required.includes(field) ? type : `NotRequired[${type}]`},`;
    });
    // After what it refers to. Set again, because a map keeps the first place of a key.
    this.#byName.delete(name);
    this.#byName.set(name, `${name} = TypedDict("${name}", {\n${fields.join('\n')}\n})`);
    return name;
  }
}

const literal = (value: unknown): string =>
  value === null ? 'None' : typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value);

const union = (types: string[]): string => [...new Set(types)].join(' | ');

/** `POST /api/v1/bookings/{id}/cancel` → `PostBookingsIdCancel` */
const className = (text: string): string =>
  (text.match(/[A-Za-z0-9]+/g) ?? []).map((word) => word[0]?.toUpperCase() + word.slice(1)).join('');

const jsonOf = (content: Content | undefined): Schema | undefined => content?.['application/json']?.schema;

export function generatePython(api: OpenApi): string {
  const types = new Types(api.components.schemas as Record<string, Schema>);
  const calls: string[] = [];
  const lists: string[] = [];
  for (const [path, methods] of Object.entries(api.paths))
    for (const [method, untyped] of Object.entries(methods)) {
      const operation = untyped as unknown as Operation;
      const endpoint = `${method.toUpperCase()} ${path}`;
      const name = className(`${method} ${path.replace(/^\/api(?:\/v1)?/, '')}`);
      const answer = answerOf(operation, types, name);
      const given = givenOf(operation, types, name);
      calls.push(overloadOf('call', endpoint, given, answer));
      const data = jsonOf(operation.responses['200']?.content)?.properties;
      if (data?.data && data.has_more)
        lists.push(
          overloadOf(
            'all',
            endpoint,
            given,
            `Iterator[${types.of((data.data.items || undefined) as Schema, `${name}Item`)}]`,
          ),
        );
    }
  const methods = [
    ...calls,
    `    def call(self, endpoint: str, **given: Any) -> Any:\n        """Calls an endpoint, by its method and path."""\n        return self._call(endpoint, **given)`,
    ...lists,
    `    def all(self, endpoint: str, **given: Any) -> Iterator[Any]:\n        """Every entry of a list, page by page."""\n        return self._all(endpoint, **given)`,
  ];
  return `${[HEADER, ...types.declarations, `\nclass Client(BaseClient):\n${methods.join('\n\n')}`].join('\n\n')}\n`;
}

function answerOf({ responses }: Operation, types: Types, name: string): string {
  const answers = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  return (
    union(
      answers.map(([, { content }]) =>
        content ? types.of(jsonOf(content) ?? { type: 'string' }, `${name}Answer`) : 'None',
      ),
    ) || 'None'
  );
}

/** The keyword arguments of an endpoint. */
function givenOf({ parameters = [], requestBody }: Operation, types: Types, name: string): string[] {
  const objectOf = (place: string): Schema => {
    const own = parameters.filter((parameter) => parameter.in === place);
    return {
      type: 'object',
      properties: Object.fromEntries(own.map(({ name: field, schema = {} }) => [field, schema])),
      required: own.filter(({ required }) => required).map(({ name: field }) => field),
    };
  };
  const argument = (keyword: string, schema: Schema | undefined, isRequired: boolean) => {
    if (!schema || (keyword !== 'body' && !Object.keys(schema.properties ?? {}).length)) return [];
    const type = types.of(schema, `${name}${className(keyword)}`);
    return [isRequired ? `${keyword}: ${type}` : `${keyword}: ${type} | None = None`];
  };
  const [path, query, body] = [objectOf('path'), objectOf('query'), jsonOf(requestBody?.content)];
  return [
    ...argument('params', path, true),
    ...argument('query', query, Boolean(query.required?.length)),
    ...argument('body', body, Boolean(requestBody?.required && body?.required?.length)),
  ];
}

const HEADERS = 'headers: Mapping[str, str] | None = None';
const IDEMPOTENCY_KEY = 'idempotency_key: str | None = None';

function overloadOf(method: 'call' | 'all', endpoint: string, given: string[], answer: string): string {
  const keywords = [...given, HEADERS, ...(method === 'call' ? [IDEMPOTENCY_KEY] : [])].join(', ');
  return `    @overload\n    def ${method}(self, endpoint: Literal["${endpoint}"], *, ${keywords}) -> ${answer}: ...`;
}
