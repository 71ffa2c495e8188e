import type { Problem } from './api.ts';

/** What the service answered in place of what was asked for, or that it did not answer (status 0, `unreachable`). */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly status: number;
  /** Stable, for programs: `slot_unavailable`, `validation_failed`, … */
  readonly code: string;
  /** Which places of the request are wrong. */
  readonly errors: { pointer: string; detail: string }[];
  readonly requestId: string | undefined;
  /** All of it, with what this one carries beside, such as `alternatives`. */
  readonly problem: Partial<Problem>;

  constructor(status: number, problem: Partial<Problem>, options?: ErrorOptions) {
    super(problem.detail ?? problem.title ?? `The service answered ${status}.`, options);
    this.status = status;
    this.code = problem.code ?? 'unexpected';
    this.errors = problem.errors ?? [];
    this.requestId = problem.requestId;
    this.problem = problem;
  }
}

/** The problem behind an answer that is no success, whatever stands between us and the service. */
export async function problemOf(response: Response): Promise<ProblemError> {
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  const body: unknown = isJson ? await response.json().catch(() => undefined) : undefined;
  return new ProblemError(response.status, (body ?? {}) as Partial<Problem>);
}
