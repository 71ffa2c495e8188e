import { Problem } from '../../kernel/problem.ts';
import { tooManyRequests } from '../../kernel/rate-limit.ts';
import { PASSWORD_LENGTH } from './auth.ts';

const INVALID_EMAIL_DETAIL = 'must be a valid email';
export const invalidFieldProblem = (pointer: string, detail: string) =>
  new Problem('validation_failed', `${pointer} ${detail}`, { errors: [{ pointer, detail }] });

/** Converts a better-auth error into the problem document that our other routes would send. */
export function toProblem(path: string, status: number, authError: { code?: string; message?: string }): Problem {
  const { code = '', message = '' } = authError;
  switch (code) {
    case 'INVALID_EMAIL_OR_PASSWORD':
      return new Problem('invalid_credentials');
    case 'INVALID_PASSWORD':
      return new Problem('invalid_credentials', 'That password is wrong.');
    case 'INVALID_CODE':
    case 'INVALID_BACKUP_CODE':
      return new Problem('invalid_credentials', 'That code is wrong or has expired.');
    case 'EMAIL_NOT_VERIFIED':
      return new Problem('email_not_verified');
    case 'INVALID_EMAIL':
      return invalidFieldProblem('/email', INVALID_EMAIL_DETAIL);
    case 'PASSWORD_TOO_SHORT':
    case 'PASSWORD_TOO_LONG':
      return invalidFieldProblem(
        path === '/sign-up/email' ? '/password' : '/newPassword',
        `must have ${PASSWORD_LENGTH.minLength} to ${PASSWORD_LENGTH.maxLength} characters`,
      );
    case 'VALIDATION_ERROR': {
      // For example: `[body.email] Invalid email address`.
      const [, field] = /^\[body\.([\w.]+)\]/.exec(message) ?? [];
      if (field)
        return invalidFieldProblem(
          `/${field.replaceAll('.', '/')}`,
          field === 'email' ? INVALID_EMAIL_DETAIL : 'is not valid',
        );
      break;
    }
    case 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE':
      return tooManyRequests(30, 'Too many wrong codes. Sign in again to get a new one');
    case 'ACCOUNT_TEMPORARILY_LOCKED':
      return tooManyRequests(900, 'Too many wrong codes');
    case 'INVALID_TOKEN':
    case 'TOKEN_EXPIRED':
    case 'USER_NOT_FOUND':
      return invalidFieldProblem('/token', 'is invalid, was used or has expired; request a new email');
  }
  if (status === 401) return new Problem('missing_session');
  if (status === 429) return tooManyRequests(60, message || 'Too many requests');
  if (status >= 500) return new Problem('internal_error');
  return new Problem(status === 403 ? 'insufficient_scope' : 'invalid_request', message || undefined);
}
