// Whether something is all right for whoever is pregnant, hurt, ill or very young: what the business has written.

import type { SafetyIssue } from '../../guardrails/input-guard.ts';
import { normalize } from '../../guardrails/normalize.ts';
import { asksForChild, speaksOfAges, speaksOfIt } from '../../guardrails/suitability.ts';
import { clausesOf } from './clauses.ts';
import type { BusinessContext } from './general.ts';
import { SAME_TOPIC, type SearchHit } from './passage-index.ts';
import type { Nlu } from './predict-intent.ts';

type Cared = { text: string; sources: SearchHit['passage']['source'][] };

export async function renderCare(
  nlu: Nlu,
  businessContext: BusinessContext,
  message: string,
  danger: SafetyIssue | undefined,
): Promise<Cared | undefined> {
  const isSuitable = danger?.kind === 'medical-advice' && danger.about === 'suitable';
  const isSale = !danger && businessContext.industry?.traits?.sellsGoods;
  if (!isSuitable && !isSale) return undefined;
  const question = normalize(message);
  if (isSale && !asksForChild(question)) return undefined;
  const fits = isSuitable ? (text: string) => speaksOfIt(text, question) : speaksOfAges;
  const texts = [message, ...clausesOf(message)];
  const hits = await Promise.all(texts.map((text) => nlu.search(text, businessContext)));
  const [hit] = hits
    .flat()
    .filter(({ passage: { source, text }, score }) => {
      return source.kind === 'faq' && score >= SAME_TOPIC && fits(normalize(`${source.title}. ${text}`));
    })
    .sort((a, b) => b.score - a.score);
  if (!hit) return undefined;
  const { text, source } = hit.passage;
  return { text: isSuitable ? `${text} If you are unsure, please ask a doctor first.` : text, sources: [source] };
}
