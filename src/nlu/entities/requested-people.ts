// People whom a customer asks for by name, whether or not they work here: "with Jessica", "can I see Dr. Chen".
import { normalizeApostrophes } from './apostrophes.ts';
import type { ExtractedEntity } from './extracted-entity.ts';
import { NAMES_THAT_ARE_WORDS, NEVER_NAMES, TITLES } from './name-lists.ts';
import { ORDINARY_WORDS } from './ordinary-words.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Words before "with" or "by" and a person: an "appointment with", a "cut by". */
const BOOKABLE_WORDS = words(`
appointment appointments appt appts book booked booking session sessions visit visits time times slot slots spot spots
opening openings in me us cut cuts trim class classes haircut haircuts color colour massage facial training train lesson
lessons checkup physical consultation free available availability anything something start done taught seen treated
styled work workout
`);
const WITH_WORDS = words('with by');
const SEE_WORDS = words('see seeing');
/** Words that start a question about a person's presence: "is Maria in". */
const WORDS_BEFORE_PERSON = words("is does will when's whens");
const PRESENCE_WORDS = words('in free available working work works there around back off on here taking at still also');
/** More words can come before a person with a title. */
const WORDS_BEFORE_TITLE = words('with by have get want like prefer book visit to for a an any the called named about');
/** Words before a name that is asked about: "anyone called House", "a stylist named Kim". */
const CALLED_WORDS = words('called named');
/** Whoever is asked about by name. Others who are called something, such as a daughter, are customers. */
const ASKED_PERSON_WORDS = words(`
anyone anybody someone somebody doctor doctors dr dentist provider physician nurse stylist barber hairdresser therapist trainer
coach instructor teacher colleague person staff team hygienist specialist technician
`);
/** The only words that may follow a lower-case name. */
const WORDS_AFTER_NAME = words('on at for this next today tomorrow tonight please pls if around in and or');
/** Words about a person elsewhere or in the past, who is not requested. */
const PAST_OR_ELSEWHERE_WORDS = words(`
referred referral refers prescribed prescription recommended recommends record records used was were saw last gp previous
`);

type NameWord = { text: string; lower: string; start: number; end: number; isTitle: boolean };

/** Names may contain an apostrophe or a hyphen. */
const WORD = /\p{L}[\p{L}\p{M}'-]*/gu;

export function findRequestedPeople(message: string): ExtractedEntity<string>[] {
  const text = normalizeApostrophes(message);
  const words = [...text.matchAll(WORD)].map(({ 0: word, index }): NameWord => {
    const lower = word.toLowerCase();
    const isTitle = TITLES.has(lower) || lower === 'nurse' || lower === 'professor';
    return { text: word, lower, start: index, end: index + word.length, isTitle };
  });
  if (words.some(({ lower }) => PAST_OR_ELSEWHERE_WORDS.has(lower))) return [];
  const hasMixedCase = /\p{Ll}/u.test(text);
  return words.flatMap((_, index) => requestedPersonAt(words, index, text, hasMixedCase) ?? []);
}

/** The requested person whose name starts at a word. The value includes the title, the position does not. */
function requestedPersonAt(words: readonly NameWord[], index: number, text: string, hasMixedCase: boolean) {
  const [title, first] = words[index]?.isTitle ? [words[index], words[index + 1]] : [undefined, words[index]];
  const [previous, wordBeforePrevious] = [words[index - 1], words[index - 2]];
  if (!first || !previous || !isNameLike(first.text) || words[index - 1]?.isTitle) return undefined;
  // Only a space, or the full stop of a title, may separate the words.
  if (text.slice(previous.end, (title ?? first).start).trim() || (title && !isOnlySpace(text, title, first)))
    return undefined;
  const isCapitalized = hasMixedCase && /^\p{Lu}/u.test(first.text);
  const second = words[index + (title ? 2 : 1)];
  const hasSecondName = isCapitalized && second && /^\p{Lu}/u.test(second.text) && isNameLike(second.text);
  const last = hasSecondName && text.slice(first.end, second.start) === ' ' ? second : first;
  const next = words.find(({ start }) => start > last.end);
  const asksIfPresent =
    WORDS_BEFORE_PERSON.has(previous.lower) || (previous.lower === 'is' && wordBeforePrevious?.lower === 'when');
  const isAskedAbout = title !== undefined && text.includes('?');
  const isRequested = asksIfPresent
    ? isAskedAbout || (next !== undefined && PRESENCE_WORDS.has(next.lower))
    : isAskedAbout ||
      SEE_WORDS.has(previous.lower) ||
      (CALLED_WORDS.has(previous.lower) && ASKED_PERSON_WORDS.has(wordBeforePrevious?.lower ?? '')) ||
      (WITH_WORDS.has(previous.lower) && BOOKABLE_WORDS.has(wordBeforePrevious?.lower ?? '')) ||
      (title !== undefined && WORDS_BEFORE_TITLE.has(previous.lower));
  const endsPhrase = !next || /[,.?!;]/.test(text.slice(last.end, next.start)) || WORDS_AFTER_NAME.has(next.lower);
  if (!isRequested || !(isCapitalized || title || endsPhrase || asksIfPresent)) return undefined;
  return { value: text.slice((title ?? first).start, last.end), start: first.start, end: last.end };
}

const isOnlySpace = (text: string, title: NameWord, name: NameWord) =>
  /^\.?\s+$/.test(text.slice(title.end, name.start));

function isNameLike(word: string): boolean {
  const lower = word.toLowerCase().replace(/'s$/, '');
  const isOrdinaryWord = ORDINARY_WORDS.has(lower) && !(/^\p{Lu}/u.test(word) && NAMES_THAT_ARE_WORDS.has(lower));
  return !isOrdinaryWord && !NEVER_NAMES.has(lower) && !TITLES.has(lower);
}
