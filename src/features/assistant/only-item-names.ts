import type { Slots } from '../../capability/dialogue.ts';
import { extractContentWords } from './content-words.ts';

/**
 * A message that consists only of names from the catalog reports no danger: "the Death by Chocolate".
 * Aliases do not count as names, because an alias of a service may be a symptom, such as a fever.
 */
export function containsOnlyItemNames(message: string, mentions: Slots['catalogEntities']): boolean {
  const exactMentions = Object.values(mentions)
    .flat(2)
    .filter(({ said, name }) => extractContentWords(said).isSubsetOf(extractContentWords(name)));
  const remainingText = exactMentions.reduce((text, { said }) => text.replace(said, ' '), message);
  return exactMentions.length > 0 && extractContentWords(remainingText).size === 0;
}
