import type { Slots } from '../../capability/dialogue.ts';
import { contentWords } from './content-words.ts';

/**
 * "Root touch up", "the Death by Chocolate": a customer who says nothing but names of what is on offer tells of no danger.
 * Only the names themselves count: what else stands for a visit may be a symptom, such as a fever.
 */
export function namesOnly(message: string, words: Slots['words']): boolean {
  const named = Object.values(words)
    .flat(2)
    .filter(({ said, name }) => contentWords(said).isSubsetOf(contentWords(name)));
  const rest = named.reduce((text, { said }) => text.replace(said, ' '), message);
  return named.length > 0 && contentWords(rest).size === 0;
}
