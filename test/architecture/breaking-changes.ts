// Finds changes between two API descriptions that would break a client of the earlier one.

type Schema = {
  type?: string | string[];
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  additionalProperties?: boolean | Schema;
} & Record<string, unknown>;
type Content = Record<string, { schema?: Schema }>;
type Parameter = { in: string; name: string; required?: boolean; schema?: Schema };
type Operation = {
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses?: Record<string, { content?: Content }>;
};
export type Api = {
  paths: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, Record<string, Operation>>;
};

/** Requests are sent by clients, responses by the service. The recipient must still understand whatever may be sent. */
type Direction = 'request' | 'response';

export function findBreakingChanges(before: Api, after: Api): string[] {
  return [
    ...listOperations(before.paths).flatMap(([path, method, operation]) =>
      compareOperations(`${method.toUpperCase()} ${path}`, operation, after.paths[path]?.[method]),
    ),
    ...listOperations(before.webhooks ?? {}).flatMap(([type, method, operation]) =>
      compareEvents(type, operation, after.webhooks?.[type]?.[method]),
    ),
  ];
}

const listOperations = (paths: Record<string, Record<string, Operation>>) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [path, method, operation] as const),
  );

function compareOperations(name: string, before: Operation, after: Operation | undefined): string[] {
  if (!after) return [`${name} was removed`];
  const getBodySchema = ({ requestBody }: Operation) => requestBody?.content['application/json']?.schema;
  return [
    ...compareParameters(name, before.parameters ?? [], after.parameters ?? []),
    ...compareBodies(`${name} body`, getBodySchema(before), getBodySchema(after)),
    ...Object.entries(before.responses ?? {})
      .filter(([status]) => status.startsWith('2'))
      .flatMap(([status, { content = {} }]) => {
        const response = after.responses?.[status];
        if (!response) return [`${name} no longer responds with ${status}`];
        return compareContents(`${name} ${status}`, content, response.content ?? {});
      }),
  ];
}

function compareParameters(name: string, before: Parameter[], after: Parameter[]): string[] {
  const findSameParameter = (parameters: Parameter[], parameter: Parameter) =>
    parameters.find((candidate) => candidate.in === parameter.in && candidate.name === parameter.name);
  return [
    ...before.flatMap((oldParameter) => {
      const newParameter = findSameParameter(after, oldParameter);
      const location = `${name} ?${oldParameter.name}`;
      return newParameter
        ? compareSchemas(location, oldParameter.schema ?? {}, newParameter.schema ?? {}, 'request')
        : [`${location} was removed`];
    }),
    ...after
      .filter((parameter) => parameter.required && !findSameParameter(before, parameter)?.required)
      .map((parameter) => `${name} ?${parameter.name} is now required`),
  ];
}

function compareBodies(location: string, before: Schema | undefined, after: Schema | undefined): string[] {
  if (before && after) return compareSchemas(location, before, after, 'request');
  if (before) return [`${location} was removed`];
  return after?.required?.length ? [`${location} is now required`] : [];
}

/** The media type without parameters such as the charset. */
const getMediaType = (type: string): string => type.split(';')[0] ?? type;

const compareContents = (location: string, before: Content, after: Content): string[] =>
  Object.entries(before).flatMap(([type, { schema = {} }]) => {
    const [, newContent] =
      Object.entries(after).find(([candidate]) => getMediaType(candidate) === getMediaType(type)) ?? [];
    return newContent
      ? compareSchemas(location, schema, newContent.schema ?? {}, 'response')
      : [`${location} is no longer ${type}`];
  });

function compareEvents(type: string, before: Operation, after: Operation | undefined): string[] {
  if (!after) return [`the event ${type} was removed`];
  return compareContents(`the event ${type}`, before.requestBody?.content ?? {}, after.requestBody?.content ?? {});
}

function compareSchemas(location: string, before: Schema, after: Schema, direction: Direction): string[] {
  return [
    ...compareTypes(location, before, after, direction),
    ...compareLimits(location, before, after, direction),
    ...compareProperties(location, before, after, direction),
    ...(before.items && after.items ? compareSchemas(`${location}[]`, before.items, after.items, direction) : []),
    ...compareAlternatives(location, before.anyOf ?? [], after.anyOf ?? [], direction),
  ];
}

const listTypes = ({ type }: Schema): string[] => (type === undefined ? [] : [type].flat());

function compareTypes(location: string, before: Schema, after: Schema, direction: Direction): string[] {
  const [sentSchema, acceptedSchema] = direction === 'request' ? [before, after] : [after, before];
  // A whole number is a number.
  const isCovered = (type: string) =>
    listTypes(acceptedSchema).includes(type) || (type === 'integer' && listTypes(acceptedSchema).includes('number'));
  const uncoveredTypes = listTypes(acceptedSchema).length
    ? listTypes(sentSchema).filter((type) => !isCovered(type))
    : [];
  const isNewlyTyped = listTypes(acceptedSchema).length > 0 && listTypes(sentSchema).length === 0 && !sentSchema.anyOf;
  // The documentation tells clients to expect new values in responses, so only requests may not lose any.
  const removedValues =
    direction === 'request' && after.enum
      ? (before.enum ?? [undefined]).filter((value) => !after.enum?.includes(value))
      : [];
  return [
    ...uncoveredTypes.map(
      (type) => `${location} ${direction === 'request' ? 'no longer accepts' : 'may now be'} ${type}`,
    ),
    ...(isNewlyTyped ? [`${location} ${direction === 'request' ? 'was restricted' : 'may now be anything'}`] : []),
    ...removedValues.map(
      (value) => `${location} no longer accepts ${value === undefined ? 'any text' : JSON.stringify(value)}`,
    ),
  ];
}

const LOWER_LIMITS = ['minimum', 'minLength', 'minItems'];
const UPPER_LIMITS = ['maximum', 'maxLength', 'maxItems'];

/** Only for requests: more or longer values in responses do not break clients. */
function compareLimits(location: string, before: Schema, after: Schema, direction: Direction): string[] {
  if (direction === 'response') return [];
  const getLimit = (schema: Schema, name: string, fallback: number) => Number(schema[name] ?? fallback);
  const raisedLimits = LOWER_LIMITS.filter(
    (name) => getLimit(after, name, -Infinity) > getLimit(before, name, -Infinity),
  );
  const loweredLimits = UPPER_LIMITS.filter(
    (name) => getLimit(after, name, Infinity) < getLimit(before, name, Infinity),
  );
  const changedFormats = ['pattern', 'format'].filter(
    (name) => after[name] !== undefined && after[name] !== before[name],
  );
  return [...raisedLimits, ...loweredLimits, ...changedFormats].map((name) => `${location} has a stricter ${name}`);
}

function compareProperties(location: string, before: Schema, after: Schema, direction: Direction): string[] {
  const { properties: oldProperties = {}, required: oldRequired = [] } = before;
  const { properties: newProperties = {}, required: newRequired = [] } = after;
  const allowsUnknownFields = direction === 'request' && after.additionalProperties !== false;
  const changedProperties = Object.entries(oldProperties).flatMap(([name, schema]) => {
    const newSchema = newProperties[name];
    if (newSchema) return compareSchemas(`${location}/${name}`, schema, newSchema, direction);
    return allowsUnknownFields ? [] : [`${location}/${name} was removed`];
  });
  const changedRequirements =
    direction === 'request'
      ? newRequired.filter((name) => !oldRequired.includes(name)).map((name) => `${location}/${name} is now required`)
      : oldRequired
          .filter((name) => name in newProperties && !newRequired.includes(name))
          .map((name) => `${location}/${name} may now be missing`);
  return [...changedProperties, ...changedRequirements];
}

/** Compares alternatives in order. One more in a response, or one fewer in a request, breaks clients. */
function compareAlternatives(location: string, before: Schema[], after: Schema[], direction: Direction): string[] {
  const breaksClients = direction === 'request' ? after.length < before.length : after.length > before.length;
  return [
    ...(breaksClients ? [`${location} has other alternatives`] : []),
    ...before.flatMap((schema, index) => {
      const newSchema = after[index];
      return newSchema ? compareSchemas(`${location}(${index})`, schema, newSchema, direction) : [];
    }),
  ];
}
