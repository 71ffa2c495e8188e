// "Any other dessert?", "anything similar?": what there is beside the things that were just told of.
import { allOf, type EntityValue, type Slots, type Source, type SourcedText } from '../capability/dialogue.ts';
import type { Formatter } from '../capability/formatter.ts';
import { wordsOf } from '../nlu/entities/word-forms.ts';
import { unique } from './entries.ts';
import { listed, priced, sourcesOf } from './render.ts';

type Entry = { id: string; name: string; category?: string; price?: number };

const OTHERS =
  /\b(?:others?(?! (?:day|week|night|time))|(?:any(?:thing)?|what|something) else|similar|alternatives?)\b/i;
/** Then what is named is what they do not want. */
const ALIKE = /\b(?:similar|like|instead of|besides|other than|apart from|alternatives? to)\b/i;
/** A part of the offer is asked for, and not one thing of it. */
const LISTS = /\b(?:what|which|any|all|list|show)\b(?!.*\b(?:that|this|it)\b)/i;

const isSaidIn =
  (text: string) =>
  ({ said }: EntityValue) =>
    text.toLowerCase().includes(said.toLowerCase());

/** The things of before are left out where a part of the offer is asked for: "mochi?" and then "what desserts are there?" */
export function withoutTold(slots: Slots, text: string, slot: string): Slots {
  const isSaid = isSaidIn(text);
  const isList = LISTS.test(text) && allOf(slots, 'category').some(isSaid);
  if (!isList || allOf(slots, slot).some(isSaid)) return slots;
  const { [slot]: _, ...words } = slots.words;
  return { ...slots, words };
}

/** What else there is where something was told of; undefined where nothing else is asked for. */
export function renderOthers<E extends Entry>(
  text: string,
  entries: readonly E[],
  slots: Slots,
  { slot, kind, say, isThere }: { slot: string; kind: string; say: Formatter; isThere(entry: E): boolean },
): SourcedText | undefined {
  const named = allOf(slots, slot);
  const told = entries.filter(({ id }) => named.some((each) => each.id === id));
  const isSaid = isSaidIn(text);
  if (!OTHERS.test(text) || told.length === 0 || (named.some(isSaid) && !ALIKE.test(text))) return undefined;
  const [ofTold, another] = unique(told.map(({ category }) => category));
  const category = allOf(slots, 'category').find(isSaid)?.name ?? (another ? undefined : ofTold);
  if (category === undefined) return undefined;
  const there = entries.filter((entry) => isThere(entry) && !told.includes(entry));
  const others = there.filter((entry) => entry.category === category);
  // "Gravel bikes" and "Hybrid bikes" are both bikes.
  const near = there.filter((entry) => sharesWord(entry.category ?? '', category));
  const list = (all: readonly E[]) =>
    listed(
      all.map((entry) => priced(entry, say)),
      say,
    );
  const sources = (all: readonly E[]): Source[] => sourcesOf(kind, all);
  if (others.length > 0) return { text: `We also have ${list(others)}.`, sources: sources(others) };
  const nearest = near.length > 0 ? ` Close to that we have ${list(near)}.` : '';
  return { text: `There is nothing else in ${category} at the moment.${nearest}`, sources: sources(near) };
}

const formsOf = (text: string) => new Set(wordsOf(text).map(({ form }) => form));
const sharesWord = (a: string, b: string) => formsOf(a).intersection(formsOf(b)).size > 0;
