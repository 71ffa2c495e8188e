import type { CapabilityContext } from '../../capability/capability.ts';
import type { Business } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import { customerViewOf } from '../../capability/samples.ts';
import type { Assistant } from '../assistant/assistant.ts';
import { runWithoutEffects } from '../checkup/play-question.ts';
import { readDocumentIndex } from '../knowledge/knowledge-cache.ts';
import { closeGap, readGaps } from './gaps.ts';
import { readRange } from './range.ts';

type Dependencies = { assistant: Assistant; industries: readonly AnyIndustry[] };

/** Asks the listed questions again after the document has changed, and closes those that are answered from it now. */
export async function recheckGaps(
  ctx: CapabilityContext<Business>,
  { assistant, industries }: Dependencies,
): Promise<void> {
  const business = customerViewOf(ctx.business, ctx.workspace.mode);
  const industryName = business.industry ?? '';
  const gaps = await readGaps(ctx.db, readRange({}, ctx.workspace.timezone, ctx.now), []);
  const documentIndex = await readDocumentIndex(ctx.db);
  const request = {
    ...{ businessName: business.name, customer: {}, documentIndex, state: {} },
    industry: industries.find(({ name }) => name === industryName),
  };
  for (const { id, question } of gaps) {
    const { reply } = await runWithoutEffects({ ...ctx, business }, industryName, (asCustomer) =>
      assistant.reply(asCustomer, { ...request, message: question }),
    );
    // Only an answer with a source is one: out of its conversation, a question may get a polite reply.
    if (!reply.unanswered && reply.sources.length > 0) await closeGap(ctx.db, id, ctx.now);
  }
}
