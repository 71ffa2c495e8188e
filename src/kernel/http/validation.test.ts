import type { ErrorObject } from 'ajv';
import fc from 'fast-check';
import { type TSchema, Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import type { FieldError, Problem } from '../problem.ts';
import { OneOf, Strict } from './schema.ts';
import { createValidatorCompiler, validationProblem } from './validation.ts';

type Validator = ((value: unknown) => boolean) & { errors?: ErrorObject[] };

const compile = createValidatorCompiler() as unknown as (options: object) => Validator;

function findProblem(schema: TSchema, value: unknown, httpPart = 'body'): Problem | undefined {
  const validate = compile({ schema, httpPart, method: 'POST', url: '/' });
  return validate(value) ? undefined : validationProblem(validate.errors!, httpPart);
}

const listErrors = (schema: TSchema, value: unknown): FieldError[] =>
  (findProblem(schema, value)?.extensions.errors ?? []) as FieldError[];

/** Resolves a JSON pointer (RFC 6901). */
function resolvePointer(pointer: string, value: unknown): unknown {
  if (pointer !== '' && !pointer.startsWith('/')) throw new Error(`no pointer: ${pointer}`);
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((current, name) => (current as Record<string, unknown>)[name], value);
}

const fieldNameArbitrary = fc
  .oneof(fc.string(), fc.constantFrom('~', '/', '~1', '~0', '~01', 'a/b~c', '', ' ', '"', '0'))
  .filter((text) => text !== '__proto__');

describe('a pointer', () => {
  it('points to the unknown field, whatever its name', () => {
    fc.assert(
      fc.property(fieldNameArbitrary, fieldNameArbitrary, (outer, inner) => {
        const schema = Type.Object({ [outer]: Strict({}) });
        const value = { [outer]: { [inner]: 'found' } };
        const errors = listErrors(schema, value);
        expect(errors).toHaveLength(1);
        expect(resolvePointer(errors[0]!.pointer, value)).toBe('found');
      }),
    );
  });

  it('points to the wrong value in arrays and objects', () => {
    fc.assert(
      fc.property(fieldNameArbitrary, fc.nat({ max: 5 }), (field, index) => {
        const schema = Strict({ [field]: Type.Array(Type.Integer()) });
        const list: unknown[] = [0, 1, 2, 3, 4, 5];
        list[index] = 'wrong';
        const value = { [field]: list };
        const errors = listErrors(schema, value);
        expect(errors.map(({ pointer }) => resolvePointer(pointer, value))).toEqual(['wrong']);
      }),
    );
  });

  it('points to where the missing field would be', () => {
    fc.assert(
      fc.property(fieldNameArbitrary, (field) => {
        const [error] = listErrors(Strict({ [field]: Type.String() }), {});
        expect(resolvePointer(error!.pointer, { [field]: 'here' })).toBe('here');
        expect(error!.detail).toBe('is required');
      }),
    );
  });
});

describe('validation', () => {
  const ExampleSchema = Strict({
    kind: OneOf(['a', 'b']),
    size: Type.Optional(Type.Integer({ minimum: 1 })),
    at: Type.Optional(Type.String({ format: 'date-time' })),
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 3 })),
  });

  it('reports every error at once, without duplicates', () => {
    const errors = listErrors(ExampleSchema, { kind: 'c', size: 0, at: 'noon', name: 'long', more: 1, again: 2 });
    expect(errors.map(({ pointer }) => pointer).sort()).toEqual(['/again', '/at', '/kind', '/more', '/name', '/size']);
    for (const { detail } of errors) expect(detail).toMatch(/^(must|is) /);
  });

  it.for([
    [{ kind: 'c' }, 'must be one of a, b'],
    [{ kind: 'a', name: '' }, 'must not be empty'],
    [{ kind: 'a', name: 'long' }, 'must have at most 3 characters'],
    [{ kind: 'a', at: 'noon' }, 'must be a valid date-time'],
  ] as const)('explains what is valid: %j', ([value, detail]) => {
    expect(listErrors(ExampleSchema, value).map((error) => error.detail)).toEqual([detail]);
  });

  it('is 422 for a body and 400 for everything else', () => {
    expect(findProblem(ExampleSchema, {}, 'body')).toMatchObject({ code: 'validation_failed', status: 422 });
    for (const part of ['querystring', 'params', 'headers']) {
      expect(findProblem(ExampleSchema, {}, part)).toMatchObject({ code: 'invalid_request', status: 400 });
    }
  });

  it('reads numbers from a query, and never from a body', () => {
    const QuerySchema = Strict({ limit: Type.Integer(), yes: Type.Optional(Type.Boolean()) });
    const query = { limit: '7', yes: 'true' };
    expect(findProblem(QuerySchema, query, 'querystring')).toBeUndefined();
    expect(query).toEqual({ limit: 7, yes: true });
    expect(listErrors(QuerySchema, { limit: '7', yes: 'true' }).map(({ pointer }) => pointer)).toEqual([
      '/limit',
      '/yes',
    ]);
    for (const invalidLimit of [null, true, [7]])
      expect(listErrors(QuerySchema, { limit: invalidLimit })).toHaveLength(1);
  });

  it('never changes a body', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const original = JSON.stringify(value);
        findProblem(ExampleSchema, value);
        expect(JSON.stringify(value)).toBe(original);
      }),
    );
  });
});
