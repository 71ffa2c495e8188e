// A short correction leaves out the verb of the request that it corrects.
import { findDialogueAct } from '../../nlu/entities/dialogue-acts.ts';
import { isQuestion } from './clauses.ts';
import type { DialogueState } from './dialogue-state.ts';
import { findCatalogMentions } from './mentions.ts';
import type { Turn } from './turn.ts';

/** Longer messages are requests of their own. */
const MAX_CORRECTION_WORDS = 4;

/** The last request about what this message names: "cancel my membership" and "no, my spin class" make "cancel my spin class". */
export function restateRequest({ ctx, businessContext, text }: Turn, { before }: DialogueState): string | undefined {
  const act = findDialogueAct(text);
  const correction = (act?.act === 'no' ? act.rest : text).replace(/^(?:my|the|an?|for)\s+/i, '').trim();
  const isShort = correction !== '' && correction.split(/\s+/).length <= MAX_CORRECTION_WORDS;
  const findMentions = (words: string) => findCatalogMentions(words, ctx.business, businessContext.industry);
  if (!before?.said || !isShort || isQuestion(correction) || findMentions(correction).length === 0) return undefined;
  const replacedMention = findMentions(before.said).at(-1);
  return replacedMention
    ? `${before.said.slice(0, replacedMention.start)}${correction}${before.said.slice(replacedMention.end)}`
    : `${before.said} my ${correction}`;
}
