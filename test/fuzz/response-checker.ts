// Checks responses against the OpenAPI document. Each check returns what is wrong with the response, or undefined.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { PROBLEMS, type ProblemCode } from '../../src/kernel/problem.ts';
import type { HttpResponse } from './http-client.ts';
import { getMediaType, type Operation, type Schema } from './operations.ts';

const PROBLEM_MEDIA_TYPE = 'application/problem+json';

export function createResponseChecker(problemSchema: Schema) {
  // Each schema is used only a few times, so optimizing the validator would take longer than it saves.
  const ajv = new Ajv2020({ strict: false, code: { optimize: false } });
  (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
  const validators = new WeakMap<Schema, ValidateFunction>();

  function findMismatch(schema: Schema, value: unknown): string | undefined {
    const validate = validators.get(schema) ?? ajv.compile(schema);
    validators.set(schema, validate);
    if (validate(value)) return undefined;
    const [error] = validate.errors!;
    return `${error!.instancePath || 'the whole'} ${error!.message}`;
  }

  function checkSuccess({ status, headers, body }: HttpResponse, method: string, operation: Operation | undefined) {
    if (!operation) return 'a success at a path that is not described';
    const contentTypes = operation.responses.get(status);
    if (!contentTypes) return `the status ${status} is not declared`;
    if (method === 'HEAD') return undefined;
    if (contentTypes.size === 0) return body.length ? 'a body where none is declared' : undefined;
    const type = getMediaType(headers['content-type'] ?? '');
    const schema = contentTypes.get(type);
    if (!schema) return `the content type ${type || '(none)'} is not declared`;
    if (type === 'application/x-ndjson') return checkJsonLines(body);
    const parsedBody = type.endsWith('json') ? parseJson(body) : { value: body.toString('utf8') };
    if (!parsedBody) return 'the body is not JSON';
    const mismatch = findMismatch(schema, parsedBody.value);
    return mismatch && `the body does not match its schema: ${mismatch}`;
  }

  function checkProblem({ status, headers, body }: HttpResponse, method: string): string | undefined {
    if (getMediaType(headers['content-type'] ?? '') !== PROBLEM_MEDIA_TYPE)
      return 'a refusal that is no problem document';
    if (status === 401 && !headers['www-authenticate']) return '401 without WWW-Authenticate';
    if (status === 405 && !headers.allow) return '405 without Allow';
    if (status === 429 && !(Number(headers['retry-after']) > 0)) return '429 without Retry-After';
    if (method === 'HEAD') return undefined;
    const problem = parseJson(body)?.value as { code: ProblemCode; status: number; requestId: string } | undefined;
    const mismatch = problem ? findMismatch(problemSchema, problem) : 'it is not JSON';
    if (mismatch) return `the problem does not match its schema: ${mismatch}`;
    const { code, status: problemStatus, requestId } = problem!;
    if (problemStatus !== status || PROBLEMS[code]?.[0] !== status) return `the code ${code} is not one of a ${status}`;
    // A replayed response has the request id of the first one.
    if (headers['idempotent-replayed']) return undefined;
    return requestId === headers['x-request-id'] ? undefined : 'the problem has another requestId than the header';
  }

  return {
    findMismatch,
    check(response: HttpResponse, method: string, operation: Operation | undefined): string | undefined {
      const { status, headers } = response;
      if (status >= 500) return 'a failure of the service';
      if (!headers['x-request-id']) return 'no X-Request-Id';
      // A CORS preflight request.
      if (method === 'OPTIONS' && status === 204) return undefined;
      if (status >= 200 && status < 300) return checkSuccess(response, method, operation);
      if (status >= 400) return checkProblem(response, method);
      return `the status ${status} is not documented`;
    },
  };
}

function parseJson(body: Buffer): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(body.toString('utf8')) };
  } catch {
    return undefined;
  }
}

function checkJsonLines(body: Buffer): string | undefined {
  const lines = body.toString('utf8').split('\n').slice(0, -1);
  return lines.every((line) => parseJson(Buffer.from(line))) ? undefined : 'a line is not JSON';
}
