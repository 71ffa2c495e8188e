/** Every error code of the API: its status, its title, and what the caller should do. Also the content of /problems. */
export const PROBLEMS = {
  invalid_json: [400, 'Invalid JSON', 'Send valid JSON with the header `Content-Type: application/json`.'],
  invalid_request: [400, 'Invalid request', 'Fix the header or query parameter named in `errors`.'],
  missing_api_key: [401, 'Missing API key', 'Send `Authorization: Bearer fd_sk_…`. Create API keys in the dashboard.'],
  invalid_api_key: [401, 'Invalid API key', 'Check that you copied the whole key, or create a new one.'],
  revoked_api_key: [401, 'API key revoked', 'Create a new API key in the dashboard.'],
  expired_api_key: [401, 'API key expired', 'Create a new API key in the dashboard, or use the one it was rotated to.'],
  missing_session: [401, 'Not signed in', 'Sign in with `POST /api/auth/sign-in/email` and send the cookie it sets.'],
  invalid_credentials: [401, 'Wrong email or password', 'Check both, or reset your password.'],
  expired_visitor: [
    401,
    'Visitor token expired',
    'Renew it with `POST /api/widget/session {"visitor": "…"}` and send the request again.',
  ],
  invalid_visitor: [
    401,
    'Invalid visitor token',
    'Get one with `POST /api/widget/session`, from the same page and with the same key.',
  ],
  invalid_identity: [
    401,
    'Invalid identity',
    'Sign a JWT with HS256 and the workspace’s identity secret, with `sub` and `exp`.',
  ],
  insufficient_scope: [
    403,
    'Insufficient permissions',
    'Use an API key with the required scope, or a teammate with the required role.',
  ],
  email_not_verified: [403, 'Email not confirmed', 'Open the link in the email we just sent you, then sign in.'],
  invalid_signature: [403, 'Invalid signature', 'Sign the request with the secret of the connection.'],
  origin_not_allowed: [403, 'Origin not allowed', 'Add the page’s origin to the publishable key.'],
  identity_required: [403, 'Identity required', 'Send `identity`, a JWT signed by the business’s server.'],
  plan_required: [403, 'Not included in your plan', 'Switch to the plan named in the error.'],
  plan_set_by_operator: [
    403,
    'Plans are managed by the operator',
    'Request a plan with `PUT /api/plan/request`. The operator approves it.',
  ],
  industry_not_active: [403, 'Industry not active', 'Activate it with `POST /api/v1/setup`.'],
  signup_closed: [403, 'Sign-up is closed', 'Ask your server administrator for an invitation.'],
  not_found: [404, 'Not found', 'Check the path and the ID. IDs from other workspaces aren’t found either.'],
  method_not_allowed: [405, 'Method not allowed', 'Use a method from the `Allow` header.'],
  slot_unavailable: [409, 'Time not available', 'Choose one of `alternatives`.'],
  conflict: [409, 'Conflict', 'Read the resource again, then retry.'],
  idempotency_in_progress: [409, 'A request with this Idempotency-Key is still running', 'Try again in a moment.'],
  body_too_large: [
    413,
    'Request body too large',
    'Send at most 64 KiB, 1 MiB to `/api/v1/config`, a picture of 512 KiB to `/api/v1/widget/pictures`, or a file of 10 MiB to `/api/v1/knowledge`, `/api/v1/config/imports` and `/api/v1/customer-imports`.',
  ],
  unsupported_media_type: [415, 'Unsupported media type', 'Send `Content-Type: application/json`.'],
  unknown_host: [
    421,
    'Unknown host name',
    'Use the address of the service. Its operator adds other names with the setting `HOST_NAMES`.',
  ],
  validation_failed: [422, 'Validation failed', 'Fix the fields named in `errors`.'],
  idempotency_mismatch: [
    422,
    'Idempotency-Key already used for a different request',
    'Use a new key for each new request.',
  ],
  rate_limited: [429, 'Too many requests', 'Wait as long as `Retry-After` says.'],
  quota_exceeded: [429, 'Monthly quota exceeded', 'Wait for the quota to reset or switch to a larger plan.'],
  headers_too_large: [431, 'URL or headers too long', 'Keep them under 16 KiB and send long values in the body.'],
  internal_error: [
    500,
    'Something went wrong on our side',
    'Try again. If it keeps happening, report the `requestId`.',
  ],
  unavailable: [503, 'Service unavailable', 'Try again in a moment.'],
} as const satisfies Record<string, readonly [number, string, string]>;

export type ProblemCode = keyof typeof PROBLEMS;
export type FieldError = { pointer: string; detail: string };

/** The error detail for a field that does not exist. */
export const UNKNOWN_FIELD_DETAIL = 'is not a known field';

type ProblemOptions = { errors?: FieldError[]; headers?: Record<string, string>; [member: string]: unknown };

/** An expected error. When thrown in a route, it is sent as an RFC 9457 problem document. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly headers: Record<string, string>;
  /** More members of the problem document (RFC 9457). */
  readonly extensions: Record<string, unknown>;

  constructor(code: ProblemCode, detail?: string, { headers = {}, ...extensions }: ProblemOptions = {}) {
    super(detail ?? `${PROBLEMS[code][1]}. ${PROBLEMS[code][2]}`);
    this.code = code;
    this.status = PROBLEMS[code][0];
    this.headers = headers;
    this.extensions = extensions;
  }

  toDocument(publicUrl: string, requestId: string): Record<string, unknown> {
    return {
      type: `${publicUrl}/problems#${this.code}`,
      title: PROBLEMS[this.code][1],
      status: this.status,
      detail: this.message,
      code: this.code,
      requestId,
      ...this.extensions,
    };
  }
}

export const notFound = (what: string) => new Problem('not_found', `We couldn’t find that ${what}.`);

export function createUnknownCursorProblem(parameter = 'starting_after'): Problem {
  const detail = 'is not the id of an entry of this list';
  return new Problem('invalid_request', `${parameter} ${detail}.`, {
    errors: [{ pointer: `/${parameter}`, detail }],
  });
}
