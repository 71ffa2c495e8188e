// "3 plain and 2 almond is how much", "the two together": what things come to, and never a part of it as the whole.
import type { EntityValue } from '../capability/dialogue.ts';
import type { Formatter } from '../capability/formatter.ts';
import { must } from '../kernel/must.ts';
import { NUMBER, readNumber } from '../nlu/entities/numbers.ts';
import { headOf, wordsOf } from '../nlu/entities/word-forms.ts';
import { holdsWords } from './entries.ts';
import { listed, priced } from './render.ts';

type Entry = { id: string; name: string; category?: string; description?: string; price?: number };

const ADDS_UP =
  /\b(?:all up|al{1,2} ?together|in total|(?:the|a|grand) total|total (?:cost|price)|comes? to|adds? up|combined|for (?:both|the (?:two|three|lot)|all (?:three|of (?:them|it))))\b/i;
const OF_PRICE = /\b(?:how much|pric\w*|costs?|damage|come to|pay|owe|set me back|total)\b/i;
const JOINTS = /[,;&+]|\band\b|\bplus\b/i;
/** What is said of the things, and no longer which they are. */
const SAID_OF_THEM =
  /\b(?:is|are|how|what|would|will|comes?|costs?|please|pls|in|all|al?together|together|for|be|total|then|at|with)\b.*$/i;
const NO_THINGS =
  /^(?:people|persons?|of (?:us|them)|adults?|kids|children|guests|pm|am|o'?clock|days?|weeks?|months?|years?|hours?|minutes?|mins?|times?|nights?|each|or)\b/i;

/** What was named with how many of it, where a sum is asked for; undefined where none is. */
export function summed<E extends Entry>(
  asked: string,
  chosen: readonly E[],
  entries: readonly E[],
  { mentions, say }: { mentions: readonly EntityValue[][]; say: Formatter },
): { text: string; of: E[] } | undefined {
  const counts = new Map(chosen.map(({ id }) => [id, countOf(asked, saidOf(mentions, id))]));
  const isCounted = [...counts.values()].some((count) => count > 1) && OF_PRICE.test(asked);
  if (chosen.length === 0 || !(isCounted || ADDS_UP.test(asked))) return undefined;
  const all = [...chosen];
  const open: string[] = [];
  const nearby = entries.filter(
    ({ id, category }) => !counts.has(id) && chosen.some((each) => each.category === category),
  );
  for (const { count, called } of unplacedIn(asked, mentions)) {
    const [one, another] = nearby.filter(({ name, description }) => holdsWords(called, [name, description]));
    if (!one || another) open.push(called);
    else {
      counts.set(one.id, count);
      all.push(one);
    }
  }
  const sum = addedUp(all, counts, say);
  if (open.length === 0) return sum === undefined ? undefined : { text: sum, of: all };
  const choices =
    nearby.length > 0
      ? ` We have ${listed(
          nearby.map((entry) => priced(entry, say)),
          say,
        )}.`
      : '';
  const prices = sum ?? `${chosen.map((entry) => priced(entry, say)).join(', ')}.`;
  return {
    text: `${prices} Which one do you mean by ${say.choices(open.map((each) => `“${each}”`))}?${choices}`,
    of: all,
  };
}

const saidOf = (mentions: readonly EntityValue[][], id: string) =>
  must(
    mentions.flat().find((each) => each.id === id),
    'a mention of what was chosen',
  ).said;

const COUNTED = new RegExp(
  `(?<![\\w.:£$€]|\\b(?:size|number|no|the|at|aged?|model|level) )(${NUMBER})\\s+(?:x\\s+)?(\\p{L}.*)$`,
  'iu',
);

/** What was counted and is none of the things that were heard. */
function unplacedIn(asked: string, mentions: readonly EntityValue[][]): { count: number; called: string }[] {
  return asked.split(JOINTS).flatMap((piece) => {
    const [, number, rest = ''] = COUNTED.exec(piece.trim()) ?? [];
    const called = rest
      .replace(SAID_OF_THEM, '')
      .replace(/[^\p{L}]+$/u, '')
      .trim();
    const isPlaced = mentions.some(
      ([only, ...others]) => only && !others.length && piece.toLowerCase().includes(only.said.toLowerCase()),
    );
    return number === undefined || isPlaced || !called || NO_THINGS.test(called)
      ? []
      : [{ count: readNumber(number) ?? 1, called }];
  });
}

/** "Three croquetas", "2 bags of potting mix", "two of the small pots". */
function countOf(text: string, said: string): number {
  const before = text.slice(0, Math.max(0, text.toLowerCase().indexOf(said.toLowerCase())));
  const [own = ''] = before.split(JOINTS).slice(-1);
  const number = new RegExp(
    `(?<![\\w.:]|\\b(?:size|number|no|the|in|an?|at|aged?|model|level) )(${NUMBER})(?: x| \\w+ of| \\w+)?(?: (?:the|your|those))?\\s*$`,
    'i',
  ).exec(own)?.[1];
  return (number && readNumber(number)) || 1;
}

/** Only where every price is known. */
function addedUp(entries: readonly Entry[], counts: ReadonlyMap<string, number>, say: Formatter): string | undefined {
  const timesOf = ({ id }: Entry) => must(counts.get(id), 'a count of each');
  const count = entries.reduce((sum, entry) => sum + timesOf(entry), 0);
  if (count < 2 || entries.some(({ price }) => price === undefined)) return undefined;
  const parts = entries.map((entry) => {
    const times = timesOf(entry);
    return `${times > 1 ? `${times} × ` : ''}${priced(entry, say)}`;
  });
  const total = entries.reduce((sum, entry) => sum + must(entry.price, 'a price of each') * timesOf(entry), 0);
  return `${say.list(parts)} come to ${say.money(total)} together.`;
}

const APART = /\b(?:separate(?:ly)?|individually|on (?:its|their) own|one by one|each alone)\b/i;

/** "Cheaper separately or as the combo?": what a bundle is made of, beside the bundle. */
export function bundled<E extends Entry>(
  asked: string,
  chosen: readonly E[],
  entries: readonly E[],
  say: Formatter,
): { text: string; of: E[] } | undefined {
  const bundle = chosen.find(({ name }) => JOINTS.test(name));
  if (!bundle || bundle.price === undefined || !APART.test(asked)) return undefined;
  const single = entries.filter(({ name, price }) => price !== undefined && !JOINTS.test(name));
  const parts = bundle.name.split(JOINTS).map((part) => single.filter(({ name }) => isCalled(name, part)));
  if (parts.some(({ length }) => length === 0)) return undefined;
  const of = [bundle, ...parts.flat()];
  if (parts.some(({ length }) => length > 1)) {
    const prices = listed(
      parts.flat().map((entry) => priced(entry, say)),
      say,
    );
    return { text: `${bundle.name} is ${say.money(bundle.price)}. On their own: ${prices}.`, of };
  }
  const apart = parts.flat().reduce((sum, { price }) => sum + must(price, 'a price of each part'), 0);
  const less = say.money(Math.abs(apart - bundle.price));
  const verdict = apart === bundle.price ? 'the same' : apart > bundle.price ? `${less} less` : `${less} more`;
  const each = say.list(parts.flat().map((entry) => priced(entry, say)));
  return { text: `${each} come to ${say.money(apart)}. ${bundle.name} is ${say.money(bundle.price)}, ${verdict}.`, of };
}

/** "Haircut" and "Buzz Cut" are both called a cut. */
const isCalled = (name: string, part: string) =>
  wordsOf(part).every(({ form }) => wordsOf(name).some((word) => word.form === form || headOf(word.form) === form));
