import { hash } from 'node:crypto';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import fastJson from 'fast-json-stringify';
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify';
import { getOnlyItem } from '../lists.ts';
import { type FieldError, Problem, UNKNOWN_FIELD_DETAIL } from '../problem.ts';
import { isStorable } from '../text.ts';
import { NOT_BLANK } from './schema.ts';

const commonOptions = {
  allErrors: true,
  strict: false,
  useDefaults: true,
  removeAdditional: false,
  ownProperties: true,
} as const;
/** Cast, because the package's types do not match its export. */
const addAllFormats = (ajv: Ajv) => (addFormats as unknown as (ajv: Ajv) => Ajv)(ajv);

/** Compiles equal schemas once, whichever route or service of the process declares them. */
function compileOnce<Compiled>(compile: (schema: object) => Compiled): (schema: object) => Compiled {
  const compiledByHash = new Map<string, Compiled>();
  return (schema) => {
    const schemaHash = hash('sha256', JSON.stringify(schema), 'base64');
    const compiled = compiledByHash.get(schemaHash) ?? compile(schema);
    compiledByHash.set(schemaHash, compiled);
    return compiled;
  };
}

const createAjvCompiler = (coerceTypes: boolean) => {
  const ajv = addAllFormats(new Ajv({ ...commonOptions, coerceTypes }));
  return compileOnce<ValidateFunction>((schema) => ajv.compile(schema));
};
const compileStrict = createAjvCompiler(false);
const compileCoercing = createAjvCompiler(true);
const compileSerializer = compileOnce((schema) => fastJson(schema as fastJson.Schema) as (value: unknown) => string);

/**
 * Bodies are validated strictly. Query strings and path parameters are text, so numbers and booleans are coerced.
 * Compiled on first use, because compiling all schemas would delay every start by a second.
 */
export const createValidatorCompiler =
  (): FastifySchemaCompiler<object> =>
  ({ schema, httpPart }) => {
    let validate: ValidateFunction | undefined;
    const check = (value: unknown): boolean => {
      validate ??= (httpPart === 'body' ? compileStrict : compileCoercing)(schema);
      const isValid = validate(value) as boolean;
      check.errors = validate.errors;
      return isValid;
    };
    check.errors = undefined as ValidateFunction['errors'];
    return check;
  };

/** Fastify's own serializer, compiled on first use as well. */
export const createSerializerCompiler =
  (): FastifySerializerCompiler<object> =>
  ({ schema }) => {
    let serialize: ((value: unknown) => string) | undefined;
    return (value) => {
      serialize ??= compileSerializer(schema);
      return serialize(value);
    };
  };

/** Validates data that does not come from a request body, such as a model's tool arguments. Compiled on first use. */
export function createBodyProblemFinder(schema: object): (value: unknown) => Problem | undefined {
  let validate: ValidateFunction | undefined;
  return (value) => {
    const unstorableErrors = findUnstorable(value);
    const [firstError] = unstorableErrors;
    if (firstError) return new Problem('validation_failed', firstError.detail, { errors: unstorableErrors });
    validate ??= compileStrict(schema);
    return validate(value) ? undefined : validationProblem(validate.errors ?? [], 'body');
  };
}

/** An invalid body is 422, an invalid query or path is 400. Lists every invalid field. */
export function validationProblem(errors: readonly SchemaError[], httpPart: string): Problem {
  const fieldErrors = toFieldErrors(errors);
  const onlyError = getOnlyItem(fieldErrors);
  const detail = onlyError
    ? `${onlyError.pointer || 'The body'} ${onlyError.detail}`
    : `${fieldErrors.length} places are not valid.`;
  return new Problem(httpPart === 'body' ? 'validation_failed' : 'invalid_request', detail, { errors: fieldErrors });
}

/** Keeps error responses small. */
const MAX_FIELD_ERRORS = 100;

/** What Ajv and Fastify both report of an error. */
type SchemaError = Pick<ErrorObject, 'instancePath' | 'keyword' | 'params' | 'message'>;

export function toFieldErrors(errors: readonly SchemaError[]): FieldError[] {
  const fieldErrors = errors
    .filter(({ keyword }) => keyword !== 'if')
    .slice(0, MAX_FIELD_ERRORS)
    .map(toFieldError);
  const uniqueErrors = new Map(fieldErrors.map((field) => [`${field.pointer} ${field.detail}`, field]));
  return [...uniqueErrors.values()];
}

function toFieldError({ instancePath, keyword, params, message = 'is not valid' }: SchemaError): FieldError {
  const createPointer = (name: string) => `${instancePath}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  switch (keyword) {
    case 'required':
      return { pointer: createPointer(params.missingProperty), detail: 'is required' };
    case 'additionalProperties':
      return { pointer: createPointer(params.additionalProperty), detail: UNKNOWN_FIELD_DETAIL };
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

const MAX_NESTING_DEPTH = 100;

/** Finds strings that PostgreSQL cannot store (U+0000, unpaired surrogates), and objects that are nested too deeply. */
export function findUnstorable(value: unknown, pointer = '', depth = 0): FieldError[] {
  if (typeof value === 'string')
    return isStorable(value) ? [] : [{ pointer, detail: `must not contain ${UNSTORABLE_CHARACTERS}` }];
  if (typeof value !== 'object' || value === null) return [];
  if (depth === MAX_NESTING_DEPTH)
    return [{ pointer, detail: `must not be nested deeper than ${MAX_NESTING_DEPTH} levels` }];
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(isStorable(name) ? [] : [{ pointer, detail: `must not have a field name with ${UNSTORABLE_CHARACTERS}` }]),
    ...findUnstorable(inner, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, depth + 1),
  ]);
}

const UNSTORABLE_CHARACTERS = 'the character U+0000 or half a surrogate pair';
