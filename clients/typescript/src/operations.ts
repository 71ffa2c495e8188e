import type { operations } from './api.ts';

/** An endpoint by method and path: `'POST /api/chat'`. */
export type Endpoint = keyof operations;
export type Given<E extends Endpoint> = OperationInput<operations[E]>;
export type Answer<E extends Endpoint> = OperationOutput<operations[E]>;

/** The endpoints by path and method, for `createClient<Paths>()` of openapi-fetch. */
export type Paths = {
  [Path in Endpoint extends `${string} ${infer P}` ? P : never]: {
    [E in Endpoint as E extends `${infer Method} ${Path}` ? Lowercase<Method> : never]: operations[E];
  };
};

type OperationSpec = {
  parameters: { path?: unknown; query?: unknown };
  requestBody?: unknown;
  responses: Record<number, unknown>;
};

/** Omits the field if the endpoint has none, and makes it optional if everything in it is optional. */
type Field<Name extends string, T> = [T] extends [undefined]
  ? unknown
  : Record<never, never> extends T
    ? { [N in Name]?: T }
    : { [N in Name]: T };
type OperationInput<O extends OperationSpec> = Field<'params', O['parameters']['path']> &
  Field<'query', O['parameters']['query']> &
  Field<'body', Content<O['requestBody']>>;

/** The body of a successful response; anything but JSON is a string. */
type OperationOutput<O extends OperationSpec> = {
  [Status in keyof O['responses']]: IsSuccess<Status> extends true ? Content<O['responses'][Status]> : never;
}[keyof O['responses']];
type IsSuccess<Status> = Status extends number ? (`${Status}` extends `2${string}` ? true : false) : false;
type Content<T> = T extends { content: infer C extends object } ? JsonOf<C> : undefined;
type JsonOf<C> = [keyof C & JsonType] extends [never] ? string : C[keyof C & JsonType];
type JsonType = `${string}${'/' | '+'}json`;
