import { NUMBER_PATTERN, readNumber } from './numbers.ts';
import { oneOf } from './patterns.ts';

const CHANGE_COUNT_PATTERN = `(?<count>${NUMBER_PATTERN}|an?)`;
const PEOPLE_WORD_PATTERN = oneOf`person|people|persons|ppl|guests?|adults?|kids?|child(ren)?|friends?|seats?|chairs?|of us|place|places`;
const MORE_PEOPLE_PATTERN = new RegExp(
  `\\b${oneOf`
    ${CHANGE_COUNT_PATTERN} (more|extra|additional|other) ${PEOPLE_WORD_PATTERN}
    (add|plus|bring(ing)?|fit|squeeze in|have) ${CHANGE_COUNT_PATTERN.replace('count', 'addedCount')} (more|extra)(?=\W*$|[,.;!?]| (and|to|please|if|for)\b)
    (add|plus) (another|an extra|one) ${PEOPLE_WORD_PATTERN}|another (person|guest|adult|kid|child|friend)
  `}\\b`,
  'i',
);
const FEWER_PEOPLE_PATTERN = new RegExp(
  `\\b${oneOf`
    ${CHANGE_COUNT_PATTERN} (less|fewer)( ${PEOPLE_WORD_PATTERN})?
    ${CHANGE_COUNT_PATTERN.replace('count', 'leavingCount')} (${PEOPLE_WORD_PATTERN} )?(can'?t (make it|come)|cannot (make it|come)|won'?t (make it|come|be coming)|dropped out|(has|have) dropped out|isn'?t coming|aren'?t coming)
  `}\\b`,
  'i',
);

/** A quick check, because most messages have no party change. */
const PARTY_CHANGE_HINT_PATTERN =
  /\b(?:more|extra|additional|another|other|less|fewer|can'?t|cannot|won'?t|dropped|isn'?t|aren'?t|add|plus)\b/i;

/** The change in the number of people: "add one more person" is 1, "two of us can't make it" is -2. */
export function findPartyChange(text: string): number | undefined {
  if (!PARTY_CHANGE_HINT_PATTERN.test(text)) return undefined;
  for (const [pattern, sign] of [
    [MORE_PEOPLE_PATTERN, 1],
    [FEWER_PEOPLE_PATTERN, -1],
  ] as const) {
    const match = pattern.exec(text);
    if (!match) continue;
    const { count, addedCount, leavingCount } = match.groups ?? {};
    const countText = count ?? addedCount ?? leavingCount;
    const number = countText && !/^an?$/i.test(countText) ? readNumber(countText) : 1;
    if (number !== undefined && number > 0) return sign * number;
  }
  return undefined;
}
