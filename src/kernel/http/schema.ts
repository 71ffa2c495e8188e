import { type Static, type TProperties, type TSchema, Type } from 'typebox';

/** An object without unknown fields. Use it for every body and query. */
export const Strict = <Properties extends TProperties>(properties: Properties, options: object = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options });

/** An object with a name in the API reference and in the generated client types. */
export const Titled = <Properties extends TProperties>(title: string, properties: Properties) =>
  Type.Object(properties, { title });

/** Uses `type: [T, null]` if possible, which serialises much faster than a union. */
export const Nullable = <T extends TSchema>(schema: T) => {
  const { type, enum: values } = schema as { type?: string; enum?: unknown[] };
  const nullable =
    typeof type === 'string'
      ? { ...schema, type: [type, 'null'], ...(values ? { enum: [...values, null] } : {}) }
      : { anyOf: [schema, { type: 'null' }] };
  return Type.Unsafe<Static<T> | null>(nullable);
};

export const OneOf = <const T extends readonly string[]>(values: T, options: object = {}) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: values, ...options });

/** At least one character that is not a space. */
export const NOT_BLANK = '\\S';

/** A string with at least one visible character. */
export const NonBlank = (options: object = {}) => Type.String({ minLength: 1, pattern: NOT_BLANK, ...options });

export const Time = (options: object = {}) => Type.String({ format: 'date-time', ...options });

/** An id without its prefix. No object has it. */
export const EXAMPLE_ID = '01k9z0v3w8e5r7t2y4u6i8o0pa';
export const Id = (prefix: string, options: object = {}) =>
  Type.String({ examples: [`${prefix}_${EXAMPLE_ID}`], ...options });

export const Empty = Strict({}, { description: 'No fields.' });

/** Query parameters of paginated lists. */
export const PageQuery = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'How many to return' })),
  starting_after: Type.Optional(Type.String({ description: 'The `id` of the last entry on the previous page' })),
  ending_before: Type.Optional(Type.String({ description: 'The `id` of the first entry on the next page' })),
};

export const ListOf = <T extends TSchema>(item: T) =>
  Type.Object({ object: Type.Literal('list'), data: Type.Array(item), has_more: Type.Boolean() });

/** Expects `limit + 1` rows: the extra row shows that there is another page. */
export const createListPage = <Row, Item>(rows: Row[], limit: number, present: (row: Row) => Item) => ({
  object: 'list' as const,
  data: rows.slice(0, limit).map(present),
  has_more: rows.length > limit,
});

export const ProblemDocument = Type.Object(
  {
    type: Type.String({ format: 'uri' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String({ description: 'What went wrong, and what to do next' }),
    code: Type.String({ description: 'Stable, for programs' }),
    requestId: Type.String(),
    errors: Type.Optional(
      Type.Array(Type.Object({ pointer: Type.String({ description: 'RFC 6901' }), detail: Type.String() })),
    ),
  },
  { additionalProperties: true, title: 'Problem', description: 'RFC 9457' },
);
