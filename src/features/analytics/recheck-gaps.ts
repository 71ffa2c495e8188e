import type { CapabilityContext } from '../../capability/capability.ts';
import type { Business } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import { getCustomerView } from '../../capability/samples.ts';
import type { Assistant } from '../assistant/assistant.ts';
import { runWithoutEffects } from '../checkup/play-question.ts';
import { readKnowledgeIndex } from '../knowledge/knowledge-cache.ts';
import { closeGap, readGaps } from './gaps.ts';
import { parseRange } from './range.ts';

type Dependencies = { assistant: Assistant; industries: readonly AnyIndustry[] };

/** Asks the listed questions again after the document has changed, and closes those that are answered from it now. */
export async function recheckGaps(
  ctx: CapabilityContext<Business>,
  { assistant, industries }: Dependencies,
): Promise<void> {
  const business = getCustomerView(ctx.business, ctx.workspace.mode);
  const industryName = business.industry ?? '';
  const gaps = await readGaps(ctx.db, parseRange({}, ctx.workspace.timezone, ctx.now), []);
  const knowledgeIndex = await readKnowledgeIndex(ctx.db);
  const commonRequest = {
    businessName: business.name,
    customer: {},
    knowledgeIndex,
    state: {},
    industry: industries.find(({ name }) => name === industryName),
  };
  for (const { id, question } of gaps) {
    const { reply } = await runWithoutEffects({ ...ctx, business }, industryName, (customerCtx) =>
      assistant.reply(customerCtx, { ...commonRequest, message: question }),
    );
    // Only a reply with a source counts: outside its conversation, a question may get a polite phrase.
    if (!reply.unanswered && reply.sources.length > 0) await closeGap(ctx.db, id, ctx.now);
  }
}
