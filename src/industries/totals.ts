// Answers questions about total prices, such as "3 plain and 2 almond is how much". A partial total is never given as the whole.
import type { EntityValue } from '../capability/dialogue.ts';
import type { Formatter } from '../capability/formatter.ts';
import { must } from '../kernel/must.ts';
import { NUMBER_PATTERN, readNumber } from '../nlu/entities/numbers.ts';
import { compoundHeadOf, wordsOf } from '../nlu/entities/word-forms.ts';
import { containsWords } from './entries.ts';
import { renderList, renderNameWithPrice } from './render.ts';

type Entry = { id: string; name: string; category?: string; description?: string; price?: number };

const ASKS_FOR_TOTAL_PATTERN =
  /\b(?:all up|al{1,2} ?together|in total|(?:the|a|grand) total|total (?:cost|price)|comes? to|adds? up|combined|for (?:both|the (?:two|three|lot)|all (?:three|of (?:them|it))))\b/i;
const ASKS_PRICE_PATTERN = /\b(?:how much|pric\w*|costs?|damage|come to|pay|owe|set me back|total)\b/i;
const SEPARATORS_PATTERN = /[,;&+]|\band\b|\bplus\b/i;
/** The question after the item names. */
const TRAILING_QUESTION_PATTERN =
  /\b(?:is|are|how|what|would|will|comes?|costs?|please|pls|in|all|al?together|together|for|be|total|then|at|with)\b.*$/i;
const NOT_AN_ITEM_PATTERN =
  /^(?:people|persons?|of (?:us|them)|adults?|kids|children|guests|pm|am|o'?clock|days?|weeks?|months?|years?|hours?|minutes?|mins?|times?|nights?|each|or)\b/i;

/** The total price of the mentioned entries and quantities; undefined if the customer does not ask for a total. */
export function renderTotal<E extends Entry>(
  question: string,
  chosen: readonly E[],
  entries: readonly E[],
  { mentions, format }: { mentions: readonly EntityValue[][]; format: Formatter },
): { text: string; entries: E[] } | undefined {
  const counts = new Map(chosen.map(({ id }) => [id, findQuantityBefore(question, findMentionText(mentions, id))]));
  const hasQuantity = [...counts.values()].some((count) => count > 1) && ASKS_PRICE_PATTERN.test(question);
  if (chosen.length === 0 || !(hasQuantity || ASKS_FOR_TOTAL_PATTERN.test(question))) return undefined;
  const countedEntries = [...chosen];
  const unresolvedNames: string[] = [];
  const sameCategoryEntries = entries.filter(
    ({ id, category }) => !counts.has(id) && chosen.some((each) => each.category === category),
  );
  for (const { count, itemName } of findUnmatchedItems(question, mentions)) {
    const [match, otherMatch] = sameCategoryEntries.filter(({ name, description }) =>
      containsWords(itemName, [name, description]),
    );
    if (!match || otherMatch) unresolvedNames.push(itemName);
    else {
      counts.set(match.id, count);
      countedEntries.push(match);
    }
  }
  const sumText = renderSum(countedEntries, counts, format);
  if (unresolvedNames.length === 0)
    return sumText === undefined ? undefined : { text: sumText, entries: countedEntries };
  const choicesText =
    sameCategoryEntries.length > 0
      ? ` We have ${renderList(
          sameCategoryEntries.map((entry) => renderNameWithPrice(entry, format)),
          format,
        )}.`
      : '';
  const pricesText = sumText ?? `${chosen.map((entry) => renderNameWithPrice(entry, format)).join(', ')}.`;
  return {
    text: `${pricesText} Which one do you mean by ${format.choices(unresolvedNames.map((each) => `“${each}”`))}?${choicesText}`,
    entries: countedEntries,
  };
}

const findMentionText = (mentions: readonly EntityValue[][], id: string) =>
  must(
    mentions.flat().find((each) => each.id === id),
    'a mention of what was chosen',
  ).said;

const QUANTITY_AND_NAME_PATTERN = new RegExp(
  `(?<![\\w.:£$€]|\\b(?:size|number|no|the|at|aged?|model|level) )(${NUMBER_PATTERN})\\s+(?:x\\s+)?(\\p{L}.*)$`,
  'iu',
);

/** Items with a quantity that matched no catalog entity. */
function findUnmatchedItems(
  question: string,
  mentions: readonly EntityValue[][],
): { count: number; itemName: string }[] {
  return question.split(SEPARATORS_PATTERN).flatMap((itemText) => {
    const [, number, rest = ''] = QUANTITY_AND_NAME_PATTERN.exec(itemText.trim()) ?? [];
    const itemName = rest
      .replace(TRAILING_QUESTION_PATTERN, '')
      .replace(/[^\p{L}]+$/u, '')
      .trim();
    const isMatched = mentions.some(
      ([only, ...others]) => only && !others.length && itemText.toLowerCase().includes(only.said.toLowerCase()),
    );
    return number === undefined || isMatched || !itemName || NOT_AN_ITEM_PATTERN.test(itemName)
      ? []
      : [{ count: readNumber(number) ?? 1, itemName }];
  });
}

/** The quantity before a mention: "Three croquetas", "2 bags of potting mix", "two of the small pots". */
function findQuantityBefore(text: string, said: string): number {
  const textBefore = text.slice(0, Math.max(0, text.toLowerCase().indexOf(said.toLowerCase())));
  const [clause = ''] = textBefore.split(SEPARATORS_PATTERN).slice(-1);
  const number = new RegExp(
    `(?<![\\w.:]|\\b(?:size|number|no|the|in|an?|at|aged?|model|level) )(${NUMBER_PATTERN})(?: x| \\w+ of| \\w+)?(?: (?:the|your|those))?\\s*$`,
    'i',
  ).exec(clause)?.[1];
  return (number && readNumber(number)) || 1;
}

/** The total as a sentence; undefined unless every price is known. */
function renderSum(
  entries: readonly Entry[],
  counts: ReadonlyMap<string, number>,
  format: Formatter,
): string | undefined {
  const getQuantity = ({ id }: Entry) => must(counts.get(id), 'a count of each');
  const count = entries.reduce((sum, entry) => sum + getQuantity(entry), 0);
  if (count < 2 || entries.some(({ price }) => price === undefined)) return undefined;
  const parts = entries.map((entry) => {
    const quantity = getQuantity(entry);
    return `${quantity > 1 ? `${quantity} × ` : ''}${renderNameWithPrice(entry, format)}`;
  });
  const total = entries.reduce((sum, entry) => sum + must(entry.price, 'a price of each') * getQuantity(entry), 0);
  return `${format.list(parts)} come to ${format.money(total)} in total.`;
}

const ASKS_SEPARATELY_PATTERN = /\b(?:separate(?:ly)?|individually|on (?:its|their) own|one by one|each alone)\b/i;

/** Compares a bundle's price with its parts: "Cheaper separately or as the combo?" */
export function renderBundlePrice<E extends Entry>(
  question: string,
  chosen: readonly E[],
  entries: readonly E[],
  format: Formatter,
): { text: string; entries: E[] } | undefined {
  const bundle = chosen.find(({ name }) => SEPARATORS_PATTERN.test(name));
  if (!bundle || bundle.price === undefined || !ASKS_SEPARATELY_PATTERN.test(question)) return undefined;
  const singleEntries = entries.filter(({ name, price }) => price !== undefined && !SEPARATORS_PATTERN.test(name));
  const partMatches = bundle.name
    .split(SEPARATORS_PATTERN)
    .map((part) => singleEntries.filter(({ name }) => isNamedLike(name, part)));
  if (partMatches.some(({ length }) => length === 0)) return undefined;
  const sourceEntries = [bundle, ...partMatches.flat()];
  if (partMatches.some(({ length }) => length > 1)) {
    const prices = renderList(
      partMatches.flat().map((entry) => renderNameWithPrice(entry, format)),
      format,
    );
    return {
      text: `${bundle.name} is ${format.money(bundle.price)}. On their own: ${prices}.`,
      entries: sourceEntries,
    };
  }
  const separateTotal = partMatches.flat().reduce((sum, { price }) => sum + must(price, 'a price of each part'), 0);
  const difference = format.money(Math.abs(separateTotal - bundle.price));
  const verdict =
    separateTotal === bundle.price
      ? 'the same'
      : separateTotal > bundle.price
        ? `${difference} less`
        : `${difference} more`;
  const partsText = format.list(partMatches.flat().map((entry) => renderNameWithPrice(entry, format)));
  return {
    text: `${partsText} come to ${format.money(separateTotal)}. ${bundle.name} is ${format.money(bundle.price)}, ${verdict}.`,
    entries: sourceEntries,
  };
}

/** Compares by head noun, too: "Haircut" and "Buzz Cut" are both a "cut". */
const isNamedLike = (name: string, part: string) =>
  wordsOf(part).every(({ canonicalForm }) =>
    wordsOf(name).some(
      (word) => word.canonicalForm === canonicalForm || compoundHeadOf(word.canonicalForm) === canonicalForm,
    ),
  );
