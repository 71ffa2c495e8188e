// "Your cheapest", "which takes the longest", "what would the two come to": answered by comparing and adding up.
import type { Slots, Source, Spoken } from '../capability/dialogue.ts';
import type { Say } from '../capability/say.ts';
import { duration, listedAs, priced } from './talk.ts';

type Entry = { id: string; name: string; category?: string; price?: number; durationMinutes?: number };
type Scale = { asked: RegExp; of: 'price' | 'durationMinutes'; sign: 1 | -1; is: string };

const SCALES: Scale[] = [
  {
    asked: /\b(?:cheapest|least expensive|most affordable|lowest[- ]priced?|best value)\b/i,
    ...{ of: 'price', sign: 1, is: 'the cheapest' },
  },
  {
    asked: /\b(?:most expensive|dearest(?= (?:one|thing|of|on|\w+\?))|pric(?:i|e)est|costliest|highest[- ]priced?)\b/i,
    ...{ of: 'price', sign: -1, is: 'the most expensive' },
  },
  { asked: /\blongest\b/i, of: 'durationMinutes', sign: -1, is: 'the longest' },
  { asked: /\b(?:shortest|quickest|fastest)\b/i, of: 'durationMinutes', sign: 1, is: 'the quickest' },
];
const ADDS_UP =
  /\b(?:all up|al{1,2} ?together|in total|(?:the|a|grand) total|total (?:cost|price)|comes? to|adds? up|combined|for (?:both|the (?:two|three|lot)|all (?:three|of (?:them|it))))\b/i;

/** Of those in the category that was named, or of all of them. `more`: what else is to be said of the one. */
export function compared(
  text: string,
  entries: readonly Entry[],
  { words }: Slots,
  { slot, kind, say, more = () => '' }: { slot: string; kind: string; say: Say; more?(entry: Entry): string },
): Spoken | undefined {
  const named = new Set(words[slot]?.flatMap((meanings) => (meanings.length === 1 ? [meanings[0]!.id] : [])));
  const sum = ADDS_UP.test(text)
    ? addedUp(
        entries.filter(({ id }) => named.has(id)),
        say,
      )
    : undefined;
  if (sum) return { text: sum.text, sources: sum.of.map(listedAs(kind)) };
  const categories = new Set(words.category?.flat().map(({ name }) => name));
  const meant = entries.filter(({ category = '' }) => categories.size === 0 || categories.has(category));
  const found = SCALES.flatMap(({ asked, of, sign, is }) => {
    const known = meant.filter((entry) => entry[of] !== undefined);
    if (!asked.test(text) || known.length < 2) return [];
    const best = known.reduce((one, other) => (sign * (other[of]! - one[of]!) < 0 ? other : one));
    const all = known.filter((entry) => entry[of] === best[of]).slice(0, 3);
    const much = of === 'price' ? `at ${say.money(best.price!)}` : `at ${duration(best.durationMinutes!)}`;
    const verb = all.length > 1 ? 'are' : 'is';
    return [{ all, text: `${say.list(all.map(({ name }) => name))} ${verb} ${is}, ${much}.${all.map(more).join('')}` }];
  });
  if (found.length === 0) return undefined;
  const sources: Source[] = found.flatMap(({ all }) => all.map(listedAs(kind)));
  return { text: found.map((each) => each.text).join(' '), sources };
}

function addedUp(entries: Entry[], say: Say): { text: string; of: Entry[] } | undefined {
  const known = entries.filter(({ price }) => price !== undefined);
  if (known.length < 2 || known.length < entries.length) return undefined;
  const total = known.reduce((sum, { price }) => sum + price!, 0);
  const parts = say.list(known.map((entry) => priced(entry, say)));
  return { text: `${parts} come to ${say.money(total)} together.`, of: known };
}
