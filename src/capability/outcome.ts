import { Problem, type ProblemCode } from '../kernel/problem.ts';

/**
 * An expected failure; unexpected ones are thrown. `detail` is for people. `reason` is a code for programs that is more
 * specific than `code`, such as `offer_lapsed`. It and all further fields are sent as extension members of the problem (RFC 9457).
 */
export type Refusal = { ok: false; code: ProblemCode; detail: string; reason?: string; [extension: string]: unknown };
export type Outcome<T> = { ok: true; value: T; httpStatus?: number } | Refusal;

/** `httpStatus` is what the endpoint answers with, if not its usual one. */
export const succeed = <T>(value: T, httpStatus?: number): Outcome<T> => ({ ok: true, value, httpStatus });
export const refuse = (
  code: ProblemCode,
  detail: string,
  extensions: { reason?: string; [extension: string]: unknown } = {},
): Refusal => ({
  ...extensions,
  ok: false,
  code,
  detail,
});

/** The refusal as an HTTP problem response. */
export function toProblem({ ok: _, code, detail, ...extensions }: Refusal): Problem {
  return new Problem(code, detail, extensions);
}
