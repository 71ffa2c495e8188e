// Links that stand for a customer: whoever holds one may do what its page offers. They are stored nowhere; a signature
// ties each to its workspace and to one booking, one address, or one conversation and an address for it.
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
export type Token = { workspaceId: string; subject: string; signature: string };

const VERSION = 1;
/** 24 characters of base64url. */
const SIGNATURE_BYTES = 18;

/** What a link says; whether it is ours only its workspace's key can tell. */
export function readToken(text: string): Token | undefined {
  const [, workspaceId, subject, signature] = /^(ws_[0-9a-z]+)\.([\w-]+)\.([\w-]{24})$/.exec(text) ?? [];
  return workspaceId && subject && signature ? { workspaceId, subject, signature } : undefined;
}

/** The links of the workspace that the transaction is in. */
export async function openLinks(ctx: KeyContext) {
  const { id } = ctx.workspace;
  const key = await mailKey(ctx);
  const hash = (purpose: string, text: string) => createHmac('sha256', key).update(`${purpose}\n${text}`).digest();
  const sign = (purpose: string, subject: string) =>
    hash(purpose, subject).subarray(0, SIGNATURE_BYTES).toString('base64url');
  const write = (purpose: string, subject: string) => `/${purpose}/${id}.${subject}.${sign(purpose, subject)}`;
  return {
    /** The page of one booking; `/cancel` and `/move` below it are its parts. */
    booking: (bookingId: string) => write('booking', bookingId),
    unsubscribe: (address: Buffer) => write('unsubscribe', address.toString('base64url')),
    /** Its subject is sealed, since an address stands in it. */
    transcript: (sealed: Buffer) => write('transcript', sealed.toString('base64url')),
    isOurs: (purpose: 'booking' | 'unsubscribe' | 'transcript', { subject, signature }: Token) =>
      timingSafeEqual(Buffer.from(signature), Buffer.from(sign(purpose, subject))),
    /** What an address is known by where reminders are refused. */
    hashAddress: (email: string) => hash('address', email.trim().toLowerCase()),
  };
}

/** Of the workspace's own, wrapped with the master key: links and refusals outlive a new master key. */
async function mailKey({ db, keyring, workspace: { id } }: KeyContext): Promise<Buffer> {
  const [purpose, context] = ['mail keys', `${id} ${VERSION}`];
  const find = () => db.selectFrom('mail_keys').select('wrapped').where('version', '=', VERSION).executeTakeFirst();
  let found = await find();
  if (!found) {
    const wrapped = keyring.encrypt(purpose, randomBytes(32).toString('base64'), context);
    await db
      .insertInto('mail_keys')
      .values({ workspace_id: id, version: VERSION, wrapped })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    found = await find();
  }
  return Buffer.from(keyring.decrypt(purpose, must(found, 'a key that is there by now').wrapped, context), 'base64');
}
