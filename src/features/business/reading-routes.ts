import { Type } from 'typebox';
import { documentPatch } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import { type Gate, type InWorkspace, ok, type Route, route } from '../../kernel/http/route.ts';
import { Strict, Time } from '../../kernel/http/schema.ts';
import { notFound } from '../../kernel/problem.ts';
import type { Scope } from '../keys/scopes.ts';
import { findVersion, show } from './store.ts';

const tag = 'Business';
const AnyObject = Type.Object({}, { additionalProperties: true });

/** What forms are drawn from, and what a version held. */
export function readingRoutes({
  industries,
  key,
}: {
  industries: AnyIndustry[];
  key(scope: Scope): Gate<InWorkspace>;
}): Route[] {
  const schema = documentPatch(industries);
  return [
    route({
      method: 'GET',
      root: 'versioned',
      path: '/config/schema',
      gate: key('config:read'),
      tag,
      summary: 'The industries, and the JSON schema of the business document',
      description:
        'Amounts of money carry the title `Money`; ids of other entries say in theirs where those stand, such as ' +
        '`Ids in salon.services`.',
      answers: {
        200: Type.Object({
          industries: Type.Array(
            Type.Object({
              name: Type.String(),
              title: Type.String(),
              summary: Type.String(),
              does: Type.Array(Type.String()),
            }),
          ),
          schema: AnyObject,
        }),
      },
      handle: async () =>
        ok({
          industries: industries.map(({ name, title, summary, capabilities }) => ({
            name,
            title,
            summary,
            does: capabilities.map((capability) => capability.summary),
          })),
          schema,
        }),
    }),
    route({
      method: 'GET',
      root: 'versioned',
      path: '/config/versions/:version',
      gate: key('config:read'),
      tag,
      summary: 'Read a version of the document',
      params: Strict({ version: Type.String({ examples: ['1'] }) }),
      answers: {
        200: Type.Object({ version: Type.Integer(), createdAt: Time(), by: Type.String(), document: AnyObject }),
      },
      async handle({ db, workspace }, { params: { version } }) {
        const found = await findVersion(db, version);
        if (!found) throw notFound('version');
        return ok({
          version: found.version,
          createdAt: rfc3339(found.created_at, workspace.timezone),
          by: found.created_by,
          document: show(found.document),
        });
      },
    }),
  ];
}
