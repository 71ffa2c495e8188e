// Finds the item that a question asks for if it is not in the business's catalog.
import type { SlotDeclarations } from '../../capability/roles.ts';
import type { EntityMention } from '../../nlu/entities/entity-catalog.ts';
import { listRestrictionSlots } from './slots.ts';

const ASKS_FOR_ITEM_PATTERN =
  /\b(?:do (?:you|u|ya) (?:guys |also |still )?(?:have|do|serve|sell|offer|stock|carry|make|provide)|have you got|you (?:wouldn['’]?t|don['’]?t|would|might)(?: happen to| by any chance)? (?:have|do|serve|sell|offer|stock|carry|make)|(?:you got|is there|are there|looking for|after|how much (?:is|are|for|does)|price (?:of|for)|cost (?:of|for)|tell me about))\s+(?:any\s+|some\s+|a\s+|an\s+|the\s+|your\s+)?([\p{L}][\p{L}\p{N}'’ -]{2,40})/iu;
const AFTER_ITEM_PATTERN =
  /\b(?:cost|on|in|at|for|with|available|today|tonight|tomorrow|please|pls|that|which|and|or|this|next|left|there|here|under|below|by|if|to|as|from|options?|you|me|my|we|it)\b.*$/i;
const ASKS_WHICH_ITEMS_PATTERN =
  /\bwhat (?:kinds? of |sorts? of |types? of |other )?([\p{L}][\p{L}'’ -]{2,30}?) (?:do you (?:have|do|serve|sell|offer|stock)|have you got|are there)\b/iu;
const NAMES_TIME_OR_PERSON_PATTERN =
  /^(?:he|she|they|you|it|that|this|i|we|have|has|is|are)\b|\b(?:morning|afternoon|evening|weekend|early|late|lunchtime|class(?:es)?|appointments?|sessions?)\b/i;
const NOT_AN_ITEM_PATTERN =
  /^(?:it|that|this|one|anything|something|things?|stuff|everything|time|space|room|table|tables|spots?|slots?|availability|place|places|appointments?|openings?|idea|question|options?|you|way|chance|a|the|food|menu|services?|products?|classes|prices?|any|some|they|these|those|i|we)$/i;

/** The item in the customer's words, such as "pizza" in "do you do pizza?". */
export function findUnknownItem(
  text: string,
  mentions: readonly EntityMention[],
  industry: SlotDeclarations,
): { sought?: string } {
  if (mentions.some(({ slot }) => !listRestrictionSlots(industry).includes(slot))) return {};
  const item = (ASKS_WHICH_ITEMS_PATTERN.exec(text)?.[1] ?? ASKS_FOR_ITEM_PATTERN.exec(text)?.[1])
    ?.replace(AFTER_ITEM_PATTERN, '')
    .trim();
  return item && item.length > 2 && !NOT_AN_ITEM_PATTERN.test(item) && !NAMES_TIME_OR_PERSON_PATTERN.test(item)
    ? { sought: item }
    : {};
}
