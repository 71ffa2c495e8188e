import { Problem } from '../../kernel/problem.ts';
import { tooMany } from '../../kernel/rate-limit.ts';
import { PASSWORD } from './auth.ts';

const WRONG_EMAIL = 'must be a valid email';
const wrongField = (pointer: string, detail: string) =>
  new Problem('validation_failed', `${pointer} ${detail}`, { errors: [{ pointer, detail }] });

/** What better-auth refuses, as the problem document that every other route would send. */
export function toProblem(path: string, status: number, refusal: { code?: string; message?: string }): Problem {
  const { code = '', message = '' } = refusal;
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
      return wrongField('/email', WRONG_EMAIL);
    case 'PASSWORD_TOO_SHORT':
    case 'PASSWORD_TOO_LONG':
      return wrongField(
        path === '/sign-up/email' ? '/password' : '/newPassword',
        `must have ${PASSWORD.minLength} to ${PASSWORD.maxLength} characters`,
      );
    case 'VALIDATION_ERROR': {
      // Such as `[body.email] Invalid email address`.
      const [, field] = /^\[body\.([\w.]+)\]/.exec(message) ?? [];
      if (field) return wrongField(`/${field.replaceAll('.', '/')}`, field === 'email' ? WRONG_EMAIL : 'is not valid');
      break;
    }
    case 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE':
      return tooMany(30, 'Too many wrong codes. Sign in again to get a new one');
    case 'ACCOUNT_TEMPORARILY_LOCKED':
      return tooMany(900, 'Too many wrong codes');
    case 'INVALID_TOKEN':
    case 'TOKEN_EXPIRED':
    case 'USER_NOT_FOUND':
      return wrongField('/token', 'is invalid, was used or has expired; request a new email');
  }
  if (status === 401) return new Problem('missing_session');
  if (status === 429) return tooMany(60, message || 'Too many requests');
  if (status >= 500) return new Problem('internal_error');
  return new Problem(status === 403 ? 'insufficient_scope' : 'invalid_request', message || undefined);
}
