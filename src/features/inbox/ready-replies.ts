import { Type } from 'typebox';
import { created, noContent, ok, type Route, route } from '../../kernel/http/route.ts';
import { Id, NonBlank, Strict, Titled } from '../../kernel/http/schema.ts';
import { newId } from '../../kernel/ids.ts';
import { notFound, Problem } from '../../kernel/problem.ts';
import type { KeyGate } from '../access/key-gate.ts';

const tag = 'Inbox';
const fields = {
  title: NonBlank({ maxLength: 80 }),
  text: NonBlank({ maxLength: 4_000 }),
};
const ReadyReply = Titled('Ready reply', { id: Id('rep'), ...fields });

/** Saved replies, which the team can insert into a conversation. */
export function readyReplyRoutes({ keyGate }: { keyGate: KeyGate }): Route[] {
  return [
    route({
      method: 'GET',
      pathPrefixSet: 'dashboard',
      path: '/inbox/replies',
      gate: keyGate('conversations:read'),
      tag,
      summary: 'List the ready answers',
      responses: { 200: Type.Object({ data: Type.Array(ReadyReply) }) },
      handle: async ({ db }) =>
        ok({ data: await db.selectFrom('ready_replies').select(['id', 'title', 'text']).orderBy('title').execute() }),
    }),
    route({
      method: 'POST',
      pathPrefixSet: 'dashboard',
      path: '/inbox/replies',
      gate: keyGate('conversations:write'),
      tag,
      summary: 'Keep an answer ready',
      body: Strict(fields),
      example: { body: { title: 'Parking', text: 'You can park behind the house.' } },
      responses: { 201: ReadyReply },
      async handle({ db, workspace, now }, { body }) {
        const id = newId('rep');
        const [inserted] = await db
          .insertInto('ready_replies')
          .values({ workspace_id: workspace.id, id, ...body, created_at: now })
          .onConflict((conflict) => conflict.columns(['workspace_id', 'title']).doNothing())
          .returning('id')
          .execute();
        if (!inserted)
          throw new Problem('conflict', 'You already have a saved reply with this title. Choose another one.');
        return created({ id, ...body });
      },
    }),
    route({
      method: 'DELETE',
      pathPrefixSet: 'dashboard',
      path: '/inbox/replies/:id',
      gate: keyGate('conversations:write'),
      tag,
      summary: 'Remove a ready answer',
      params: Strict({ id: Id('rep') }),
      responses: { 204: null },
      async handle({ db }, { params: { id } }) {
        const [deletedRow] = await db.deleteFrom('ready_replies').where('id', '=', id).returning('id').execute();
        if (!deletedRow) throw notFound('ready answer');
        return noContent();
      },
    }),
  ];
}
