import { Problem, type ProblemCode } from '../kernel/problem.ts';

/** An expected failure; unexpected ones are thrown. */
export type Refusal = { ok: false; code: ProblemCode; detail: string; reason?: string; [member: string]: unknown };
export type Outcome<T> = { ok: true; value: T; status?: number } | Refusal;

export const done = <T>(value: T, status?: number): Outcome<T> => ({ ok: true, value, status });
export const refuse = (
  code: ProblemCode,
  detail: string,
  members: { reason?: string; [member: string]: unknown } = {},
): Refusal => ({
  ...members,
  ok: false,
  code,
  detail,
});

/** The refusal as an HTTP problem response. */
export function problemOf({ ok: _, code, detail, ...members }: Refusal): Problem {
  return new Problem(code, detail, members);
}
