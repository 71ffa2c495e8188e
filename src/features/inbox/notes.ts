import { sql } from 'kysely';
import { rfc3339 } from '../../kernel/clock.ts';
import type { Keyring } from '../../kernel/crypto.ts';
import { auditAccess, decryptValue, type EncryptedColumn, encryptValue } from '../../kernel/encryption/values.ts';
import type { Context, WorkspacePrincipal } from '../../kernel/http/route.ts';
import { newId } from '../../kernel/ids.ts';
import { notFound } from '../../kernel/problem.ts';

type Ctx = Context<WorkspacePrincipal>;

export const ENCRYPTED_NOTE = {
  table: 'conversation_notes',
  column: 'sealed',
  associatedField: 'note',
} satisfies EncryptedColumn;
type Note = { id: string; text: string; author: { id: string; name: string }; createdAt: string };

/** The team's notes on a conversation. Those about health are encrypted, and every read of one is audited. */
export function createNotes(keyring: Keyring) {
  const createEncryptionContext = (ctx: Ctx) => ({ ...ctx, keyring, purpose: 'conversation notes' });

  async function read(ctx: Ctx, conversationId: string): Promise<Note[]> {
    const rows = await ctx.db
      .selectFrom('conversation_notes')
      .selectAll()
      .where('conversation_id', '=', conversationId)
      .orderBy('id')
      .execute();
    if (rows.some((row) => row.sealed)) {
      ctx.requireWriteTransaction();
      await auditAccess(createEncryptionContext(ctx), 'note.read', conversationId);
    }
    const notes: Note[] = [];
    for (const row of rows) {
      const { text } = row.sealed
        ? await decryptValue<{ text: string }>(
            createEncryptionContext(ctx),
            row.id,
            ENCRYPTED_NOTE.associatedField,
            row.sealed,
          )
        : row;
      const author = { id: row.author_id, name: row.author_name };
      notes.push({ id: row.id, text, author, createdAt: rfc3339(row.created_at, ctx.workspace.timezone) });
    }
    return notes;
  }

  async function add(ctx: Ctx, conversationId: string, text: string, isEncrypted: boolean): Promise<Note> {
    const { actor, workspace, now, db } = ctx;
    const id = newId('note');
    const author = { id: actor.id, name: actor.kind === 'user' ? actor.name : 'API' };
    const encryptedText = isEncrypted
      ? await encryptValue(createEncryptionContext(ctx), id, ENCRYPTED_NOTE.associatedField, { text })
      : null;
    const commonColumns = { workspace_id: workspace.id, id, conversation_id: conversationId, created_at: now };
    const authorColumns = { author_id: author.id, author_name: author.name };
    await db
      .insertInto('conversation_notes')
      .values({ ...commonColumns, ...authorColumns, text: isEncrypted ? '' : text, sealed: encryptedText })
      .execute();
    if (isEncrypted) await auditAccess(createEncryptionContext(ctx), 'note.write', conversationId);
    return { id, text, author, createdAt: rfc3339(now, workspace.timezone) };
  }

  /** Which of these conversations have notes. */
  async function findConversationsWithNotes({ db }: Ctx, ids: string[]): Promise<Set<string>> {
    const rows = await db
      .selectFrom('conversation_notes')
      .select('conversation_id')
      .distinct()
      .where('conversation_id', '=', sql<string>`any(${ids}::text[])`)
      .execute();
    return new Set(rows.map(({ conversation_id }) => conversation_id));
  }

  /** Encrypts the notes written before the conversation turned out to be about health. */
  async function encryptExisting(ctx: Ctx, conversationId: string): Promise<void> {
    const rows = await ctx.db
      .selectFrom('conversation_notes')
      .select(['id', 'text'])
      .where('conversation_id', '=', conversationId)
      .where('sealed', 'is', null)
      .execute();
    for (const { id, text } of rows) {
      const encryptedText = await encryptValue(createEncryptionContext(ctx), id, ENCRYPTED_NOTE.associatedField, {
        text,
      });
      await ctx.db
        .updateTable('conversation_notes')
        .set({ text: '', sealed: encryptedText })
        .where('id', '=', id)
        .execute();
    }
    if (rows.length) await auditAccess(createEncryptionContext(ctx), 'note.write', conversationId);
  }

  /** Only the author can delete a note. */
  async function remove({ db, actor }: Ctx, id: string): Promise<void> {
    const [deletedRow] = await db
      .deleteFrom('conversation_notes')
      .where('id', '=', id)
      .where('author_id', '=', actor.id)
      .returning('id')
      .execute();
    if (!deletedRow) throw notFound('note of yours');
  }

  return { read, findConversationsWithNotes, add, encryptExisting, remove };
}

export type Notes = ReturnType<typeof createNotes>;
