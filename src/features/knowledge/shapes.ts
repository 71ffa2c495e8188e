import { Type } from 'typebox';
import { rfc3339 } from '../../kernel/clock.ts';
import { Id, ListOf, Nullable, OneOf, Time } from '../../kernel/http/schema.ts';
import type { Knowledge } from './store.ts';

const sourceFields = {
  id: Id('kn'),
  title: Type.String(),
  kind: OneOf(['text', 'file', 'website']),
  url: Type.Optional(Type.String({ description: 'Of a website' })),
  status: OneOf(['reading', 'ready', 'failed']),
  reason: Nullable(Type.String({ description: 'Why it failed, or why a website could not be read again' })),
  progress: Type.Object({
    read: Type.Integer({ description: 'Pages read' }),
    found: Type.Integer({ description: 'Pages found so far' }),
  }),
  passages: Type.Integer({ description: 'How many passages are known from it' }),
  createdAt: Time(),
  readAt: Nullable(Time({ description: 'When it was last read' })),
};
export const KnowledgeShape = Type.Object(sourceFields, { title: 'Knowledge' });

export const KnowledgeWithContent = Type.Object({
  ...sourceFields,
  content: ListOf(
    Type.Object({
      id: Type.String({ description: 'Its number; the last one of a page is `starting_after` of the next' }),
      title: Type.String({ description: 'The headings above it' }),
      text: Type.String(),
      url: Type.Optional(Type.String()),
    }),
  ),
});

export const presentKnowledge = (row: Knowledge, zone: string) => ({
  id: row.id,
  title: row.title,
  kind: row.kind,
  ...(row.url ? { url: row.url } : {}),
  status: row.status,
  reason: row.reason,
  progress: { read: row.pages_read, found: row.pages_found },
  passages: row.passages,
  createdAt: rfc3339(row.created_at, zone),
  readAt: row.read_at && rfc3339(row.read_at, zone),
});
