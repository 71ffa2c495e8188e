// People whom somebody asks for by name, whether or not they are known: "with Jessica", "can I see Dr. Chen".
import { type ExtractedEntity, normalizeApostrophes } from './extracted-entity.ts';
import { NAMES_THAT_ARE_WORDS, NO_NAMES, TITLES } from './name-lists.ts';
import { ORDINARY_WORDS } from './ordinary-words.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** What one has with somebody, or done by them. */
const BOOKED = words(`
appointment appointments appt appts book booked booking session sessions visit visits time times slot slots spot spots
opening openings in me us cut cuts trim class classes haircut haircuts color colour massage facial training train lesson
lessons checkup physical consultation free available availability anything something start done taught seen treated
styled work workout
`);
const WITH = words('with by');
const SEES = words('see seeing');
/** Before somebody who is asked after: then comes how they are there. */
const ASKS_AFTER = words("is does will when's whens");
const THERE = words('in free available working work works there around back off on here taking at still also');
/** Before somebody with a title it may be said in more ways. */
const BEFORE_TITLE = words('with by have get want like prefer book visit to for a an any the');
/** After a name in small letters nothing may follow that would make another word of it. */
const FOLLOWS = words('on at for this next today tomorrow tonight please pls if around in and or');
/** Of somebody elsewhere, or of before: they are not asked for. */
const TOLD = words(`
referred referral refers prescribed prescription recommended recommends record records used was were saw last gp previous
`);

type Word = { text: string; lower: string; start: number; end: number; opens: boolean };

/** A title may end in a point, and a name hold an apostrophe or a hyphen. */
const WORD = /\p{L}[\p{L}\p{M}'-]*/gu;

export function findPeopleAskedFor(written: string): ExtractedEntity<string>[] {
  const text = normalizeApostrophes(written);
  const all = [...text.matchAll(WORD)].map(({ 0: word, index }): Word => {
    const lower = word.toLowerCase();
    const opens = TITLES.has(lower) || lower === 'nurse' || lower === 'professor';
    return { text: word, lower, start: index, end: index + word.length, opens };
  });
  if (all.some(({ lower }) => TOLD.has(lower))) return [];
  const telling = /\p{Ll}/u.test(text);
  return all.flatMap((_, at) => personAt(all, at, text, telling) ?? []);
}

/** The name that begins at a word, with its title in what is said and without it in where it stands. */
function personAt(all: readonly Word[], at: number, text: string, telling: boolean) {
  const [title, first] = all[at]?.opens ? [all[at], all[at + 1]] : [undefined, all[at]];
  const [before, beforeThat] = [all[at - 1], all[at - 2]];
  if (!first || !before || !isNameLike(first.text) || all[at - 1]?.opens) return undefined;
  // What stands between two words is space, or the point of a title.
  if (text.slice(before.end, (title ?? first).start).trim() || (title && !isBare(text, title, first))) return undefined;
  const isCapital = telling && /^\p{Lu}/u.test(first.text);
  const second = all[at + (title ? 2 : 1)];
  const isLonger = isCapital && second && /^\p{Lu}/u.test(second.text) && isNameLike(second.text);
  const last = isLonger && text.slice(first.end, second.start) === ' ' ? second : first;
  const next = all.find(({ start }) => start > last.end);
  const asksAfter = ASKS_AFTER.has(before.lower) || (before.lower === 'is' && beforeThat?.lower === 'when');
  const isAsked = asksAfter
    ? next !== undefined && THERE.has(next.lower)
    : SEES.has(before.lower) ||
      (WITH.has(before.lower) && BOOKED.has(beforeThat?.lower ?? '')) ||
      (title !== undefined && BEFORE_TITLE.has(before.lower));
  const isClosed = !next || /[,.?!;]/.test(text.slice(last.end, next.start)) || FOLLOWS.has(next.lower);
  if (!isAsked || !(isCapital || title || isClosed || asksAfter)) return undefined;
  return { value: text.slice((title ?? first).start, last.end), start: first.start, end: last.end };
}

const isBare = (text: string, title: Word, name: Word) => /^\.?\s+$/.test(text.slice(title.end, name.start));

function isNameLike(word: string): boolean {
  const lower = word.toLowerCase().replace(/'s$/, '');
  const isWord = ORDINARY_WORDS.has(lower) && !(/^\p{Lu}/u.test(word) && NAMES_THAT_ARE_WORDS.has(lower));
  return !isWord && !NO_NAMES.has(lower) && !TITLES.has(lower);
}
