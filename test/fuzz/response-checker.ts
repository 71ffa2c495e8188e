// What is wrong with an answer: nothing, or one sentence.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { PROBLEMS, type ProblemCode } from '../../src/kernel/problem.ts';
import { essenceOf, type Operation, type Schema } from './operations.ts';
import type { Answer } from './wire.ts';

const PROBLEM_TYPE = 'application/problem+json';

export function createResponseChecker(problem: Schema) {
  // Each schema is used a few times: what makes its check faster takes longer than it saves.
  const ajv = new Ajv2020({ strict: false, code: { optimize: false } });
  (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
  const compiled = new WeakMap<Schema, ValidateFunction>();

  function mismatch(schema: Schema, value: unknown): string | undefined {
    const validate = compiled.get(schema) ?? ajv.compile(schema);
    compiled.set(schema, validate);
    if (validate(value)) return undefined;
    const [error] = validate.errors!;
    return `${error!.instancePath || 'the whole'} ${error!.message}`;
  }

  function judgeSuccess({ status, headers, body }: Answer, method: string, operation: Operation | undefined) {
    if (!operation) return 'a success at an address that is not described';
    const declared = operation.answers.get(status);
    if (!declared) return `the status ${status} is not declared`;
    if (method === 'HEAD') return undefined;
    if (declared.size === 0) return body.length ? 'a body where none is declared' : undefined;
    const type = essenceOf(headers['content-type'] ?? '');
    const schema = declared.get(type);
    if (!schema) return `the content type ${type || '(none)'} is not declared`;
    if (type === 'application/x-ndjson') return brokenLine(body);
    const value = type.endsWith('json') ? parsed(body) : { value: body.toString('utf8') };
    if (!value) return 'the body is not JSON';
    const found = mismatch(schema, value.value);
    return found && `the body does not match its schema: ${found}`;
  }

  function judgeProblem({ status, headers, body }: Answer, method: string): string | undefined {
    if (essenceOf(headers['content-type'] ?? '') !== PROBLEM_TYPE) return 'a refusal that is no problem document';
    if (status === 401 && !headers['www-authenticate']) return '401 without WWW-Authenticate';
    if (status === 405 && !headers.allow) return '405 without Allow';
    if (status === 429 && !(Number(headers['retry-after']) > 0)) return '429 without Retry-After';
    if (method === 'HEAD') return undefined;
    const document = parsed(body)?.value as { code: ProblemCode; status: number; requestId: string } | undefined;
    const found = document ? mismatch(problem, document) : 'it is not JSON';
    if (found) return `the problem does not match its schema: ${found}`;
    const { code, status: said, requestId } = document!;
    if (said !== status || PROBLEMS[code]?.[0] !== status) return `the code ${code} is not one of a ${status}`;
    // Told again, it is what the first one was told.
    if (headers['idempotent-replayed']) return undefined;
    return requestId === headers['x-request-id'] ? undefined : 'the problem has another requestId than the header';
  }

  return {
    mismatch,
    judge(answer: Answer, method: string, operation: Operation | undefined): string | undefined {
      const { status, headers } = answer;
      if (status >= 500) return 'a failure of the service';
      if (!headers['x-request-id']) return 'no X-Request-Id';
      // What browsers ask before a request from another page.
      if (method === 'OPTIONS' && status === 204) return undefined;
      if (status >= 200 && status < 300) return judgeSuccess(answer, method, operation);
      if (status >= 400) return judgeProblem(answer, method);
      return `the status ${status} is not documented`;
    },
  };
}

function parsed(body: Buffer): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(body.toString('utf8')) };
  } catch {
    return undefined;
  }
}

function brokenLine(body: Buffer): string | undefined {
  const lines = body.toString('utf8').split('\n').slice(0, -1);
  return lines.every((line) => parsed(Buffer.from(line))) ? undefined : 'a line is not JSON';
}
