// Finds what a client of an earlier API description would trip over in a later one.

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

/** What a side may send: requests go to the service, answers to the client. Each must accept all it accepted before. */
type Direction = 'request' | 'answer';

export function findBreakingChanges(before: Api, after: Api): string[] {
  return [
    ...eachOperation(before.paths).flatMap(([path, method, old]) =>
      compareOperations(`${method.toUpperCase()} ${path}`, old, after.paths[path]?.[method]),
    ),
    ...eachOperation(before.webhooks ?? {}).flatMap(([type, method, old]) =>
      compareEvents(type, old, after.webhooks?.[type]?.[method]),
    ),
  ];
}

const eachOperation = (paths: Record<string, Record<string, Operation>>) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [path, method, operation] as const),
  );

function compareOperations(name: string, before: Operation, after: Operation | undefined): string[] {
  if (!after) return [`${name} was removed`];
  const bodyOf = ({ requestBody }: Operation) => requestBody?.content['application/json']?.schema;
  return [
    ...compareParameters(name, before.parameters ?? [], after.parameters ?? []),
    ...compareBodies(`${name} body`, bodyOf(before), bodyOf(after)),
    ...Object.entries(before.responses ?? {})
      .filter(([status]) => status.startsWith('2'))
      .flatMap(([status, { content = {} }]) => {
        const answer = after.responses?.[status];
        if (!answer) return [`${name} no longer answers ${status}`];
        return compareContents(`${name} ${status}`, content, answer.content ?? {});
      }),
  ];
}

function compareParameters(name: string, before: Parameter[], after: Parameter[]): string[] {
  const findIn = (list: Parameter[], wanted: Parameter) =>
    list.find((each) => each.in === wanted.in && each.name === wanted.name);
  return [
    ...before.flatMap((old) => {
      const kept = findIn(after, old);
      const at = `${name} ?${old.name}`;
      return kept ? compareSchemas(at, old.schema ?? {}, kept.schema ?? {}, 'request') : [`${at} was removed`];
    }),
    ...after
      .filter((parameter) => parameter.required && !findIn(before, parameter)?.required)
      .map((parameter) => `${name} ?${parameter.name} is now required`),
  ];
}

function compareBodies(at: string, before: Schema | undefined, after: Schema | undefined): string[] {
  if (before && after) return compareSchemas(at, before, after, 'request');
  if (before) return [`${at} was removed`];
  return after?.required?.length ? [`${at} is now required`] : [];
}

/** A parameter such as the charset is no other type. */
const mediaTypeOf = (type: string): string => type.split(';')[0] ?? type;

const compareContents = (at: string, before: Content, after: Content): string[] =>
  Object.entries(before).flatMap(([type, { schema = {} }]) => {
    const [, kept] = Object.entries(after).find(([each]) => mediaTypeOf(each) === mediaTypeOf(type)) ?? [];
    return kept ? compareSchemas(at, schema, kept.schema ?? {}, 'answer') : [`${at} is no longer ${type}`];
  });

function compareEvents(type: string, before: Operation, after: Operation | undefined): string[] {
  if (!after) return [`the event ${type} was removed`];
  return compareContents(`the event ${type}`, before.requestBody?.content ?? {}, after.requestBody?.content ?? {});
}

function compareSchemas(at: string, before: Schema, after: Schema, direction: Direction): string[] {
  return [
    ...compareTypes(at, before, after, direction),
    ...compareLimits(at, before, after, direction),
    ...compareProperties(at, before, after, direction),
    ...(before.items && after.items ? compareSchemas(`${at}[]`, before.items, after.items, direction) : []),
    ...compareAlternatives(at, before.anyOf ?? [], after.anyOf ?? [], direction),
  ];
}

const typesOf = ({ type }: Schema): string[] => (type === undefined ? [] : [type].flat());

function compareTypes(at: string, before: Schema, after: Schema, direction: Direction): string[] {
  const [wide, narrow] = direction === 'request' ? [before, after] : [after, before];
  // A whole number is a number.
  const isCovered = (type: string) =>
    typesOf(narrow).includes(type) || (type === 'integer' && typesOf(narrow).includes('number'));
  const extra = typesOf(narrow).length ? typesOf(wide).filter((type) => !isCovered(type)) : [];
  const isNewlyTyped = typesOf(narrow).length > 0 && typesOf(wide).length === 0 && !wide.anyOf;
  // Clients are told to expect new values in answers, so only requests may not lose any.
  const lost =
    direction === 'request' && after.enum
      ? (before.enum ?? [undefined]).filter((value) => !after.enum?.includes(value))
      : [];
  return [
    ...extra.map((type) => `${at} ${direction === 'request' ? 'no longer takes' : 'may now be'} ${type}`),
    ...(isNewlyTyped ? [`${at} ${direction === 'request' ? 'was restricted' : 'may now be anything'}`] : []),
    ...lost.map((value) => `${at} no longer takes ${value === undefined ? 'any text' : JSON.stringify(value)}`),
  ];
}

const LOWER_LIMITS = ['minimum', 'minLength', 'minItems'];
const UPPER_LIMITS = ['maximum', 'maxLength', 'maxItems'];

/** Only requests: that answers hold more or longer values is no break. */
function compareLimits(at: string, before: Schema, after: Schema, direction: Direction): string[] {
  if (direction === 'answer') return [];
  const limitOf = (schema: Schema, name: string, fallback: number) => Number(schema[name] ?? fallback);
  const raised = LOWER_LIMITS.filter((name) => limitOf(after, name, -Infinity) > limitOf(before, name, -Infinity));
  const lowered = UPPER_LIMITS.filter((name) => limitOf(after, name, Infinity) < limitOf(before, name, Infinity));
  const other = ['pattern', 'format'].filter((name) => after[name] !== undefined && after[name] !== before[name]);
  return [...raised, ...lowered, ...other].map((name) => `${at} has a stricter ${name}`);
}

function compareProperties(at: string, before: Schema, after: Schema, direction: Direction): string[] {
  const { properties: old = {}, required: wasRequired = [] } = before;
  const { properties: kept = {}, required = [] } = after;
  const mayHaveOthers = direction === 'request' && after.additionalProperties !== false;
  const changed = Object.entries(old).flatMap(([name, schema]) => {
    const now = kept[name];
    if (now) return compareSchemas(`${at}/${name}`, schema, now, direction);
    return mayHaveOthers ? [] : [`${at}/${name} was removed`];
  });
  const demanded =
    direction === 'request'
      ? required.filter((name) => !wasRequired.includes(name)).map((name) => `${at}/${name} is now required`)
      : wasRequired
          .filter((name) => name in kept && !required.includes(name))
          .map((name) => `${at}/${name} may now be missing`);
  return [...changed, ...demanded];
}

/** Alternatives are compared in their order. One more in an answer, or one fewer in a request, is a break. */
function compareAlternatives(at: string, before: Schema[], after: Schema[], direction: Direction): string[] {
  const isLost = direction === 'request' ? after.length < before.length : after.length > before.length;
  return [
    ...(isLost ? [`${at} has other alternatives`] : []),
    ...before.flatMap((schema, index) => {
      const now = after[index];
      return now ? compareSchemas(`${at}(${index})`, schema, now, direction) : [];
    }),
  ];
}
