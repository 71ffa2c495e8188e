// "Your cheapest", "which takes the longest", "what would the two come to": answered by comparing and adding up.
import type { Slots, Source, SourcedText } from '../capability/dialogue.ts';
import type { Formatter } from '../capability/formatter.ts';
import { onlyOf } from '../kernel/lists.ts';
import { must } from '../kernel/must.ts';
import { kindIn } from './kinds.ts';
import { duration, listedAs, priced } from './render.ts';
import { bundled, summed } from './sums.ts';

type Entry = {
  id: string;
  name: string;
  category?: string;
  description?: string;
  price?: number;
  durationMinutes?: number;
};
type Scale = { asked: RegExp; of: 'price' | 'durationMinutes'; sign: 1 | -1; is: string /** Of two. */; than: string };

const SCALES: Scale[] = [
  {
    asked:
      /\b(?:cheap(?:est|er)|most cheap|least expensive|most affordable|lowest[- ]priced?|best value|costs? (?:the )?(?:least|less))\b/i,
    ...{ of: 'price', sign: 1, is: 'the cheapest', than: 'the cheaper' },
  },
  {
    asked:
      /\b(?:most expensive|(?:the|your) dearest|pric(?:i|e)est|costliest|highest[- ]priced?|costs? (?:the )?most)\b/i,
    ...{ of: 'price', sign: -1, is: 'the most expensive', than: 'the more expensive' },
  },
  { asked: /\blongest\b/i, of: 'durationMinutes', sign: -1, is: 'the longest', than: 'the longer' },
  {
    asked: /\b(?:shortest|quickest|fastest)\b/i,
    of: 'durationMinutes',
    sign: 1,
    is: 'the quickest',
    than: 'the quicker',
  },
];
/** At most this many parts of an offer are listed one by one. */
const FEW_PARTS = 6;

/** Of those in the category that was named, or of all of them. `more`: what else is to be said of the one. */
export function compared(
  asked: string,
  entries: readonly Entry[],
  slots: Slots,
  { slot, kind, say, more = () => '' }: { slot: string; kind: string; say: Formatter; more?(entry: Entry): string },
): SourcedText | undefined {
  const mentions = slots.words[slot] ?? [];
  const named = new Set(mentions.flatMap((meanings) => onlyOf(meanings)?.id ?? []));
  const chosen = entries.filter(({ id }) => named.has(id));
  const sum = bundled(asked, chosen, entries, say) ?? summed(asked, chosen, entries, { mentions, say });
  if (sum) return { text: sum.text, sources: sum.of.map(listedAs(kind)) };
  // "The cheapest haircut", of which there are several.
  const several = new Set(mentions.flatMap((meanings) => (meanings.length > 1 ? meanings.map(({ id }) => id) : [])));
  const either = chosen.length > 1 ? chosen : chosen.length === 0 ? entries.filter(({ id }) => several.has(id)) : [];
  const found = SCALES.flatMap(({ asked: pattern, of, sign, is, than }) => {
    const superlative = pattern.exec(asked);
    if (!superlative) return [];
    const after = asked.slice(superlative.index + superlative[0].length);
    const { of: meant, over, unknown } = either.length > 1 ? { of: either } : kindIn(after, entries, slots);
    const muchOf = (entry: Entry) => must(entry[of], `a ${of} that is known`);
    const measured = meant.filter((entry) => entry[of] !== undefined);
    // What is free comes with something else: a consultation is not the cheapest haircut.
    const paid = measured.filter((entry) => muchOf(entry) > 0);
    const known = paid.length > 1 ? paid : measured;
    if (known.length < 2) return [];
    const bestOf = (among: Entry[]) =>
      among.reduce((one, other) => (sign * (muchOf(other) - muchOf(one)) < 0 ? other : one));
    const parts =
      unknown === undefined
        ? []
        : Map.groupBy(known, ({ category }) => category)
            .values()
            .map(bestOf)
            .toArray();
    if (parts.length > 1 && parts.length <= FEW_PARTS) {
      const told = parts.map(
        (entry, index) => `in ${entry.category ?? 'the rest'} ${index === 0 ? 'is ' : ''}${renderMuch(entry, of, say)}`,
      );
      const list = say.list(told);
      return [{ all: parts, text: `I can't tell which of ours count as ${unknown}: ${is} ${list}.` }];
    }
    const best = bestOf(known);
    const all = known.filter((entry) => entry[of] === best[of]).slice(0, 3);
    const much = of === 'price' ? `at ${say.money(muchOf(best))}` : `at ${duration(muchOf(best))}`;
    const asSaid = known.length === 2 && chosen.length === 2 ? than : is;
    const verb = all.length > 1 ? 'are' : 'is';
    const others = chosen.length > 1 ? known.filter((entry) => !all.includes(entry)) : [];
    const rest =
      of === 'price' && others.length > 0 ? ` ${others.map((entry) => renderPrice(entry, say)).join(' ')}` : '';
    const among = over ? `Of our ${say.list(over)}, ` : unknown === undefined ? '' : 'Of everything we have, ';
    const text = `${among}${say.list(all.map(({ name }) => name))} ${verb} ${asSaid}, ${much}.${all.map(more).join('')}${rest}`;
    return [{ all, text }];
  });
  if (found.length === 0) return undefined;
  const sources: Source[] = found.flatMap(({ all }) => all.map(listedAs(kind)));
  return { text: found.map((each) => each.text).join(' '), sources };
}

/** "Kids Bowl (£6)", "Skin Fade (45 minutes)" */
const renderMuch = (entry: Entry, of: Scale['of'], say: Formatter) =>
  of === 'price'
    ? priced(entry, say)
    : `${entry.name} (${duration(must(entry.durationMinutes, 'a duration that is known'))})`;

const renderPrice = ({ name, price }: Entry, say: Formatter) =>
  `${name} is ${say.money(must(price, 'a price that is known'))}.`;
