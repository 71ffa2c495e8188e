// Writes the types of every endpoint out of the API's own description (OpenAPI 3.1).
import { isDeepStrictEqual } from 'node:util';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';

type Json = Record<string, unknown>;
export type OpenApi = {
  openapi: string;
  info: Json;
  paths: Record<string, Record<string, Json>>;
  components: { schemas: Json };
};

const HEAD = `// Made from the API's description by \`npm run client\`: do not change it by hand.`;
/** The client goes by operations, so that the same by paths need not be written. */
const UNUSED = ['paths', 'webhooks', '$defs'];

export async function generate(api: OpenApi): Promise<string> {
  const { paths, components, ...rest } = structuredClone(api);
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods))
      operation.operationId = `${method.toUpperCase()} ${path}`;
  const named = { ...rest, paths: nameShapes(paths, components.schemas), components };
  const nodes = await openapiTS(named as unknown as OpenAPI3, {
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    defaultNonNullable: false,
  });
  const used = nodes.filter((node) => !('name' in node && UNUSED.includes((node.name as { text: string }).text)));
  return `${HEAD}\n\n${astToString(used)}`;
}

/** What has a title is a shape of its own, the same wherever it is met. An array of a fixed length is a tuple. */
function nameShapes(value: unknown, schemas: Json): unknown {
  if (Array.isArray(value)) return value.map((each) => nameShapes(each, schemas));
  if (typeof value !== 'object' || value === null) return value;
  const schema: Json = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, nameShapes(each, schemas)]));
  const { type, title, items, minItems, maxItems } = schema;
  if (typeof minItems === 'number' && minItems === maxItems)
    return { ...schema, prefixItems: Array(minItems).fill(items), items: false };
  if (typeof title !== 'string' || ![type].flat().includes('object')) return schema;
  const name = title.replace(/\W+(\w)/g, (_, letter) => letter.toUpperCase());
  const shape = { ...schema, type: 'object' };
  schemas[name] ??= shape;
  if (!isDeepStrictEqual(schemas[name], shape)) throw new Error(`Two different schemas have the title ${title}.`);
  const reference = { $ref: `#/components/schemas/${name}` };
  return Array.isArray(type) ? { anyOf: [reference, { type: 'null' }] } : reference;
}
