import { STATUS_CODES } from 'node:http';
import { PROBLEMS, type ProblemCode } from '../problem.ts';
import type { Route } from './route.ts';

const PROBLEM_TYPE = 'application/problem+json';
const BODY_PROBLEMS = ['invalid_json', 'body_too_large', 'unsupported_media_type', 'validation_failed'] as const;
const IDEMPOTENCY_PROBLEMS = ['idempotency_in_progress', 'idempotency_mismatch'] as const;

/**
 * The problems that a route may respond with. They follow from its gate, body and parameters, and from those that its handler
 * declares. Every route reads headers, such as the test clock, and may be overloaded.
 */
export function listProblems({ method, gate, body, params, problems = [] }: Route): ProblemCode[] {
  const codes: ProblemCode[] = [
    'invalid_request',
    ...(gate.problems ?? []),
    ...(body ? BODY_PROBLEMS : []),
    ...(method === 'POST' && gate.security !== 'none' ? IDEMPOTENCY_PROBLEMS : []),
    ...(params ? (['not_found'] as const) : []),
    ...problems,
    'internal_error',
    'unavailable',
  ];
  return (Object.keys(PROBLEMS) as ProblemCode[]).filter((code) => codes.includes(code));
}

type Responses = Record<string, object>;
type DescribedOperation = { responses?: Responses; 'x-problems'?: ProblemCode[] };

/** Replaces the codes of each operation by references to shared responses, one per status and set of codes. */
export function describeProblems(paths: Record<string, Record<string, DescribedOperation>>): Responses {
  const sharedResponses: Responses = {};
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    const { 'x-problems': codes = [], responses = {} } = operation;
    delete operation['x-problems'];
    for (const [status, codesOfStatus] of Object.entries(Object.groupBy(codes, (code) => PROBLEMS[code][0]))) {
      // A health check describes its own 503.
      if (responses[status] || !codesOfStatus) continue;
      const name = codesOfStatus.map(toPascalCase).join('Or');
      sharedResponses[name] ??= describeProblemResponse(Number(status), codesOfStatus);
      responses[status] = { $ref: `#/components/responses/${name}` };
    }
  }
  return sharedResponses;
}

const toPascalCase = (code: string): string =>
  code.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

function describeProblemResponse(status: number, codes: ProblemCode[]): object {
  const rows = codes.map((code) => `- \`${code}\`: ${PROBLEMS[code][1]}. ${PROBLEMS[code][2]}`);
  const code = { type: 'string', enum: codes };
  return {
    description: `${STATUS_CODES[status]}\n\n${rows.join('\n')}`,
    content: {
      [PROBLEM_TYPE]: {
        schema: {
          allOf: [{ $ref: '#/components/schemas/Problem' }, { type: 'object', properties: { code } }],
        },
      },
    },
  };
}

/** For problems that no operation lists. */
export const PROBLEM_RESPONSE = {
  description: 'A problem',
  content: { [PROBLEM_TYPE]: { schema: { $ref: '#/components/schemas/Problem' } } },
};
