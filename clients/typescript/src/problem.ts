import type { Problem } from './api.ts';

/** An error response of the API, or no response at all (status 0, code `unreachable`). */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly status: number;
  /** Stable error code: `slot_unavailable`, `validation_failed`, … */
  readonly code: string;
  /** The invalid fields of the request. */
  readonly errors: { pointer: string; detail: string }[];
  readonly requestId: string | undefined;
  /** The full problem, including extra members such as `alternatives`. */
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

/** The problem of an error response; proxies may answer without JSON. */
export async function problemOf(response: Response): Promise<ProblemError> {
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  const body: unknown = isJson ? await response.json().catch(() => undefined) : undefined;
  return new ProblemError(response.status, (body ?? {}) as Partial<Problem>);
}
