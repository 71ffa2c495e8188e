// Generates the types of all endpoints from the API's OpenAPI 3.1 description.
import { isDeepStrictEqual } from 'node:util';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';

type Json = Record<string, unknown>;
export type OpenApi = {
  openapi: string;
  info: Json;
  paths: Record<string, Record<string, Json>>;
  components: { schemas: Json; responses?: Json };
  webhooks?: Json;
};

const FILE_HEADER = `// Made from the API's description by \`npm run client\`: do not change it by hand.`;
/** The client uses operations only, so these are left out. */
const UNUSED_TYPES = ['paths', 'webhooks', '$defs'];

export async function generate(api: OpenApi): Promise<string> {
  const { paths, components, webhooks: _webhooks, ...rest } = structuredClone(api);
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods)) {
      operation.operationId = `${method.toUpperCase()} ${path}`;
      operation.responses = withoutProblems(operation.responses as Json);
    }
  const { responses: _responses, ...usedComponents } = components;
  const document = { ...rest, paths: extractNamedSchemas(paths, components.schemas), components: usedComponents };
  // Cast, because the code above takes the document for plain JSON.
  const nodes = await openapiTS(document as unknown as OpenAPI3, {
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    defaultNonNullable: false,
  });
  const usedNodes = nodes.filter(
    (node) => !('name' in node && UNUSED_TYPES.includes((node.name as { text: string }).text)),
  );
  return `${FILE_HEADER}\n\n${astToString(usedNodes)}`;
}

/** Every failure is thrown as a problem, so `default` stands for them all. */
const withoutProblems = (responses: Json): Json =>
  Object.fromEntries(Object.entries(responses).filter(([status]) => status === 'default' || status.startsWith('2')));

/** Moves schemas with a title to `components`, so each becomes one named type. Fixed-length arrays become tuples. */
function extractNamedSchemas(value: unknown, schemas: Json): unknown {
  if (Array.isArray(value)) return value.map((item) => extractNamedSchemas(item, schemas));
  if (typeof value !== 'object' || value === null) return value;
  const schema: Json = Object.fromEntries(
    Object.entries(value).map(([key, child]) => [key, extractNamedSchemas(child, schemas)]),
  );
  const { type, title, items, minItems, maxItems } = schema;
  if (typeof minItems === 'number' && minItems === maxItems)
    return { ...schema, prefixItems: Array(minItems).fill(items), items: false };
  if (typeof title !== 'string' || ![type].flat().includes('object')) return schema;
  const name = title.replace(/\W+(\w)/g, (_, letter) => letter.toUpperCase());
  const objectSchema = { ...schema, type: 'object' };
  schemas[name] ??= objectSchema;
  if (!isDeepStrictEqual(schemas[name], objectSchema))
    throw new Error(`Two different schemas have the title ${title}.`);
  const reference = { $ref: `#/components/schemas/${name}` };
  return Array.isArray(type) ? { anyOf: [reference, { type: 'null' }] } : reference;
}
