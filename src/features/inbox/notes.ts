import { sql } from 'kysely';
import { rfc3339 } from '../../kernel/clock.ts';
import type { Keyring } from '../../kernel/crypto.ts';
import { auditAccess, decryptValue, encryptValue, type SealedColumn } from '../../kernel/encryption/values.ts';
import type { Context, InWorkspace } from '../../kernel/http/route.ts';
import { newId } from '../../kernel/ids.ts';
import { notFound } from '../../kernel/problem.ts';

type Ctx = Context<InWorkspace>;

export const SEALED_NOTE = { table: 'conversation_notes', column: 'sealed', field: 'note' } satisfies SealedColumn;
type Note = { id: string; text: string; author: { id: string; name: string }; createdAt: string };

/** What the team tells each other about a conversation. About health it is sealed, and each look leaves a trace. */
export function createNotes(keyring: Keyring) {
  const sealed = (ctx: Ctx) => ({ ...ctx, keyring, purpose: 'conversation notes' });

  async function read(ctx: Ctx, conversationId: string): Promise<Note[]> {
    const rows = await ctx.db
      .selectFrom('conversation_notes')
      .selectAll()
      .where('conversation_id', '=', conversationId)
      .orderBy('id')
      .execute();
    if (rows.some((row) => row.sealed)) {
      ctx.mustWrite();
      await auditAccess(sealed(ctx), 'note.read', conversationId);
    }
    const notes: Note[] = [];
    for (const row of rows) {
      const { text } = row.sealed
        ? await decryptValue<{ text: string }>(sealed(ctx), row.id, SEALED_NOTE.field, row.sealed)
        : row;
      const author = { id: row.author_id, name: row.author_name };
      notes.push({ id: row.id, text, author, createdAt: rfc3339(row.created_at, ctx.workspace.timezone) });
    }
    return notes;
  }

  async function add(ctx: Ctx, conversationId: string, text: string, isSealed: boolean): Promise<Note> {
    const { actor, workspace, now, db } = ctx;
    const id = newId('note');
    const author = { id: actor.id, name: actor.kind === 'user' ? actor.name : 'API' };
    const hidden = isSealed ? await encryptValue(sealed(ctx), id, SEALED_NOTE.field, { text }) : null;
    const common = { workspace_id: workspace.id, id, conversation_id: conversationId, created_at: now };
    const by = { author_id: author.id, author_name: author.name };
    await db
      .insertInto('conversation_notes')
      .values({ ...common, ...by, text: isSealed ? '' : text, sealed: hidden })
      .execute();
    if (isSealed) await auditAccess(sealed(ctx), 'note.write', conversationId);
    return { id, text, author, createdAt: rfc3339(now, workspace.timezone) };
  }

  /** Which of these conversations have any. */
  async function written({ db }: Ctx, ids: string[]): Promise<Set<string>> {
    const rows = await db
      .selectFrom('conversation_notes')
      .select('conversation_id')
      .distinct()
      .where('conversation_id', '=', sql<string>`any(${ids}::text[])`)
      .execute();
    return new Set(rows.map(({ conversation_id }) => conversation_id));
  }

  /** Of a conversation that turns out to be about health, those that were written before. */
  async function seal(ctx: Ctx, conversationId: string): Promise<void> {
    const rows = await ctx.db
      .selectFrom('conversation_notes')
      .select(['id', 'text'])
      .where('conversation_id', '=', conversationId)
      .where('sealed', 'is', null)
      .execute();
    for (const { id, text } of rows) {
      const hidden = await encryptValue(sealed(ctx), id, SEALED_NOTE.field, { text });
      await ctx.db.updateTable('conversation_notes').set({ text: '', sealed: hidden }).where('id', '=', id).execute();
    }
    if (rows.length) await auditAccess(sealed(ctx), 'note.write', conversationId);
  }

  /** Whoever wrote it may take it back. */
  async function remove({ db, actor }: Ctx, id: string): Promise<void> {
    const [gone] = await db
      .deleteFrom('conversation_notes')
      .where('id', '=', id)
      .where('author_id', '=', actor.id)
      .returning('id')
      .execute();
    if (!gone) throw notFound('note of yours');
  }

  return { read, written, add, seal, remove };
}

export type Notes = ReturnType<typeof createNotes>;
