import { Ajv, type ErrorObject } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';
import { type FieldError, Problem } from '../problem.ts';

const common = { allErrors: true, strict: false, useDefaults: true, removeAdditional: false } as const;
const formats = (ajv: Ajv) => (addFormats as unknown as (ajv: Ajv) => Ajv)(ajv);

/** Bodies are taken as they are; query strings and path parameters are text, so numbers and booleans are read from it. */
export function validatorCompiler(): FastifySchemaCompiler<object> {
  const strict = formats(new Ajv({ ...common, coerceTypes: false }));
  const coercing = formats(new Ajv({ ...common, coerceTypes: true }));
  return ({ schema, httpPart }) => (httpPart === 'body' ? strict : coercing).compile(schema);
}

/** A wrong body is 422, anything else that is wrong with a request is 400; each wrong place is named. */
export function validationProblem(errors: ErrorObject[], part: string): Problem {
  const fields = toFieldErrors(errors);
  const [first] = fields;
  const detail =
    fields.length === 1 ? `${first!.pointer || 'The body'} ${first!.detail}` : `${fields.length} places are not valid.`;
  return new Problem(part === 'body' ? 'validation_failed' : 'invalid_request', detail, { errors: fields });
}

export function toFieldErrors(errors: ErrorObject[]): FieldError[] {
  const fields = errors.filter(({ keyword }) => keyword !== 'if').map(toFieldError);
  const unique = new Map(fields.map((field) => [`${field.pointer} ${field.detail}`, field]));
  return [...unique.values()];
}

function toFieldError({ instancePath, keyword, params, message = 'is not valid' }: ErrorObject): FieldError {
  const below = (name: string) => `${instancePath}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  switch (keyword) {
    case 'required':
      return { pointer: below(params.missingProperty), detail: 'is required' };
    case 'additionalProperties':
      return { pointer: below(params.additionalProperty), detail: 'is not a known field' };
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
    case 'maxLength':
      return { pointer: instancePath, detail: `must have at most ${params.limit} characters` };
    default:
      return { pointer: instancePath, detail: message };
  }
}

/** PostgreSQL cannot store U+0000 in text. Finds where a parsed body holds one. */
export function findNul(value: unknown, pointer = ''): FieldError[] {
  if (typeof value === 'string')
    return value.includes('\0') ? [{ pointer, detail: 'must not contain the character U+0000' }] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(name.includes('\0') ? [{ pointer, detail: 'must not have a field name with the character U+0000' }] : []),
    ...findNul(inner, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  ]);
}
