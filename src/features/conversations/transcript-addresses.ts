// Who may be sent a transcript that a visitor of a page asks for: only those who have said themselves that they want it.
import type { Keyring } from '../../kernel/crypto.ts';
import type { Db } from '../../kernel/database/database.ts';
import { openLinks } from '../business/mail-links.ts';

declare module '../../kernel/database/database.ts' {
  interface Tables {
    transcript_addresses: { workspace_id: string; conversation_id: string; address: Buffer; confirmed_at: Date };
  }
}

type Ctx = { db: Db; keyring: Keyring; workspace: { id: string }; now: Date };

const PURPOSE = 'transcript requests';
const LINK_MS = 86_400_000;

export type TranscriptRequest = { conversationId: string; email: string; until: number };

/** What a link of a mail carries: nobody on its way reads the address. */
export function encryptRequest({ keyring, workspace, now }: Ctx, conversationId: string, email: string): Buffer {
  const asked: TranscriptRequest = { conversationId, email, until: now.getTime() + LINK_MS };
  return keyring.encrypt(PURPOSE, JSON.stringify(asked), workspace.id);
}

/** Nothing where the master key is another by now. */
export function decryptRequest({ keyring, workspace }: Ctx, sealed: Buffer): TranscriptRequest | undefined {
  try {
    return JSON.parse(keyring.decrypt(PURPOSE, sealed, workspace.id));
  } catch {
    return undefined;
  }
}

export async function hasConfirmed(ctx: Ctx, conversationId: string, email: string): Promise<boolean> {
  const address = (await openLinks(ctx)).hashAddress(email);
  const found = await ctx.db
    .selectFrom('transcript_addresses')
    .select('address')
    .where('conversation_id', '=', conversationId)
    .where('address', '=', address)
    .executeTakeFirst();
  return found !== undefined;
}

/** True the first time, however often the button is pressed. */
export async function confirm(ctx: Ctx, { conversationId, email }: TranscriptRequest): Promise<boolean> {
  const address = (await openLinks(ctx)).hashAddress(email);
  const added = await ctx.db
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
  return added !== undefined;
}

/** In every conversation. Where none was ever confirmed, there is nothing to look for. */
export async function forgetAddress(ctx: Omit<Ctx, 'now'>, email: string): Promise<void> {
  const any = await ctx.db.selectFrom('transcript_addresses').select('address').limit(1).executeTakeFirst();
  if (!any) return;
  const address = (await openLinks(ctx)).hashAddress(email);
  await ctx.db.deleteFrom('transcript_addresses').where('address', '=', address).execute();
}
