// Answers whether something suits a customer who is pregnant, injured, ill or very young, using only the business's FAQs.

import type { SafetyIssue } from '../../guardrails/input-guard.ts';
import { normalize } from '../../guardrails/normalize.ts';
import { asksIfSuitableForChild, coversCondition, mentionsAgeLimit } from '../../guardrails/suitability.ts';
import { splitIntoClauses } from './clauses.ts';
import type { BusinessContext } from './general.ts';
import { MIN_TOPIC_OVERLAP, type SearchHit } from './passage-index.ts';
import type { Nlu } from './predict-intent.ts';

type SuitabilityAnswer = { text: string; sources: SearchHit['passage']['source'][] };

export async function answerSuitability(
  nlu: Nlu,
  businessContext: BusinessContext,
  message: string,
  safetyIssue: SafetyIssue | undefined,
): Promise<SuitabilityAnswer | undefined> {
  const asksIfSuitable = safetyIssue?.kind === 'medical-advice' && safetyIssue.about === 'suitable';
  const sellsGoods = !safetyIssue && businessContext.industry?.traits?.sellsGoods;
  if (!asksIfSuitable && !sellsGoods) return undefined;
  const question = normalize(message);
  if (sellsGoods && !asksIfSuitableForChild(question)) return undefined;
  const isRelevant = asksIfSuitable ? (text: string) => coversCondition(text, question) : mentionsAgeLimit;
  const texts = [message, ...splitIntoClauses(message)];
  const hits = await Promise.all(texts.map((text) => nlu.search(text, businessContext)));
  const [hit] = hits
    .flat()
    .filter(({ passage: { source, text }, score }) => {
      return source.kind === 'faq' && score >= MIN_TOPIC_OVERLAP && isRelevant(normalize(`${source.title}. ${text}`));
    })
    .sort((a, b) => b.score - a.score);
  if (!hit) return undefined;
  const { text, source } = hit.passage;
  return { text: asksIfSuitable ? `${text} If you're not sure, please ask a doctor first.` : text, sources: [source] };
}
