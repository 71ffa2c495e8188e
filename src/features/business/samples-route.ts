import { Type } from 'typebox';
import type { AnyIndustry } from '../../capability/industry.ts';
import { type Gate, ok, type Route, route, type WorkspacePrincipal } from '../../kernel/http/route.ts';
import { Strict } from '../../kernel/http/schema.ts';
import type { Scope } from '../keys/scopes.ts';
import { applyPatch } from './apply-patch.ts';
import { decideSamples } from './decide-samples.ts';
import { lockDocument } from './lock.ts';
import { type Documents, presentDocument } from './store.ts';

type Dependencies = {
  industries: AnyIndustry[];
  documents: Documents;
  keyGate(scope: Scope): Gate<WorkspacePrincipal>;
};

const PointerList = Type.Optional(
  Type.Array(Type.String({ pattern: '^/', maxLength: 200, examples: ['/faqs', '/faqs/0', '/hours'] }), {
    maxItems: 1_000,
  }),
);

/** Lets the owner keep or remove sample content, which customers do not see until it is kept. */
export const samplesRoute = ({ industries, documents, keyGate }: Dependencies): Route =>
  route({
    method: 'POST',
    pathPrefixSet: 'versioned',
    path: '/config/samples',
    gate: keyGate('config:write'),
    tag: 'Business',
    summary: 'Keep or remove sample content',
    description:
      'Pointers to fields, lists or entries; a list stands for every sample in it. Kept content is the business’s own ' +
      'from then on. Removed content goes together with all references to it. Anything else is left as it is.',
    body: Strict({ keep: PointerList, remove: PointerList }),
    responses: { 200: Type.Object({}, { additionalProperties: true, title: 'Business document' }) },
    async handle(ctx, { body: { keep = [], remove = [] } }) {
      const { document, version } = await lockDocument(ctx.db, ctx.workspace);
      const patch = decideSamples(document, { keep, remove }, industries);
      const updated = applyPatch(document, patch, industries, []);
      const isSame = JSON.stringify(updated) === JSON.stringify(document);
      return ok(presentDocument(isSame ? document : (await documents.write(ctx, version + 1, updated)).document));
    },
  });
