import { randomBytes } from 'node:crypto';
import type { Database } from '../../kernel/database/database.ts';
import { newId } from '../../kernel/ids.ts';

/** The name under which better-auth looks up the token of a reset link. */
const IDENTIFIER_PREFIX = 'reset-password:';
const LINK_LIFETIME_MINUTES = 60;

/** A link to choose a new password, like those in emails: it works once, for an hour, and replaces the one before. */
export async function createResetLink(database: Database, userId: string, publicUrl: string): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  await deleteResetLinks(database, userId);
  await database.statement(
    `insert into auth_verifications (id, identifier, value, "expiresAt")
     values ($1, $2, $3, now() + $4 * interval '1 minute')`,
    [newId('auth'), `${IDENTIFIER_PREFIX}${token}`, userId, LINK_LIFETIME_MINUTES],
  );
  return `${publicUrl}/reset-password?token=${token}`;
}

/** False once the link was used or replaced, or has expired. */
export async function isResetLinkOpen(database: Database, token: string): Promise<boolean> {
  const rows = await database.statement(
    'select from auth_verifications where identifier = $1 and "expiresAt" > now()',
    [`${IDENTIFIER_PREFIX}${token}`],
  );
  return rows.length > 0;
}

export async function deleteResetLinks(database: Database, userId: string): Promise<void> {
  await database.statement('delete from auth_verifications where value = $1 and starts_with(identifier, $2)', [
    userId,
    IDENTIFIER_PREFIX,
  ]);
}
