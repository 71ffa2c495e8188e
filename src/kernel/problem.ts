/** Every error code of the API: its status, its title, and what the caller does next. The page /problems is made of it. */
export const PROBLEMS = {
  invalid_json: [400, 'The body is not JSON', 'Send valid JSON with the header `Content-Type: application/json`.'],
  invalid_request: [400, 'The request is malformed', 'Correct the header or query parameter named in `errors`.'],
  missing_api_key: [
    401,
    'No API key was sent',
    'Send `Authorization: Bearer fd_sk_…`. Keys are made in the dashboard.',
  ],
  invalid_api_key: [401, 'The API key is not valid', 'Check that the whole key was copied, or make a new one.'],
  revoked_api_key: [401, 'The API key was revoked', 'Make a new key in the dashboard.'],
  expired_api_key: [
    401,
    'The API key has expired',
    'Make a new key in the dashboard, or use the one it was rotated to.',
  ],
  missing_session: [401, 'Not signed in', 'Sign in with `POST /api/auth/sign-in/email` and send the cookie it sets.'],
  invalid_credentials: [401, 'Email or password is wrong', 'Check both, or reset the password.'],
  expired_visitor: [
    401,
    'The visitor’s token has expired',
    'Renew it with `POST /api/widget/session {"visitor": "…"}` and send the request again.',
  ],
  invalid_visitor: [
    401,
    'The visitor’s token is not valid here',
    'Get one with `POST /api/widget/session`, from the same page and with the same key.',
  ],
  invalid_identity: [
    401,
    'The identity is not signed as it must be',
    'Sign a JWT with HS256 and the workspace’s identity secret, with `sub` and `exp`.',
  ],
  insufficient_scope: [
    403,
    'The key or role may not do this',
    'Use a key with the scope, or a member with the role, that is named.',
  ],
  email_not_verified: [
    403,
    'The e-mail address is not confirmed yet',
    'Open the link in the mail that was sent to it just now, then sign in.',
  ],
  origin_not_allowed: [403, 'The origin is not allowed', 'Add the page’s origin to the publishable key.'],
  identity_required: [
    403,
    'Visitors must say who they are here',
    'Send `identity`, a JWT that the business’s server has signed.',
  ],
  plan_required: [403, 'The plan does not include this', 'Change to the plan that is named.'],
  plan_set_by_operator: [
    403,
    'The operator of this service sets the plan',
    'Ask for another plan with `PUT /api/plan/request`. The operator grants it, or runs `frontdesk plan set`.',
  ],
  industry_not_active: [403, 'The industry is not active', 'Activate it with `POST /api/v1/setup`.'],
  signup_closed: [403, 'Sign-up is not open', 'Ask the operator of this service for an invitation.'],
  not_found: [404, 'Not found', 'Check the path and the id. Ids of other workspaces are not found either.'],
  method_not_allowed: [405, 'The method is not allowed here', 'Use a method from the `Allow` header.'],
  slot_unavailable: [409, 'That time is not available', 'Choose one of `alternatives`.'],
  conflict: [409, 'The request conflicts with the current state', 'Read the resource again and decide anew.'],
  idempotency_in_progress: [409, 'The first request with this key is still running', 'Try again in a moment.'],
  body_too_large: [
    413,
    'The body is too large',
    'Send at most 64 KiB, 1 MiB to `/api/v1/config`, or a file of 10 MiB to `/api/v1/knowledge`.',
  ],
  unsupported_media_type: [415, 'The media type is not supported', 'Send `Content-Type: application/json`.'],
  validation_failed: [422, 'The body is not valid', 'Correct the fields named in `errors`.'],
  idempotency_mismatch: [422, 'The Idempotency-Key was used for another request', 'Use a new key for a new request.'],
  rate_limited: [429, 'Too many requests', 'Wait as long as `Retry-After` says.'],
  quota_exceeded: [429, 'The month’s quota is used up', 'Wait for the new month or change the plan.'],
  headers_too_large: [
    431,
    'The address or the headers are too long',
    'Send at most 16 KiB of them. What is long belongs in the body.',
  ],
  internal_error: [500, 'Something went wrong on our side', 'Try again; if it stays, report the `requestId`.'],
  unavailable: [503, 'The service is not available right now', 'Try again in a moment.'],
} as const satisfies Record<string, readonly [number, string, string]>;

export type ProblemCode = keyof typeof PROBLEMS;
export type FieldError = { pointer: string; detail: string };

/** Beside a field that the caller made up. */
export const UNKNOWN_FIELD = 'is not a known field';

type Extra = { errors?: FieldError[]; headers?: Record<string, string>; [member: string]: unknown };

/** An expected refusal. Thrown anywhere below a route, it becomes an RFC 9457 document. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly members: Record<string, unknown>;

  constructor(code: ProblemCode, detail?: string, { headers = {}, ...members }: Extra = {}) {
    super(detail ?? `${PROBLEMS[code][1]}. ${PROBLEMS[code][2]}`);
    this.code = code;
    this.status = PROBLEMS[code][0];
    this.headers = headers;
    this.members = members;
  }

  document(publicUrl: string, requestId: string): Record<string, unknown> {
    return {
      type: `${publicUrl}/problems#${this.code}`,
      title: PROBLEMS[this.code][1],
      status: this.status,
      detail: this.message,
      code: this.code,
      requestId,
      ...this.members,
    };
  }
}

export const notFound = (what: string) => new Problem('not_found', `There is no such ${what}.`);

export function unknownStart(): Problem {
  const detail = 'is not the id of an entry of this list';
  return new Problem('invalid_request', `starting_after ${detail}.`, {
    errors: [{ pointer: '/starting_after', detail }],
  });
}
