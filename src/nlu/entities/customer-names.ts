import { getOnlyItem } from '../../kernel/lists.ts';
import { must } from '../../kernel/must.ts';
import { normalizeApostrophes } from './apostrophes.ts';
import { findEmails } from './emails.ts';
import { type ExtractedEntity, overlaps } from './extracted-entity.ts';
import * as cues from './name-cues.ts';
import { DETERMINERS, DOCTOR_TITLES, NAME_PARTICLES, NAMES_THAT_ARE_WORDS, NEVER_NAMES, TITLES } from './name-lists.ts';
import { ORDINARY_WORDS } from './ordinary-words.ts';
import { canonicalFormOf } from './word-forms.ts';

type NameOptions = { isRequested?: boolean; businessWords?: readonly string[] };

/** A word that names consist of: "O'Brien", "Jean-Luc", "J." */
type NameToken = { text: string; lower: string; start: number; end: number; isCapitalized: boolean };

const TOKEN =
  /[\p{L}\p{M}]+(?:['.-]?[\p{L}\p{M}]+)*(?:(?<=(?:^|[^\p{L}])(?:\p{Lu}|[Ss]t|[Jj]r|[Ss]r|[Dd]r|[Mm]rs?))\.)?/gu;
const MAX_NAME_LENGTH = 200;
const MAX_NAME_WORDS = 5;
const MAX_LOWERCASE_NAME_WORDS = 3;

/**
 * Customers' names, the likeliest first. If `isRequested`, the customer was asked for a name, so the message, or its part
 * beside a phone number, may be just the name. `businessWords`, such as names of staff and dishes, do not make a
 * customer's name on their own.
 */
export function findNames(
  text: string,
  { isRequested = false, businessWords = [] }: NameOptions,
): ExtractedEntity<string>[] {
  const message: Message = {
    text: withoutAddressee(normalizeApostrophes(text), isRequested),
    businessWords: new Set(businessWords.flatMap((words) => words.split(/[\s.]+/).map(canonicalFormOf))),
    // In an all-caps message, capitals prove nothing.
    hasMixedCase: /\p{Ll}/u.test(text),
  };
  const strongNames = joinFirstAndLast([...namesAfterStrongCues(message)], message.text);
  const candidates = [
    ...strongNames,
    ...namesAfterLikelyCues(message),
    ...namesBesideCues(message),
    ...standaloneNames(message, isRequested),
  ];
  const names: ExtractedEntity<string>[] = [];
  for (const name of candidates) if (!names.some((other) => overlaps(other, name))) names.push(name);
  // Keeps only the full name of "Tom. Tom Reed."
  return names.filter(({ value }) => !names.some((other) => isPartOf(value, other.value)));
}

/** Masks the person a message is addressed to. In an answer to the name question, "hi Dana Fox, …" may be the name. */
function withoutAddressee(text: string, isRequested: boolean): string {
  const [salutation = ''] =
    cues.LETTER_SALUTATION.exec(text) ?? (isRequested ? [] : (cues.GREETED_PERSON.exec(text) ?? []));
  return ','.repeat(salutation.length) + text.slice(salutation.length);
}

const isPartOf = (part: string, name: string) => part.length < name.length && ` ${name} `.includes(` ${part} `);

type Message = { text: string; businessWords: ReadonlySet<string>; hasMixedCase: boolean };

function* namesAfterStrongCues({ text }: Message): Generator<ExtractedEntity<string>> {
  for (const { 0: cue, index } of text.matchAll(cues.STRONG_CUES)) {
    const tokens = tokensAt(text, index + cue.length);
    const first = tokens[0];
    if (!first || endsName(first)) continue;
    const name = first.isCapitalized ? capitalizedName(tokens) : lowercaseName(tokens);
    const isNameLabel = first.isCapitalized && /name/i.test(cue);
    if (name.length > 1 || (name.length === 1 && (isNameLabel || !isOrdinaryWord(first)))) yield toEntity(text, name);
  }
}

/** A lower-case name has at most two words, plus particles. */
function lowercaseName(tokens: readonly NameToken[]): NameToken[] {
  const end = tokens.findIndex((token, index) => index >= MAX_LOWERCASE_NAME_WORDS || (index > 0 && endsName(token)));
  const name = tokens.slice(0, end < 0 ? tokens.length : end);
  return name.slice(0, name.some(({ lower }) => NAME_PARTICLES.has(lower)) ? MAX_LOWERCASE_NAME_WORDS : 2);
}

/** "First name Dana, last name Fox" is one name. */
function joinFirstAndLast(names: ExtractedEntity<string>[], text: string): ExtractedEntity<string>[] {
  const [first, second] = names;
  if (!first || !second || first.end > second.start) return names;
  const [textBefore, textBetween] = [text.slice(0, first.start), text.slice(first.end, second.start)];
  const joinedName = (value: string) => [{ value, start: first.start, end: second.end }, ...names.slice(2)];
  if (cues.LAST_NAME_LABEL.test(textBetween)) return joinedName(`${first.value} ${second.value}`);
  const isReversed =
    cues.FIRST_NAME_LABEL.test(textBetween) && /(?:last|second|family|sur) ?name\W*(?:is\s*)?$/i.test(textBefore);
  return isReversed ? joinedName(`${second.value} ${first.value}`) : names;
}

function* namesAfterLikelyCues(message: Message): Generator<ExtractedEntity<string>> {
  const { text, hasMixedCase } = message;
  for (const [pattern, minWords] of [
    [cues.LIKELY_CUES, 1],
    [cues.WEAK_CUES, 2],
  ] as const) {
    for (const { 0: cue, index } of text.matchAll(pattern)) {
      const tokens = tokensAt(text, index + cue.length);
      const first = tokens[0];
      if (!first || endsName(first)) continue;
      const name = first.isCapitalized && hasMixedCase ? capitalizedName(tokens) : introducedLowercaseName(tokens, cue);
      const isUnlikelyAlone =
        name.length === 1 && (isOrdinaryWord(first) || NEVER_NAMES.has(first.lower) || isAcronym(first));
      const isTooWeak = minWords > 1 && name.some(isOrdinaryWord);
      if (name.length >= minWords && !isUnlikelyAlone && !isTooWeak && !isBusinessName(name, message))
        yield toEntity(text, name);
    }
  }
}

/** "i'm li wei": two words that are not English, with nothing after them that belongs to them. */
function introducedLowercaseName(tokens: readonly NameToken[], cue: string): NameToken[] {
  const [first, second, next] = tokens;
  if (!first || !second || !/^\W*(?:i'm|im|i am|this is)\s/i.test(cue)) return [];
  return isWordLike(first) || isWordLike(second) || (next && !endsName(next)) ? [] : [first, second];
}

/** "Dana Fox here", "kieran boyle speaking", "the Lund booking". */
function* namesBesideCues(message: Message): Generator<ExtractedEntity<string>> {
  const { text } = message;
  const fillerLength = text.match(cues.LEADING_FILLER)?.[0].length ?? 0;
  const startPositions = [...text.matchAll(cues.BETWEEN_CUES)].map(
    ({ 0: all, groups, index }) => index + all.indexOf(must(groups?.name, 'a name')),
  );
  const hereName = nameBeforeHere(tokensAt(text, fillerLength), text);
  if (hereName.length > 0 && !isBusinessName(hereName, message)) yield toEntity(text, hereName);
  for (const start of [fillerLength, ...startPositions]) {
    const name = capitalizedName(tokensAt(text, start));
    const end = name.at(-1)?.end;
    if (end === undefined || isBusinessName(name, message) || name.every(isOrdinaryWord)) continue;
    if (start !== fillerLength || cues.PHRASE_AFTER_NAME.test(text.slice(end))) yield toEntity(text, name);
  }
}

/** The words before "here" or "speaking", in upper or lower case, if they can only be a name. */
function nameBeforeHere(tokens: readonly NameToken[], text: string): NameToken[] {
  const length = tokens.findIndex(({ lower }) => lower === 'here' || lower === 'speaking');
  const name = tokens.slice(0, Math.max(0, length));
  const lastWord = name.at(-1);
  if (!lastWord || name.length > MAX_LOWERCASE_NAME_WORDS || name.some(isWordLike)) return [];
  if (name.length === 1 && (!isUnknownWord(lastWord) || lastWord.text.length < 4)) return [];
  return cues.HERE_AFTER_NAME.test(text.slice(lastWord.end)) ? name : [];
}

/** Parts of the message that are just a name. */
function* standaloneNames(message: Message, isRequested: boolean): Generator<ExtractedEntity<string>> {
  let maskedText = message.text.replace(cues.DETAIL_BESIDE_NAME, (match) => ','.repeat(match.length));
  const emails = findEmails(message.text);
  for (const { start, end } of emails) {
    maskedText = maskedText.slice(0, start) + ','.repeat(end - start) + maskedText.slice(end);
  }
  const hasDetails = maskedText !== message.text;
  const hasPersonalDetails = emails.length > 0 || cues.PERSONAL_DETAIL.test(message.text);
  const parts = splitIntoParts(maskedText);
  // A lower-case name must come first, apart from filler words.
  const firstPart = parts.findIndex(({ text }) => text.replace(cues.LEADING_FILLER, '').trim() !== '');
  const names = parts
    .flatMap((part) => nameFillingPart(message, part) ?? trailingName(message, part) ?? [])
    .filter(({ name, isCapitalized, start }) => {
      if (isRequested) return isCapitalized || hasDetails || start === parts[firstPart]?.start;
      // Unasked, it must be a full name, beside a phone number or made of words with no other meaning.
      const [firstWord, lastWord] = [name[0], name.at(-1)];
      if (!firstWord || !lastWord || name.length < 2 || DOCTOR_TITLES.has(firstWord.lower)) return false;
      if (!isCapitalized) return !name.some(isWordLike) && isBeforeContact(message.text, lastWord.end);
      return (
        (hasPersonalDetails && !isOrdinaryWord(firstWord)) ||
        (parts.length > 1 && (hasDetails || name.every(isUnknownWord)))
      );
    });
  const capitalizedNames = names.filter(({ isCapitalized }) => isCapitalized);
  for (const { name } of capitalizedNames.length > 0 ? capitalizedNames : names) yield toEntity(message.text, name);
}

/** Whether a phone number or an e-mail address comes next. */
const isBeforeContact = (text: string, end: number) =>
  /^[\s,:(-]{1,4}(?:\+?\d[\d\s().-]{6}|[\w.+-]{1,64}@)/.test(text.slice(end, end + 80));

function nameFillingPart(message: Message, part: { text: string; start: number }) {
  const fillerLength = part.text.match(cues.LEADING_FILLER)?.[0].length ?? 0;
  const partWithoutFiller = part.text.slice(fillerLength).replace(cues.TRAILING_FILLER, '');
  const start = part.start + fillerLength;
  const tokens = tokensAt(message.text, start).filter(({ end }) => end <= start + partWithoutFiller.length);
  const name = withoutTitle(tokens);
  if (!name.some(({ text }) => text.length > 1) || partWithoutFiller.replace(TOKEN, '').trim() !== '') return undefined;
  const isCapitalized =
    message.hasMixedCase && name.every((token) => token.isCapitalized || NAME_PARTICLES.has(token.lower));
  const wordCount = name.filter(({ lower }) => !NAME_PARTICLES.has(lower)).length;
  if (wordCount > (isCapitalized ? MAX_NAME_WORDS : MAX_LOWERCASE_NAME_WORDS) || isBusinessName(name, message))
    return undefined;
  const isName = isCapitalized ? !name.some(endsName) && !name.every(isOrdinaryWord) : isLowercaseName(name);
  return isName ? { name, isCapitalized, start: part.start } : undefined;
}

/** The last two words before contact details, if the word before them cannot be part of a name: "please dana fox 212 555 0142". */
function trailingName(message: Message, part: { text: string; start: number }) {
  const [, previousWord, lastTwoWords] = part.text.match(/(?:^|\s)([\p{L}']+)\s+([\p{L}'-]+\s+[\p{L}'-]+)$/u) ?? [];
  if (
    !previousWord ||
    !lastTwoWords ||
    !NEVER_NAMES.has(previousWord.toLowerCase()) ||
    DETERMINERS.has(previousWord.toLowerCase())
  )
    return undefined;
  const start = part.start + part.text.length - lastTwoWords.length;
  const name = tokensAt(message.text, start).slice(0, 2);
  if (name.some(isWordLike) || isBusinessName(name, message)) return undefined;
  return isBeforeContact(message.text, must(name.at(-1), 'two words').end)
    ? { name, isCapitalized: false, start }
    : undefined;
}

const withoutTitle = (name: NameToken[]): NameToken[] =>
  name.length > 2 && name[0] && TITLES.has(name[0].lower) ? name.slice(1) : name;

function isLowercaseName(name: readonly NameToken[]): boolean {
  const onlyWord = getOnlyItem(name);
  if (onlyWord) return !isOrdinaryWord(onlyWord) && !isNeverName(onlyWord);
  return (
    !name.every(isOrdinaryWord) && !name.some((token) => isNeverName(token) && !NAMES_THAT_ARE_WORDS.has(token.lower))
  );
}

/** The leading tokens that form one capitalized name. */
function capitalizedName(tokens: readonly NameToken[]): NameToken[] {
  let length = 0;
  for (const [index, token] of tokens.slice(0, MAX_NAME_WORDS).entries()) {
    if (token.isCapitalized && !endsName(token)) length = index + 1;
    else if (!NAME_PARTICLES.has(token.lower) || index === 0) break;
  }
  const name = tokens.slice(0, length);
  return withoutTitle(name);
}

/** Consecutive words with only spaces between them. */
function tokensAt(text: string, start: number): NameToken[] {
  const tokens: NameToken[] = [];
  let position = start;
  // Limits the search, because a long text would otherwise be scanned to its end for each of its parts.
  const searchText = text.slice(0, start + MAX_NAME_LENGTH);
  TOKEN.lastIndex = start;
  for (let match = TOKEN.exec(searchText); match && tokens.length <= MAX_NAME_WORDS; match = TOKEN.exec(searchText)) {
    if (match.index - position > 3 || searchText.slice(position, match.index).trim() !== '') break;
    position = match.index + match[0].length;
    const word = match[0];
    tokens.push({
      text: word,
      lower: word.toLowerCase(),
      start: match.index,
      end: position,
      isCapitalized: /^\p{Lu}/u.test(word),
    });
  }
  return tokens;
}

function splitIntoParts(text: string): { text: string; start: number }[] {
  const parts: { text: string; start: number }[] = [];
  let start = 0;
  const addPartUntil = (end: number) => {
    const part = text.slice(start, end);
    if (part.trim()) parts.push({ text: part.trim(), start: start + part.length - part.trimStart().length });
  };
  for (const { 0: match, index } of text.matchAll(cues.SEPARATOR)) {
    addPartUntil(index);
    start = index + match.length;
  }
  addPartUntil(text.length);
  return parts;
}

/** Also true for contractions such as "there's" and "we'll". */
const isNeverName = ({ lower }: NameToken) =>
  NEVER_NAMES.has(lower) || NEVER_NAMES.has(lower.replace(/'(?:s|re|ll|d|ve|m)$/, '')) || cues.INTERJECTION.test(lower);
const endsName = (token: NameToken) =>
  isNeverName(token) && !(token.isCapitalized && NAMES_THAT_ARE_WORDS.has(token.lower));
const isOrdinaryWord = ({ lower }: NameToken) => ORDINARY_WORDS.has(lower) && !NAMES_THAT_ARE_WORDS.has(lower);
/** "PIN", "GBP" */
const isAcronym = ({ text }: NameToken) => text.length < 5 && text.length > 1 && text === text.toUpperCase();
const isUnknownWord = ({ lower }: NameToken) => !ORDINARY_WORDS.has(lower) && !NAMES_THAT_ARE_WORDS.has(lower);
const isWordLike = (token: NameToken) =>
  isOrdinaryWord(token) ||
  isNeverName(token) ||
  /(?:ing|ed|ant|ble|ful|less|ous|ic|ly|ish|ive|tion|ness|free|est|ary)$/.test(token.lower);

const isBusinessName = (name: readonly NameToken[], { businessWords }: Message) =>
  name.every(
    ({ text, lower }) => businessWords.has(canonicalFormOf(text)) || NAME_PARTICLES.has(lower) || TITLES.has(lower),
  );

function toEntity(text: string, tokens: readonly NameToken[]): ExtractedEntity<string> {
  const start = must(tokens[0], 'a word').start;
  // "Sam's" becomes Sam, and a full stop at the end belongs to the sentence.
  const original = text.slice(start, must(tokens.at(-1), 'a word').end).replace(/(?:'s|(?<=\p{L}{3})\.)$/iu, '');
  const value = original.replace(/\s+/g, ' ');
  const needsCapitals = value === value.toLowerCase() || (value === value.toUpperCase() && value.length > 3);
  return { value: needsCapitals ? capitalize(value) : value, start, end: start + original.length };
}

const capitalize = (name: string): string =>
  name
    .toLowerCase()
    .split(' ')
    .map((word, index) =>
      index > 0 && NAME_PARTICLES.has(word)
        ? word
        : word.replace(/(?<=^|[-.]|'(?=\p{L}{2}))\p{L}/gu, (letter) => letter.toUpperCase()),
    )
    .join(' ');
