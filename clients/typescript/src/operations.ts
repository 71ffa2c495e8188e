import type { operations } from './api.ts';

/** An endpoint by method and path: `'POST /api/chat'`. */
export type Endpoint = keyof operations;
export type Given<E extends Endpoint> = Taken<operations[E]>;
export type Answer<E extends Endpoint> = Answered<operations[E]>;

type Described = {
  parameters: { path?: unknown; query?: unknown };
  requestBody?: unknown;
  responses: Record<number, unknown>;
};

/** A field that is not there at all, one that may be left out since nothing in it is needed, or one that may not. */
type Field<Name extends string, T> = [T] extends [undefined]
  ? unknown
  : Record<never, never> extends T
    ? { [N in Name]?: T }
    : { [N in Name]: T };
type Taken<O extends Described> = Field<'params', O['parameters']['path']> &
  Field<'query', O['parameters']['query']> &
  Field<'body', Content<O['requestBody']>>;

/** What a success brings; another answer than JSON is text. */
type Answered<O extends Described> = {
  [Status in keyof O['responses']]: IsSuccess<Status> extends true ? Content<O['responses'][Status]> : never;
}[keyof O['responses']];
type IsSuccess<Status> = Status extends number ? (`${Status}` extends `2${string}` ? true : false) : false;
type Content<T> = T extends { content: infer C extends object } ? JsonOf<C> : undefined;
type JsonOf<C> = [keyof C & JsonType] extends [never] ? string : C[keyof C & JsonType];
type JsonType = `${string}${'/' | '+'}json`;
