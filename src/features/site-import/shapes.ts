import { Type } from 'typebox';
import { Id, Nullable, OneOf, Time, Titled } from '../../kernel/http/schema.ts';
import { CERTAINTIES } from './read/findings.ts';

const SourceFields = {
  url: Type.String({ description: 'The page; empty for a file' }),
  quote: Type.String({ description: 'What it says there' }),
};

const ProposalShape = Titled('Proposal', {
  id: Type.String({ examples: ['p1'] }),
  pointer: Type.String({
    description: 'Where it goes in the document. `/-` at the end adds an entry to a list',
    examples: ['/contact/phone', '/faqs/-'],
  }),
  options: Type.Array(
    Type.Object({
      value: Type.Any(),
      certainty: OneOf(CERTAINTIES, {
        description: 'Stated for programs, by the structure of the page, or in its text',
      }),
      sources: Type.Array(Type.Object(SourceFields)),
    }),
    { description: 'Several if the website says different things' },
  ),
  missing: Type.Array(Type.String(), { description: 'Required fields of an entry that the website does not state' }),
});

export const SiteImportShape = Titled('SiteImport', {
  id: Id('imp'),
  url: Type.Optional(Type.String()),
  file: Type.Optional(Type.String({ description: 'The name of the PDF' })),
  status: OneOf(['reading', 'ready', 'failed']),
  reason: Nullable(Type.String({ description: 'Why it failed' })),
  progress: Type.Object({
    read: Type.Integer({ description: 'Pages read' }),
    found: Type.Integer({ description: 'Pages found so far' }),
  }),
  proposals: Type.Array(ProposalShape),
  notes: Type.Array(
    Type.Object({ about: Type.String({ examples: ['hours'] }), ...SourceFields }, { title: 'ImportNote' }),
    {
      description: 'What could not be read as a value, such as “till late”',
    },
  ),
  createdAt: Time(),
  expiresAt: Time(),
});
