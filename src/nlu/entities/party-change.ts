import { NUMBER, readNumber } from './numbers.ts';
import { oneOf } from './patterns.ts';

const COUNT = `(?<count>${NUMBER}|an?)`;
const PEOPLE = oneOf`person|people|persons|ppl|guests?|adults?|kids?|child(ren)?|friends?|seats?|chairs?|of us|place|places`;
const MORE = new RegExp(
  `\\b${oneOf`
    ${COUNT} (more|extra|additional|other) ${PEOPLE}
    (add|plus|bring(ing)?|fit|squeeze in|have) ${COUNT.replace('count', 'added')} (more|extra)(?=\W*$|[,.;!?]| (and|to|please|if|for)\b)
    (add|plus) (another|an extra|one) ${PEOPLE}|another (person|guest|adult|kid|child|friend)
  `}\\b`,
  'i',
);
const FEWER = new RegExp(
  `\\b${oneOf`
    ${COUNT} (less|fewer)( ${PEOPLE})?
    ${COUNT.replace('count', 'gone')} (${PEOPLE} )?(can'?t (make it|come)|cannot (make it|come)|won'?t (make it|come|be coming)|dropped out|(has|have) dropped out|isn'?t coming|aren'?t coming)
  `}\\b`,
  'i',
);

/** Looked for first: most messages say nothing of the kind. */
const CHANGED =
  /\b(?:more|extra|additional|another|other|less|fewer|can'?t|cannot|won'?t|dropped|isn'?t|aren'?t|add|plus)\b/i;

/** How many more come than before, or fewer: "add one more person" is 1, "two of us can't make it" is -2. */
export function findPartyChange(text: string): number | undefined {
  if (!CHANGED.test(text)) return undefined;
  for (const [pattern, sign] of [
    [MORE, 1],
    [FEWER, -1],
  ] as const) {
    const found = pattern.exec(text);
    if (!found) continue;
    const { count, added, gone } = found.groups ?? {};
    const said = count ?? added ?? gone;
    const number = said && !/^an?$/i.test(said) ? readNumber(said) : 1;
    if (number !== undefined && number > 0) return sign * number;
  }
  return undefined;
}
