import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';
import { onlyOf } from '../lists.ts';
import { type FieldError, Problem, UNKNOWN_FIELD } from '../problem.ts';
import { isStorable } from '../text.ts';
import { NOT_BLANK } from './schema.ts';

const common = {
  allErrors: true,
  strict: false,
  useDefaults: true,
  removeAdditional: false,
  ownProperties: true,
} as const;
/** Its types speak of another way to export it. */
const formats = (ajv: Ajv) => (addFormats as unknown as (ajv: Ajv) => Ajv)(ajv);

/**
 * Bodies are taken as they are; query strings and path parameters are text, so numbers and booleans are read from it.
 * Compiled when a route is first asked: all of them together would make every start a second longer.
 */
export function validatorCompiler(): FastifySchemaCompiler<object> {
  const strict = formats(new Ajv({ ...common, coerceTypes: false }));
  const coercing = formats(new Ajv({ ...common, coerceTypes: true }));
  return ({ schema, httpPart }) => {
    let compiled: ValidateFunction | undefined;
    const check = (value: unknown): boolean => {
      compiled ??= (httpPart === 'body' ? strict : coercing).compile(schema);
      const isValid = compiled(value) as boolean;
      check.errors = compiled.errors;
      return isValid;
    };
    check.errors = undefined as ValidateFunction['errors'];
    return check;
  };
}

/** The rules of a body for what comes by another way, such as a model's arguments. Compiled when first asked. */
export function bodyCheck(schema: object): (value: unknown) => Problem | undefined {
  let validate: ReturnType<Ajv['compile']> | undefined;
  return (value) => {
    const unstorable = findUnstorable(value);
    const [first] = unstorable;
    if (first) return new Problem('validation_failed', first.detail, { errors: unstorable });
    validate ??= formats(new Ajv({ ...common, coerceTypes: false })).compile(schema);
    return validate(value) ? undefined : validationProblem(validate.errors ?? [], 'body');
  };
}

/** A wrong body is 422, anything else that is wrong with a request is 400; each wrong place is named. */
export function validationProblem(errors: ErrorObject[], part: string): Problem {
  const fields = toFieldErrors(errors);
  const only = onlyOf(fields);
  const detail = only ? `${only.pointer || 'The body'} ${only.detail}` : `${fields.length} places are not valid.`;
  return new Problem(part === 'body' ? 'validation_failed' : 'invalid_request', detail, { errors: fields });
}

/** Nobody puts more right at once, and an answer must not be larger than the question. */
const MOST_ERRORS = 100;

export function toFieldErrors(errors: ErrorObject[]): FieldError[] {
  const fields = errors
    .filter(({ keyword }) => keyword !== 'if')
    .slice(0, MOST_ERRORS)
    .map(toFieldError);
  const unique = new Map(fields.map((field) => [`${field.pointer} ${field.detail}`, field]));
  return [...unique.values()];
}

function toFieldError({ instancePath, keyword, params, message = 'is not valid' }: ErrorObject): FieldError {
  const below = (name: string) => `${instancePath}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  switch (keyword) {
    case 'required':
      return { pointer: below(params.missingProperty), detail: 'is required' };
    case 'additionalProperties':
      return { pointer: below(params.additionalProperty), detail: UNKNOWN_FIELD };
    case 'enum':
      return { pointer: instancePath, detail: `must be one of ${params.allowedValues.join(', ')}` };
    case 'const':
      return { pointer: instancePath, detail: `must be ${JSON.stringify(params.allowedValue)}` };
    case 'format':
      return { pointer: instancePath, detail: `must be a valid ${params.format}` };
    case 'minLength':
      return {
        pointer: instancePath,
        detail: params.limit === 1 ? 'must not be empty' : `must have at least ${params.limit} characters`,
      };
    case 'pattern':
      return { pointer: instancePath, detail: params.pattern === NOT_BLANK ? 'must not be empty' : message };
    case 'maxLength':
      return { pointer: instancePath, detail: `must have at most ${params.limit} characters` };
    default:
      return { pointer: instancePath, detail: message };
  }
}

const MOST_LEVELS = 100;

/** PostgreSQL stores neither U+0000 nor half a surrogate pair. Finds where a parsed body holds one, or is too deep. */
export function findUnstorable(value: unknown, pointer = '', level = 0): FieldError[] {
  if (typeof value === 'string')
    return isStorable(value) ? [] : [{ pointer, detail: `must not contain ${UNSTORABLE}` }];
  if (typeof value !== 'object' || value === null) return [];
  if (level === MOST_LEVELS) return [{ pointer, detail: `must not be nested deeper than ${MOST_LEVELS} levels` }];
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(isStorable(name) ? [] : [{ pointer, detail: `must not have a field name with ${UNSTORABLE}` }]),
    ...findUnstorable(inner, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, level + 1),
  ]);
}

const UNSTORABLE = 'the character U+0000 or half a surrogate pair';
