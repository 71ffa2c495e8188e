import { NUMBER_PATTERN, readNumber } from './numbers.ts';
import { oneOf } from './patterns.ts';

const CHANGE_COUNT = `(?<count>${NUMBER_PATTERN}|an?)`;
const PEOPLE_WORD = oneOf`person|people|persons|ppl|guests?|adults?|kids?|child(ren)?|friends?|seats?|chairs?|of us|place|places`;
const MORE_PEOPLE = new RegExp(
  `\\b${oneOf`
    ${CHANGE_COUNT} (more|extra|additional|other) ${PEOPLE_WORD}
    (add|plus|bring(ing)?|fit|squeeze in|have) ${CHANGE_COUNT.replace('count', 'addedCount')} (more|extra)(?=\W*$|[,.;!?]| (and|to|please|if|for)\b)
    (add|plus) (another|an extra|one) ${PEOPLE_WORD}|another (person|guest|adult|kid|child|friend)
  `}\\b`,
  'i',
);
const FEWER_PEOPLE = new RegExp(
  `\\b${oneOf`
    ${CHANGE_COUNT} (less|fewer)( ${PEOPLE_WORD})?
    ${CHANGE_COUNT.replace('count', 'leavingCount')} (${PEOPLE_WORD} )?(can'?t (make it|come)|cannot (make it|come)|won'?t (make it|come|be coming)|dropped out|(has|have) dropped out|isn'?t coming|aren'?t coming)
  `}\\b`,
  'i',
);

/** A quick check, because most messages have no party change. */
const MAY_CHANGE_PARTY =
  /\b(?:more|extra|additional|another|other|less|fewer|can'?t|cannot|won'?t|dropped|isn'?t|aren'?t|add|plus)\b/i;

/** The change in the number of people: "add one more person" is 1, "two of us can't make it" is -2. */
export function findPartyChange(text: string): number | undefined {
  if (!MAY_CHANGE_PARTY.test(text)) return undefined;
  for (const [pattern, sign] of [
    [MORE_PEOPLE, 1],
    [FEWER_PEOPLE, -1],
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
