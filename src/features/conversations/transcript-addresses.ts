// Addresses that may get a transcript requested by a widget visitor: only those whose owner has confirmed.
import type { Keyring } from '../../kernel/crypto.ts';
import type { Db } from '../../kernel/database/database.ts';
import { loadEmailLinkSigner } from '../business/mail-links.ts';

declare module '../../kernel/database/database.ts' {
  interface Tables {
    transcript_addresses: { workspace_id: string; conversation_id: string; address: Buffer; confirmed_at: Date };
  }
}

type Ctx = { db: Db; keyring: Keyring; workspace: { id: string }; now: Date };

const PURPOSE = 'transcript requests';
const LINK_LIFETIME_MS = 86_400_000;

export type TranscriptRequest = { conversationId: string; email: string; until: number };

/** The request is encrypted into the email's link, so that the link does not reveal the address. */
export function encryptRequest({ keyring, workspace, now }: Ctx, conversationId: string, email: string): Buffer {
  const transcriptRequest: TranscriptRequest = { conversationId, email, until: now.getTime() + LINK_LIFETIME_MS };
  return keyring.encrypt(PURPOSE, JSON.stringify(transcriptRequest), workspace.id);
}

/** Undefined if the master key has changed since. */
export function decryptRequest({ keyring, workspace }: Ctx, encrypted: Buffer): TranscriptRequest | undefined {
  try {
    return JSON.parse(keyring.decrypt(PURPOSE, encrypted, workspace.id));
  } catch {
    return undefined;
  }
}

export async function hasConfirmed(ctx: Ctx, conversationId: string, email: string): Promise<boolean> {
  const addressHash = (await loadEmailLinkSigner(ctx)).hashAddress(email);
  const confirmedRow = await ctx.db
    .selectFrom('transcript_addresses')
    .select('address')
    .where('conversation_id', '=', conversationId)
    .where('address', '=', addressHash)
    .executeTakeFirst();
  return confirmedRow !== undefined;
}

/** True only the first time, even if the button is pressed again. */
export async function confirmAddress(ctx: Ctx, { conversationId, email }: TranscriptRequest): Promise<boolean> {
  const address = (await loadEmailLinkSigner(ctx)).hashAddress(email);
  const addedRow = await ctx.db
    .insertInto('transcript_addresses')
    .values({
      workspace_id: ctx.workspace.id,
      conversation_id: conversationId,
      address,
      confirmed_at: ctx.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('address')
    .executeTakeFirst();
  return addedRow !== undefined;
}

/** Deletes the address from every conversation. Skips deriving its hash when no address was ever confirmed. */
export async function deleteAddress(ctx: Omit<Ctx, 'now'>, email: string): Promise<void> {
  const anyAddress = await ctx.db.selectFrom('transcript_addresses').select('address').limit(1).executeTakeFirst();
  if (!anyAddress) return;
  const address = (await loadEmailLinkSigner(ctx)).hashAddress(email);
  await ctx.db.deleteFrom('transcript_addresses').where('address', '=', address).execute();
}
