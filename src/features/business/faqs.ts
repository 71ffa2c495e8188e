import type { Business } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import type { Context, WorkspacePrincipal } from '../../kernel/http/route.ts';
import { NonBlank, Strict } from '../../kernel/http/schema.ts';
import { Problem } from '../../kernel/problem.ts';
import { throwIfInvalid } from './apply-patch.ts';
import { checkDocument } from './check.ts';
import { lockDocument } from './lock.ts';
import type { Documents } from './store.ts';

const MAX_FAQS = 500;

export const Faq = Strict({
  question: NonBlank({ maxLength: 500 }),
  answer: NonBlank({ maxLength: 4_000 }),
});

/** Writes a new version of the document with one more FAQ. */
export async function addFaq(
  ctx: Context<WorkspacePrincipal>,
  documents: Documents,
  industries: AnyIndustry[],
  faq: { question: string; answer: string },
): Promise<void> {
  const { version, document } = await lockDocument(ctx.db, ctx.workspace);
  if (document.faqs.length >= MAX_FAQS)
    throw new Problem('conflict', `You can have up to ${MAX_FAQS} FAQs. Remove one first.`);
  const updated: Business = { ...document, faqs: [...document.faqs, faq] };
  throwIfInvalid(checkDocument(updated, industries));
  await documents.write(ctx, version + 1, updated);
}
