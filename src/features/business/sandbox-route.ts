import { sql } from 'kysely';
import { Type } from 'typebox';
import type { Business } from '../../capability/document.ts';
import { type Gate, ok, type Route, route, type WorkspacePrincipal } from '../../kernel/http/route.ts';
import { Strict } from '../../kernel/http/schema.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Scope } from '../keys/scopes.ts';
import { lockDocument } from './lock.ts';
import type { Documents } from './store.ts';

type Dependencies = { documents: Documents; keyGate(scope: Scope): Gate<WorkspacePrincipal> };

/** Copies the live document to the sandbox, unless the sandbox's own document was edited. */
export const sandboxRoute = ({ documents, keyGate }: Dependencies): Route =>
  route({
    method: 'POST',
    pathPrefixSet: 'versioned',
    path: '/config/from-live',
    gate: keyGate('config:write'),
    tag: 'Business',
    summary: 'Give the sandbox the live document',
    description:
      'Unless the sandbox has a document of its own, which it keeps and answers `edited`. With `overwrite` that goes; it ' +
      'stays among the versions.',
    body: Strict({ overwrite: Type.Optional(Type.Boolean()) }),
    responses: { 200: Type.Object({ edited: Type.Boolean({ description: 'The sandbox has kept its own' }) }) },
    async handle(ctx, { body: { overwrite = false } }) {
      const { db, workspace } = ctx;
      if (workspace.mode !== 'test')
        throw new Problem('conflict', 'Only the sandbox can copy the live document. Use a test key, or X-Mode: test.');
      const current = await lockDocument(db, workspace);
      const { rows } = await sql<{ document: Business; untouched: boolean }>`select * from live_document()`.execute(db);
      const [live] = rows;
      if (!live) return ok({ edited: false });
      if (!live.untouched && !overwrite) return ok({ edited: true });
      const isSame = JSON.stringify(live.document) === JSON.stringify(current.document);
      if (!isSame) await documents.write(ctx, current.version + 1, live.document);
      return ok({ edited: false });
    },
  });
