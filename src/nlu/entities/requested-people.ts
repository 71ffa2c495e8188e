// People whom a customer asks for by name, whether or not they work here: "with Jessica", "can I see Dr. Chen".
import { normalizeApostrophes } from './apostrophes.ts';
import type { ExtractedEntity } from './extracted-entity.ts';
import { NAMES_THAT_ARE_WORDS, NEVER_NAMES, TITLES } from './name-lists.ts';
import { ORDINARY_WORDS } from './ordinary-words.ts';

const toWordSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Words before "with" or "by" and a person: an "appointment with", a "cut by". */
const BOOKABLE_WORDS = toWordSet(`
appointment appointments appt appts book booked booking session sessions visit visits time times slot slots spot spots
opening openings in me us cut cuts trim class classes haircut haircuts color colour massage facial training train lesson
lessons checkup physical consultation free available availability anything something start done taught seen treated
styled work workout
`);
const WITH_WORDS = toWordSet('with by');
const SEE_WORDS = toWordSet('see seeing');
/** Words that start a question about a person's presence: "is Maria in". */
const WORDS_BEFORE_PERSON = toWordSet("is does will when's whens");
const PRESENCE_WORDS = toWordSet(
  'in free available working work works there around back off on here taking at still also',
);
/** More words can come before a person with a title. */
const WORDS_BEFORE_TITLE = toWordSet(
  'with by have get want like prefer book visit to for a an any the called named about',
);
/** Words before a name that is asked about: "anyone called House", "a stylist named Kim". */
const CALLED_WORDS = toWordSet('called named');
/** Whoever is asked about by name. Others who are called something, such as a daughter, are customers. */
const ASKED_PERSON_WORDS = toWordSet(`
anyone anybody someone somebody doctor doctors dr dentist provider physician nurse stylist barber hairdresser therapist trainer
coach instructor teacher colleague person staff team hygienist specialist technician
`);
/** The only words that may follow a lower-case name. */
const WORDS_AFTER_NAME = toWordSet('on at for this next today tomorrow tonight please pls if around in and or');
/** Words about a person elsewhere or in the past, who is not requested. */
const PAST_OR_ELSEWHERE_WORDS = toWordSet(`
referred referral refers prescribed prescription recommended recommends record records used was were saw last gp previous
`);

type NameWord = { text: string; lower: string; start: number; end: number; isTitle: boolean };

/** Names may contain an apostrophe or a hyphen. */
const WORD_PATTERN = /\p{L}[\p{L}\p{M}'-]*/gu;

export function findRequestedPeople(message: string): ExtractedEntity<string>[] {
  const text = normalizeApostrophes(message);
  const words = [...text.matchAll(WORD_PATTERN)].map(({ 0: word, index }): NameWord => {
    const lower = word.toLowerCase();
    const isTitle = TITLES.has(lower) || lower === 'nurse' || lower === 'professor';
    return { text: word, lower, start: index, end: index + word.length, isTitle };
  });
  if (words.some(({ lower }) => PAST_OR_ELSEWHERE_WORDS.has(lower))) return [];
  const hasMixedCase = /\p{Ll}/u.test(text);
  return words.flatMap((_, index) => findRequestedPersonAt(words, index, text, hasMixedCase) ?? []);
}

/** The requested person whose name starts at a word. The value includes the title, the position does not. */
function findRequestedPersonAt(words: readonly NameWord[], index: number, text: string, hasMixedCase: boolean) {
  const [title, firstName] = words[index]?.isTitle ? [words[index], words[index + 1]] : [undefined, words[index]];
  const [previousWord, wordBeforePrevious] = [words[index - 1], words[index - 2]];
  if (!firstName || !previousWord || !isNameLike(firstName.text) || words[index - 1]?.isTitle) return undefined;
  // Only a space, or the full stop of a title, may separate the words.
  if (
    text.slice(previousWord.end, (title ?? firstName).start).trim() ||
    (title && !isOnlySpace(text, title, firstName))
  )
    return undefined;
  const isCapitalized = hasMixedCase && /^\p{Lu}/u.test(firstName.text);
  const secondName = words[index + (title ? 2 : 1)];
  const hasSecondName = isCapitalized && secondName && /^\p{Lu}/u.test(secondName.text) && isNameLike(secondName.text);
  const lastName = hasSecondName && text.slice(firstName.end, secondName.start) === ' ' ? secondName : firstName;
  const nextWord = words.find(({ start }) => start > lastName.end);
  const asksIfPresent =
    WORDS_BEFORE_PERSON.has(previousWord.lower) ||
    (previousWord.lower === 'is' && wordBeforePrevious?.lower === 'when');
  const isAskedAbout = title !== undefined && text.includes('?');
  const isRequested = asksIfPresent
    ? isAskedAbout || (nextWord !== undefined && PRESENCE_WORDS.has(nextWord.lower))
    : isAskedAbout ||
      SEE_WORDS.has(previousWord.lower) ||
      (CALLED_WORDS.has(previousWord.lower) && ASKED_PERSON_WORDS.has(wordBeforePrevious?.lower ?? '')) ||
      (WITH_WORDS.has(previousWord.lower) && BOOKABLE_WORDS.has(wordBeforePrevious?.lower ?? '')) ||
      (title !== undefined && WORDS_BEFORE_TITLE.has(previousWord.lower));
  const endsPhrase =
    !nextWord || /[,.?!;]/.test(text.slice(lastName.end, nextWord.start)) || WORDS_AFTER_NAME.has(nextWord.lower);
  if (!isRequested || !(isCapitalized || title || endsPhrase || asksIfPresent)) return undefined;
  return { value: text.slice((title ?? firstName).start, lastName.end), start: firstName.start, end: lastName.end };
}

const isOnlySpace = (text: string, title: NameWord, name: NameWord) =>
  /^\.?\s+$/.test(text.slice(title.end, name.start));

function isNameLike(word: string): boolean {
  const lower = word.toLowerCase().replace(/'s$/, '');
  const isOrdinaryWord = ORDINARY_WORDS.has(lower) && !(/^\p{Lu}/u.test(word) && NAMES_THAT_ARE_WORDS.has(lower));
  return !isOrdinaryWord && !NEVER_NAMES.has(lower) && !TITLES.has(lower);
}
