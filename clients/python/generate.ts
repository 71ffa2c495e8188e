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

const FILE_START = `"""Made from the API's description by \`npm run client\`: do not change it by hand."""

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

/** Converts schemas to Python types, and collects the declarations of those with a name. */
class PythonTypes {
  readonly #components: Record<string, Schema>;
  readonly #byName = new Map<string, string>();

  constructor(components: Record<string, Schema>) {
    this.#components = components;
  }

  get declarations(): string[] {
    return [...this.#byName.values()];
  }

  /** The Python type of a schema. Objects become named dictionaries: by their title, or else by the `name` of their context. */
  typeFor(schema: Schema | undefined, name: string): string {
    if (!schema) return 'Any';
    if (schema.$ref) return this.#reference(schema.$ref);
    if (schema.const !== undefined) return `Literal[${pythonLiteral(schema.const)}]`;
    if (schema.enum) return `Literal[${schema.enum.map(pythonLiteral).join(', ')}]`;
    const options = schema.anyOf ?? schema.oneOf;
    if (options) return unionType(options.map((option, index) => this.typeFor(option, `${name}${index + 1}`)));
    if (schema.allOf) return 'dict[str, Any]';
    const types = [schema.type ?? []].flat();
    return types.length ? unionType(types.map((type) => this.#ofType(type, schema, name))) : 'Any';
  }

  #ofType(type: string, schema: Schema, name: string): string {
    if (type === 'array') return `list[${schema.items ? this.typeFor(schema.items, `${name}Item`) : 'Any'}]`;
    if (type !== 'object') return SCALARS[type] ?? 'Any';
    const { properties = {}, additionalProperties } = schema;
    if (Object.keys(properties).length) return this.#declare(schema, schema.title ? className(schema.title) : name);
    const valueType =
      typeof additionalProperties === 'object' ? this.typeFor(additionalProperties, `${name}Value`) : 'Any';
    return `dict[str, ${valueType}]`;
  }

  #reference(ref: string): string {
    const name = className(ref.split('/').at(-1) ?? '');
    const schema = this.#components[ref.split('/').at(-1) ?? ''];
    return this.#byName.has(name) ? name : this.typeFor({ ...schema, title: name }, name);
  }

  #declare({ properties = {}, required = [] }: Schema, name: string): string {
    if (this.#byName.has(name)) return name;
    this.#byName.set(name, '');
    const fields = Object.entries(properties).map(([field, schema]) => {
      const type = this.typeFor(schema, name + className(field));
      return `    ${JSON.stringify(field)}: ${required.includes(field) ? type : `NotRequired[${type}]`},`;
    });
    // Deleted first, because a map keeps a key's position: a type must come after those that it refers to.
    this.#byName.delete(name);
    this.#byName.set(name, `${name} = TypedDict("${name}", {\n${fields.join('\n')}\n})`);
    return name;
  }
}

const pythonLiteral = (value: unknown): string =>
  value === null ? 'None' : typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value);

const unionType = (types: string[]): string => [...new Set(types)].join(' | ');

/** `POST /api/v1/bookings/{id}/cancel` → `PostBookingsIdCancel` */
const className = (text: string): string =>
  (text.match(/[A-Za-z0-9]+/g) ?? []).map((word) => word[0]?.toUpperCase() + word.slice(1)).join('');

const jsonSchema = (content: Content | undefined): Schema | undefined => content?.['application/json']?.schema;

export function generatePython(api: OpenApi): string {
  const types = new PythonTypes(api.components.schemas as Record<string, Schema>);
  const callMethods: string[] = [];
  const listMethods: string[] = [];
  for (const [path, methods] of Object.entries(api.paths))
    for (const [method, untypedOperation] of Object.entries(methods)) {
      const operation = untypedOperation as Operation;
      const endpoint = `${method.toUpperCase()} ${path}`;
      const name = className(`${method} ${path.replace(/^\/api(?:\/v1)?/, '')}`);
      const resultType = returnType(operation, types, name);
      const keywords = keywordArguments(operation, types, name);
      callMethods.push(methodOverload('call', endpoint, keywords, resultType));
      const listFields = jsonSchema(operation.responses['200']?.content)?.properties;
      if (listFields?.data && listFields.has_more)
        listMethods.push(
          methodOverload(
            'all',
            endpoint,
            keywords,
            `Iterator[${types.typeFor((listFields.data.items || undefined) as Schema, `${name}Item`)}]`,
          ),
        );
    }
  const methods = [
    ...callMethods,
    `    def call(self, endpoint: str, **given: Any) -> Any:\n        """Calls an endpoint, by its method and path."""\n        return self._call(endpoint, **given)`,
    ...listMethods,
    `    def all(self, endpoint: str, **given: Any) -> Iterator[Any]:\n        """Every entry of a list, page by page."""\n        return self._all(endpoint, **given)`,
  ];
  return `${[FILE_START, ...types.declarations, `\nclass Client(BaseClient):\n${methods.join('\n\n')}`].join('\n\n')}\n`;
}

function returnType({ responses }: Operation, types: PythonTypes, name: string): string {
  const successResponses = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  return (
    unionType(
      successResponses.map(([, { content }]) =>
        content ? types.typeFor(jsonSchema(content) ?? { type: 'string' }, `${name}Answer`) : 'None',
      ),
    ) || 'None'
  );
}

/** The keyword arguments that an endpoint takes, as Python parameters. */
function keywordArguments({ parameters = [], requestBody }: Operation, types: PythonTypes, name: string): string[] {
  const parametersIn = (location: string): Schema => {
    const matchingParameters = parameters.filter((parameter) => parameter.in === location);
    return {
      type: 'object',
      properties: Object.fromEntries(matchingParameters.map(({ name: field, schema = {} }) => [field, schema])),
      required: matchingParameters.filter(({ required }) => required).map(({ name: field }) => field),
    };
  };
  const argument = (keyword: string, schema: Schema | undefined, isRequired: boolean) => {
    if (!schema || (keyword !== 'body' && !Object.keys(schema.properties ?? {}).length)) return [];
    const type = types.typeFor(schema, `${name}${className(keyword)}`);
    return [isRequired ? `${keyword}: ${type}` : `${keyword}: ${type} | None = None`];
  };
  const [path, query, body] = [parametersIn('path'), parametersIn('query'), jsonSchema(requestBody?.content)];
  return [
    ...argument('params', path, true),
    ...argument('query', query, Boolean(query.required?.length)),
    ...argument('body', body, Boolean(requestBody?.required && body?.required?.length)),
  ];
}

const HEADERS_ARGUMENT = 'headers: Mapping[str, str] | None = None';
const IDEMPOTENCY_KEY_ARGUMENT = 'idempotency_key: str | None = None';

function methodOverload(method: 'call' | 'all', endpoint: string, parameters: string[], resultType: string): string {
  const keywords = [...parameters, HEADERS_ARGUMENT, ...(method === 'call' ? [IDEMPOTENCY_KEY_ARGUMENT] : [])].join(
    ', ',
  );
  return `    @overload\n    def ${method}(self, endpoint: Literal["${endpoint}"], *, ${keywords}) -> ${resultType}: ...`;
}
