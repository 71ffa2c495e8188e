// Signed links in emails: anyone who has one may use its page. Links are not stored; the signature binds each to its
// workspace and to one booking, one address, or one transcript request.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Keyring } from '../../kernel/crypto.ts';
import type { Db } from '../../kernel/database/database.ts';
import { must } from '../../kernel/must.ts';

declare module '../../kernel/database/database.ts' {
  interface Tables {
    mail_keys: { workspace_id: string; version: number; wrapped: Buffer };
  }
}

type KeyContext = { db: Db; keyring: Keyring; workspace: { id: string } };
export type LinkToken = { workspaceId: string; subject: string; signature: string };

const KEY_VERSION = 1;
/** Encoded as 24 characters of base64url. */
const SIGNATURE_BYTES = 18;

/** Parses a link's token without verifying the signature, which needs the workspace's key. */
export function parseToken(text: string): LinkToken | undefined {
  const [, workspaceId, subject, signature] = /^(ws_[0-9a-z]+)\.([\w-]+)\.([\w-]{24})$/.exec(text) ?? [];
  return workspaceId && subject && signature ? { workspaceId, subject, signature } : undefined;
}

/** Loads the workspace's key, and returns functions that create and verify its links. */
export async function loadEmailLinkSigner(ctx: KeyContext) {
  const { id: workspaceId } = ctx.workspace;
  const key = await readOrCreateKey(ctx);
  const hmac = (purpose: string, text: string) => createHmac('sha256', key).update(`${purpose}\n${text}`).digest();
  const sign = (purpose: string, subject: string) =>
    hmac(purpose, subject).subarray(0, SIGNATURE_BYTES).toString('base64url');
  const createLink = (purpose: string, subject: string) =>
    `/${purpose}/${workspaceId}.${subject}.${sign(purpose, subject)}`;
  return {
    /** The page of a booking, with `/cancel` and `/move` below it. */
    createBookingLink: (bookingId: string) => createLink('booking', bookingId),
    createUnsubscribeLink: (addressHash: Buffer) => createLink('unsubscribe', addressHash.toString('base64url')),
    /** The subject is encrypted, because it contains an address. */
    createTranscriptLink: (encryptedRequest: Buffer) =>
      createLink('transcript', encryptedRequest.toString('base64url')),
    isValidLink: (purpose: 'booking' | 'unsubscribe' | 'transcript', { subject, signature }: LinkToken) =>
      timingSafeEqual(Buffer.from(signature), Buffer.from(sign(purpose, subject))),
    /** Identifies an address that has unsubscribed from reminders, without storing it. */
    hashAddress: (email: string) => hmac('address', email.trim().toLowerCase()),
  };
}

/** The workspace's key, wrapped with the master key, so that links and unsubscriptions survive a new master key. */
async function readOrCreateKey({ db, keyring, workspace: { id } }: KeyContext): Promise<Buffer> {
  const [purpose, context] = ['mail keys', `${id} ${KEY_VERSION}`];
  const findKey = () =>
    db.selectFrom('mail_keys').select('wrapped').where('version', '=', KEY_VERSION).executeTakeFirst();
  let row = await findKey();
  if (!row) {
    const wrapped = keyring.encrypt(purpose, randomBytes(32).toString('base64'), context);
    await db
      .insertInto('mail_keys')
      .values({ workspace_id: id, version: KEY_VERSION, wrapped })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    row = await findKey();
  }
  return Buffer.from(keyring.decrypt(purpose, must(row, 'the key just created').wrapped, context), 'base64');
}
