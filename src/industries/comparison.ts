// Answers superlative and total-price questions: "your cheapest", "which takes the longest", "what would the two come to".
import type { Slots, Source, SourcedText } from '../capability/dialogue.ts';
import type { Formatter } from '../capability/formatter.ts';
import { getOnlyItem } from '../kernel/lists.ts';
import { must } from '../kernel/must.ts';
import { createSourceMapper, renderDuration, renderNameWithPrice } from './render.ts';
import { findSuperlativeScope, type SuperlativeScope } from './superlative-scope.ts';
import { renderBundlePrice, renderTotal } from './totals.ts';

type Entry = {
  id: string;
  name: string;
  category?: string;
  description?: string;
  price?: number;
  durationMinutes?: number;
};
type Scale = {
  pattern: RegExp;
  field: 'price' | 'durationMinutes';
  /** 1 if the smallest value wins, -1 if the largest does. */
  sign: 1 | -1;
  superlative: string;
  comparative: string;
};

const SCALES: Scale[] = [
  {
    pattern:
      /\b(?:cheap(?:est|er)|most cheap|least expensive|most affordable|lowest[- ]priced?|best value|costs? (?:the )?(?:least|less))\b/i,
    field: 'price',
    sign: 1,
    superlative: 'the cheapest',
    comparative: 'the cheaper',
  },
  {
    pattern:
      /\b(?:most expensive|(?:the|your) dearest|pric(?:i|e)est|costliest|highest[- ]priced?|costs? (?:the )?most)\b/i,
    field: 'price',
    sign: -1,
    superlative: 'the most expensive',
    comparative: 'the more expensive',
  },
  {
    pattern: /\blongest\b/i,
    field: 'durationMinutes',
    sign: -1,
    superlative: 'the longest',
    comparative: 'the longer',
  },
  {
    pattern: /\b(?:shortest|quickest|fastest)\b/i,
    field: 'durationMinutes',
    sign: 1,
    superlative: 'the quickest',
    comparative: 'the quicker',
  },
];
const MAX_CATEGORIES_LISTED = 6;
const MAX_TIED_WINNERS = 3;

/** Compares the mentioned entries, those of the mentioned category, or all. `renderExtra` adds to each winner's text. */
export function renderComparison(
  question: string,
  entries: readonly Entry[],
  slots: Slots,
  {
    slot,
    kind,
    format,
    renderExtra = () => '',
  }: { slot: string; kind: string; format: Formatter; renderExtra?(entry: Entry): string },
): SourcedText | undefined {
  const mentions = slots.catalogEntities[slot] ?? [];
  const mentionedIds = new Set(mentions.flatMap((meanings) => getOnlyItem(meanings)?.id ?? []));
  const mentionedEntries = entries.filter(({ id }) => mentionedIds.has(id));
  const totalAnswer =
    renderBundlePrice(question, mentionedEntries, entries, format) ??
    renderTotal(question, mentionedEntries, entries, { mentions, format });
  if (totalAnswer) return { text: totalAnswer.text, sources: totalAnswer.entries.map(createSourceMapper(kind)) };
  // An ambiguous mention, such as "the cheapest haircut", compares everything it could mean.
  const ambiguousIds = new Set(
    mentions.flatMap((meanings) => (meanings.length > 1 ? meanings.map(({ id }) => id) : [])),
  );
  const comparedEntries =
    mentionedEntries.length > 1
      ? mentionedEntries
      : mentionedEntries.length === 0
        ? entries.filter(({ id }) => ambiguousIds.has(id))
        : [];
  const comparisons = SCALES.flatMap(({ pattern, field, sign, superlative, comparative }) => {
    const match = pattern.exec(question);
    if (!match) return [];
    const textAfter = question.slice(match.index + match[0].length);
    const scope: SuperlativeScope<Entry> =
      comparedEntries.length > 1 ? { entries: comparedEntries } : findSuperlativeScope(textAfter, entries, slots);
    const { categories, unknownKind } = scope;
    const getFieldValue = (entry: Entry) => must(entry[field], `a ${field} that is known`);
    const entriesWithValue = scope.entries.filter((entry) => entry[field] !== undefined);
    // Free entries are usually add-ons: a free consultation is not the cheapest haircut.
    const nonZeroEntries = entriesWithValue.filter((entry) => getFieldValue(entry) > 0);
    const candidates = nonZeroEntries.length > 1 ? nonZeroEntries : entriesWithValue;
    if (candidates.length < 2) return [];
    const findBest = (entriesToCompare: Entry[]) =>
      entriesToCompare.reduce((one, other) => (sign * (getFieldValue(other) - getFieldValue(one)) < 0 ? other : one));
    const bestPerCategory =
      unknownKind === undefined
        ? []
        : Map.groupBy(candidates, ({ category }) => category)
            .values()
            .map(findBest)
            .toArray();
    if (bestPerCategory.length > 1 && bestPerCategory.length <= MAX_CATEGORIES_LISTED) {
      const renderedBests = bestPerCategory.map(
        (entry, index) =>
          `in ${entry.category ?? 'the rest'} ${index === 0 ? 'is ' : ''}${renderWithValue(entry, field, format)}`,
      );
      const list = format.list(renderedBests);
      return [
        {
          winners: bestPerCategory,
          text: `I'm not sure which ones count as ${unknownKind}, but ${superlative} ${list}.`,
        },
      ];
    }
    const best = findBest(candidates);
    const winners = candidates.filter((entry) => entry[field] === best[field]).slice(0, MAX_TIED_WINNERS);
    const renderedValue =
      field === 'price' ? `at ${format.money(getFieldValue(best))}` : `at ${renderDuration(getFieldValue(best))}`;
    const adjective = candidates.length === 2 && mentionedEntries.length === 2 ? comparative : superlative;
    const verb = winners.length > 1 ? 'are' : 'is';
    const otherEntries = mentionedEntries.length > 1 ? candidates.filter((entry) => !winners.includes(entry)) : [];
    const otherPrices =
      field === 'price' && otherEntries.length > 0
        ? ` ${otherEntries.map((entry) => renderPrice(entry, format)).join(' ')}`
        : '';
    const scopePrefix = categories
      ? `Of our ${format.list(categories)}, `
      : unknownKind === undefined
        ? ''
        : 'Of everything we have, ';
    const text = `${scopePrefix}${format.list(winners.map(({ name }) => name))} ${verb} ${adjective}, ${renderedValue}.${winners.map(renderExtra).join('')}${otherPrices}`;
    return [{ winners, text }];
  });
  if (comparisons.length === 0) return undefined;
  const sources: Source[] = comparisons.flatMap(({ winners }) => winners.map(createSourceMapper(kind)));
  return { text: comparisons.map((each) => each.text).join(' '), sources };
}

/** "Kids Bowl (£6)", "Skin Fade (45 minutes)" */
const renderWithValue = (entry: Entry, field: Scale['field'], format: Formatter) =>
  field === 'price'
    ? renderNameWithPrice(entry, format)
    : `${entry.name} (${renderDuration(must(entry.durationMinutes, 'a duration that is known'))})`;

const renderPrice = ({ name, price }: Entry, format: Formatter) =>
  `${name} is ${format.money(must(price, 'a price that is known'))}.`;
