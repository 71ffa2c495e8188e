// Whether something is all right for whoever is pregnant, hurt, ill or very young: what the business has written.

import type { Danger } from '../../guardrails/danger.ts';
import { plain } from '../../guardrails/plain.ts';
import { asksForChild, speaksOfAges, speaksOfIt } from '../../guardrails/suitable.ts';
import { clausesOf } from './clauses.ts';
import type { Desk } from './general.ts';
import type { Hit } from './knowledge.ts';
import type { Understanding } from './understand.ts';

/** It speaks of the same: it need not be near in every other way. */
const NEAR = 0.4;

type Cared = { text: string; sources: Hit['passage']['source'][] };

export async function sayCare(
  understanding: Understanding,
  desk: Desk,
  message: string,
  danger: Danger | undefined,
): Promise<Cared | undefined> {
  const isSuitable = danger?.kind === 'medical-advice' && danger.about === 'suitable';
  const isSale = !danger && desk.industry?.traits?.sellsGoods;
  if (!isSuitable && !isSale) return undefined;
  const question = plain(message);
  if (isSale && !asksForChild(question)) return undefined;
  const fits = isSuitable ? (text: string) => speaksOfIt(text, question) : speaksOfAges;
  const texts = [message, ...clausesOf(message)];
  const hits = await Promise.all(texts.map((text) => understanding.search(text, desk)));
  const [hit] = hits
    .flat()
    .filter(({ passage: { source, text }, score }) => {
      return source.kind === 'faq' && score >= NEAR && fits(plain(`${source.title}. ${text}`));
    })
    .sort((a, b) => b.score - a.score);
  if (!hit) return undefined;
  const { text, source } = hit.passage;
  return { text: isSuitable ? `${text} If you are unsure, please ask a doctor first.` : text, sources: [source] };
}
