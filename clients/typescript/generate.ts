// Writes the types of every endpoint out of the API's own description (OpenAPI 3.1).

type Schema = {
  $ref?: string;
  type?: string | string[];
  title?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  patternProperties?: Record<string, Schema>;
};
type Content = { content?: Record<string, { schema: Schema }> };
type Operation = {
  summary?: string;
  description?: string;
  parameters?: { in: string; name: string; required?: boolean; description?: string; schema: Schema }[];
  requestBody?: Content;
  responses: Record<string, Content>;
};
export type OpenApi = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

const HEAD = `// Made from the API's description by \`npm run client\`: do not change it by hand.`;

export function generate({ paths, components }: OpenApi): string {
  const named = new Map<string, string>();
  const write = writer(named);
  const problem = write(components.schemas.Problem!, '');
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      describe(`${method.toUpperCase()} ${path}`, operation, write).replace(/^(?=.)/gm, '  '),
    ),
  );
  const types = [...named].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, type]) => `export type ${name} = ${type};`);
  if (problem !== 'Problem') throw new Error('The description names no Problem.');
  return `${HEAD}\n\n${types.join('\n\n')}\n\nexport type Operations = {\n${operations.join('\n')}\n};\n`;
}

type Write = (schema: Schema, indent: string) => string;

function describe(name: string, { summary, description, parameters = [], ...rest }: Operation, write: Write): string {
  const given = (place: string) => {
    const those = parameters.filter((parameter) => parameter.in === place);
    const properties = Object.fromEntries(
      those.map((parameter) => [parameter.name, { ...parameter.schema, description: parameter.description }]),
    );
    const required = those.filter((parameter) => parameter.required).map((parameter) => parameter.name);
    return those.length ? { type: 'object', properties, required } : undefined;
  };
  const fields = [
    ['params', given('path')],
    ['query', given('query')],
    ['body', jsonOf(rest.requestBody)],
  ] as const;
  const lines = fields.flatMap(([field, schema]) =>
    schema ? [`  ${field}${schema.required?.length ? '' : '?'}: ${write(schema, '  ')};`] : [],
  );
  const about = [summary, description].filter(Boolean).join('. ').replace(/\s+/g, ' ');
  return [...comment(about), `'${name}': {`, ...lines, `  answer: ${answerOf(rest.responses, write)};`, '};'].join(
    '\n',
  );
}

const jsonOf = (from?: Content): Schema | undefined =>
  Object.entries(from?.content ?? {}).find(([type]) => /\bjson$/.test(type))?.[1].schema;

/** What a success brings; another answer than JSON is text. */
function answerOf(responses: Operation['responses'], write: Write): string {
  const good = Object.entries(responses).filter(([status]) => /^2/.test(status));
  const types = good.map(([, response]) => {
    const schema = jsonOf(response);
    if (schema) return write(schema, '  ');
    return response.content ? 'string' : 'undefined';
  });
  return [...new Set(types)].join(' | ');
}

/** What has a title is a type of its own, and is the same wherever it is met. */
function writer(named: Map<string, string>): Write {
  const write: Write = (schema, indent) => {
    if (schema.$ref) return schema.$ref.split('/').at(-1)!;
    const { type, title } = schema;
    if (Array.isArray(type)) return type.map((one) => write({ ...schema, type: one }, indent)).join(' | ');
    if (type !== 'object' || !title) return plain(schema, indent);
    const name = title.replace(/\W+(\w)/g, (_, letter) => letter.toUpperCase());
    const text = plain(schema, '');
    if ((named.get(name) ?? text) !== text) throw new Error(`Two different schemas have the title ${title}.`);
    named.set(name, text);
    return name;
  };
  const plain: Write = (schema, indent) => {
    const { type, items } = schema;
    if (type === 'null') return 'null';
    if ('const' in schema) return literal(schema.const);
    // Where null is one of the types it is written for itself.
    if (schema.enum)
      return schema.enum
        .filter((value) => !type || value !== null)
        .map(literal)
        .join(' | ');
    if (schema.anyOf) return [...new Set(schema.anyOf.map((each) => write(each, indent)))].join(' | ');
    if (type === 'integer') return 'number';
    if (type === 'array') return array(schema, write(items ?? {}, indent));
    if (type === 'object') return object(schema, indent, write);
    return type === undefined ? 'unknown' : String(type);
  };
  return write;
}

function object(schema: Schema, indent: string, write: Write): string {
  const { properties = {}, required = [], additionalProperties: more, patternProperties = {} } = schema;
  const [pattern] = Object.values(patternProperties);
  const others = typeof more === 'object' ? more : pattern;
  const below = `${indent}  `;
  const lines = Object.entries(properties).flatMap(([name, each]) => [
    ...comment(each.description).map((line) => below + line),
    `${below}${nameOf(name)}${required.includes(name) ? '' : '?'}: ${write(each, below)};`,
  ]);
  if (others && !lines.length) return `Record<string, ${write(others, indent)}>`;
  if (more === true) lines.push(`${below}[field: string]: unknown;`);
  return lines.length ? `{\n${lines.join('\n')}\n${indent}}` : 'Record<string, never>';
}

/** As many as it must have, where that is a fixed number. */
const array = ({ minItems, maxItems }: Schema, item: string) =>
  minItems !== undefined && minItems === maxItems ? `[${Array(minItems).fill(item).join(', ')}]` : `Array<${item}>`;

const literal = (value: unknown) => (typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : String(value));
const nameOf = (field: string) => (/^[A-Za-z_$][\w$]*$/.test(field) ? field : JSON.stringify(field));
const comment = (text?: string) => (text ? [`/** ${text.replace(/\s+/g, ' ').replaceAll('*/', '* /')} */`] : []);
