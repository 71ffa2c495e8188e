// "Your cheapest", "which takes the longest", "what would the two come to": answered by comparing and adding up.
import type { Said, Slots, Source, Spoken } from '../capability/dialogue.ts';
import type { Say } from '../capability/say.ts';
import { NUMBER, readNumber } from '../understanding/fields/numbers.ts';
import { duration, listedAs, priced } from './talk.ts';

type Entry = { id: string; name: string; category?: string; price?: number; durationMinutes?: number };
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
const ADDS_UP =
  /\b(?:all up|al{1,2} ?together|in total|(?:the|a|grand) total|total (?:cost|price)|comes? to|adds? up|combined|for (?:both|the (?:two|three|lot)|all (?:three|of (?:them|it))))\b/i;

/** Of those in the category that was named, or of all of them. `more`: what else is to be said of the one. */
export function compared(
  asked: string,
  entries: readonly Entry[],
  { words }: Slots,
  { slot, kind, say, more = () => '' }: { slot: string; kind: string; say: Say; more?(entry: Entry): string },
): Spoken | undefined {
  const named = new Set(words[slot]?.flatMap((meanings) => (meanings.length === 1 ? [meanings[0]!.id] : [])));
  const chosen = entries.filter(({ id }) => named.has(id));
  const counts = new Map(chosen.map(({ id }) => [id, countOf(asked, saidOf(words[slot]!, id))]));
  const isCounted = [...counts.values()].some((count) => count > 1) && OF_PRICE.test(asked);
  const sum = isCounted || ADDS_UP.test(asked) ? addedUp(chosen, counts, say) : undefined;
  if (sum) return { text: sum.text, sources: sum.of.map(listedAs(kind)) };
  const categories = new Set(words.category?.flat().map(({ name }) => name));
  const meant =
    chosen.length > 1
      ? chosen
      : entries.filter(({ category = '' }) => categories.size === 0 || categories.has(category));
  const found = SCALES.flatMap(({ asked: pattern, of, sign, is, than }) => {
    const known = meant.filter((entry) => entry[of] !== undefined);
    if (!pattern.test(asked) || known.length < 2) return [];
    const best = known.reduce((one, other) => (sign * (other[of]! - one[of]!) < 0 ? other : one));
    const all = known.filter((entry) => entry[of] === best[of]).slice(0, 3);
    const much = of === 'price' ? `at ${say.money(best.price!)}` : `at ${duration(best.durationMinutes!)}`;
    const asSaid = known.length === 2 && chosen.length === 2 ? than : is;
    const verb = all.length > 1 ? 'are' : 'is';
    const others = chosen.length > 1 ? known.filter((entry) => !all.includes(entry)) : [];
    const rest = of === 'price' && others.length > 0 ? ` ${others.map((entry) => sayPrice(entry, say)).join(' ')}` : '';
    const text = `${say.list(all.map(({ name }) => name))} ${verb} ${asSaid}, ${much}.${all.map(more).join('')}${rest}`;
    return [{ all, text }];
  });
  if (found.length === 0) return undefined;
  const sources: Source[] = found.flatMap(({ all }) => all.map(listedAs(kind)));
  return { text: found.map((each) => each.text).join(' '), sources };
}

const sayPrice = ({ name, price }: Entry, say: Say) => `${name} is ${say.money(price!)}.`;

const OF_PRICE = /\b(?:how much|pric\w*|costs?|damage|come to|pay|owe|set me back|total)\b/i;

const saidOf = (mentions: readonly Said[][], id: string) => mentions.flat().find((each) => each.id === id)!.said;

/** "Three croquetas", "2 bags of potting mix". */
function countOf(text: string, said: string): number {
  const before = text.slice(0, Math.max(0, text.toLowerCase().indexOf(said.toLowerCase())));
  const [own = ''] = before.split(/[,;&+]|\band\b|\bplus\b/i).slice(-1);
  const number = new RegExp(
    `(?<![\\w.:]|\\b(?:size|number|no|the|in|an?|at|aged?|model|level) )(${NUMBER})(?: x| \\w+ of| \\w+)?\\s*$`,
    'i',
  ).exec(own)?.[1];
  return (number && readNumber(number)) || 1;
}

type Sum = { text: string; of: Entry[] };

function addedUp(entries: Entry[], counts: ReadonlyMap<string, number>, say: Say): Sum | undefined {
  const known = entries.filter(({ price }) => price !== undefined);
  const count = known.reduce((sum, { id }) => sum + counts.get(id)!, 0);
  if (count < 2 || known.length < entries.length) return undefined;
  const total = known.reduce((sum, { id, price }) => sum + price! * counts.get(id)!, 0);
  const parts = known.map((entry) => {
    const times = counts.get(entry.id)!;
    return `${times > 1 ? `${times} × ` : ''}${priced(entry, say)}`;
  });
  return { text: `${say.list(parts)} come to ${say.money(total)} together.`, of: known };
}
