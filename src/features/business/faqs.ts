import type { Business } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import type { Context, InWorkspace } from '../../kernel/http/route.ts';
import { NonBlank, Strict } from '../../kernel/http/schema.ts';
import { Problem } from '../../kernel/problem.ts';
import { checkDocument } from './check.ts';
import { refuseWrong } from './draft.ts';
import { lockDocument } from './lock.ts';
import type { Documents } from './store.ts';

const MOST = 500;

export const Faq = Strict({
  question: NonBlank({ maxLength: 500 }),
  answer: NonBlank({ maxLength: 4_000 }),
});

/** A version of the document with one more entry. */
export async function addFaq(
  ctx: Context<InWorkspace>,
  documents: Documents,
  industries: AnyIndustry[],
  faq: { question: string; answer: string },
): Promise<void> {
  const { version, document } = await lockDocument(ctx.db, ctx.workspace);
  if (document.faqs.length >= MOST) throw new Problem('conflict', `You can have up to ${MOST} FAQs. Remove one first.`);
  const next: Business = { ...document, faqs: [...document.faqs, faq] };
  refuseWrong(checkDocument(next, industries));
  await documents.write(ctx, version + 1, next);
}
