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

const NAME_TOKEN_PATTERN =
  /[\p{L}\p{M}]+(?:['.-]?[\p{L}\p{M}]+)*(?:(?<=(?:^|[^\p{L}])(?:\p{Lu}|[Ss]t|[Jj]r|[Ss]r|[Dd]r|[Mm]rs?))\.)?/gu;
const MAX_NAME_CHARS = 200;
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
  const strongNames = joinFirstAndLast([...findNamesAfterStrongCues(message)], message.text);
  const candidates = [
    ...strongNames,
    ...findNamesAfterLikelyCues(message),
    ...findNamesBesideCues(message),
    ...findStandaloneNames(message, isRequested),
  ];
  const names: ExtractedEntity<string>[] = [];
  for (const name of candidates) if (!names.some((other) => overlaps(other, name))) names.push(name);
  // Keeps only the full name of "Tom. Tom Reed."
  return names.filter(({ value }) => !names.some((other) => isPartOf(value, other.value)));
}

/** Masks the person a message is addressed to. In an answer to the name question, "hi Dana Fox, …" may be the name. */
function withoutAddressee(text: string, isRequested: boolean): string {
  const [salutation = ''] =
    cues.LETTER_SALUTATION_PATTERN.exec(text) ?? (isRequested ? [] : (cues.GREETED_PERSON_PATTERN.exec(text) ?? []));
  return ','.repeat(salutation.length) + text.slice(salutation.length);
}

const isPartOf = (part: string, name: string) => part.length < name.length && ` ${name} `.includes(` ${part} `);

type Message = { text: string; businessWords: ReadonlySet<string>; hasMixedCase: boolean };

function* findNamesAfterStrongCues({ text }: Message): Generator<ExtractedEntity<string>> {
  for (const { 0: cue, index } of text.matchAll(cues.STRONG_CUE_PATTERN)) {
    const tokens = readTokensAt(text, index + cue.length);
    const first = tokens[0];
    if (!first || endsName(first)) continue;
    const name = first.isCapitalized ? takeCapitalizedName(tokens) : takeLowercaseName(tokens);
    const isNameLabel = first.isCapitalized && /name/i.test(cue);
    if (name.length > 1 || (name.length === 1 && (isNameLabel || !isOrdinaryWord(first)))) yield toEntity(text, name);
  }
}

/** A lower-case name has at most two words, plus particles. */
function takeLowercaseName(tokens: readonly NameToken[]): NameToken[] {
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
  if (cues.LAST_NAME_LABEL_PATTERN.test(textBetween)) return joinedName(`${first.value} ${second.value}`);
  const isReversed =
    cues.FIRST_NAME_LABEL_PATTERN.test(textBetween) &&
    /(?:last|second|family|sur) ?name\W*(?:is\s*)?$/i.test(textBefore);
  return isReversed ? joinedName(`${second.value} ${first.value}`) : names;
}

function* findNamesAfterLikelyCues(message: Message): Generator<ExtractedEntity<string>> {
  const { text, hasMixedCase } = message;
  for (const [pattern, minWords] of [
    [cues.LIKELY_CUE_PATTERN, 1],
    [cues.WEAK_CUE_PATTERN, 2],
  ] as const) {
    for (const { 0: cue, index } of text.matchAll(pattern)) {
      const tokens = readTokensAt(text, index + cue.length);
      const first = tokens[0];
      if (!first || endsName(first)) continue;
      const name =
        first.isCapitalized && hasMixedCase ? takeCapitalizedName(tokens) : takeIntroducedLowercaseName(tokens, cue);
      const isUnlikelyAlone =
        name.length === 1 && (isOrdinaryWord(first) || NEVER_NAMES.has(first.lower) || isAcronym(first));
      const isTooWeak = minWords > 1 && name.some(isOrdinaryWord);
      if (name.length >= minWords && !isUnlikelyAlone && !isTooWeak && !isBusinessName(name, message))
        yield toEntity(text, name);
    }
  }
}

/** "i'm li wei": two words that are not English, with nothing after them that belongs to them. */
function takeIntroducedLowercaseName(tokens: readonly NameToken[], cue: string): NameToken[] {
  const [first, second, next] = tokens;
  if (!first || !second || !/^\W*(?:i'm|im|i am|this is)\s/i.test(cue)) return [];
  return isWordLike(first) || isWordLike(second) || (next && !endsName(next)) ? [] : [first, second];
}

/** "Dana Fox here", "kieran boyle speaking", "the Lund booking". */
function* findNamesBesideCues(message: Message): Generator<ExtractedEntity<string>> {
  const { text } = message;
  const fillerLength = text.match(cues.LEADING_FILLER_PATTERN)?.[0].length ?? 0;
  const startPositions = [...text.matchAll(cues.NAME_BETWEEN_CUES_PATTERN)].map(
    ({ 0: all, groups, index }) => index + all.indexOf(must(groups?.name, 'a name')),
  );
  const hereName = findNameBeforeHere(readTokensAt(text, fillerLength), text);
  if (hereName.length > 0 && !isBusinessName(hereName, message)) yield toEntity(text, hereName);
  for (const start of [fillerLength, ...startPositions]) {
    const name = takeCapitalizedName(readTokensAt(text, start));
    const end = name.at(-1)?.end;
    if (end === undefined || isBusinessName(name, message) || name.every(isOrdinaryWord)) continue;
    if (start !== fillerLength || cues.PHRASE_AFTER_NAME_PATTERN.test(text.slice(end))) yield toEntity(text, name);
  }
}

/** The words before "here" or "speaking", in upper or lower case, if they can only be a name. */
function findNameBeforeHere(tokens: readonly NameToken[], text: string): NameToken[] {
  const length = tokens.findIndex(({ lower }) => lower === 'here' || lower === 'speaking');
  const name = tokens.slice(0, Math.max(0, length));
  const lastWord = name.at(-1);
  if (!lastWord || name.length > MAX_LOWERCASE_NAME_WORDS || name.some(isWordLike)) return [];
  if (name.length === 1 && (!isUnknownWord(lastWord) || lastWord.text.length < 4)) return [];
  return cues.HERE_AFTER_NAME_PATTERN.test(text.slice(lastWord.end)) ? name : [];
}

/** Parts of the message that are just a name. */
function* findStandaloneNames(message: Message, isRequested: boolean): Generator<ExtractedEntity<string>> {
  let maskedText = message.text.replace(cues.DETAIL_BESIDE_NAME_PATTERN, (match) => ','.repeat(match.length));
  const emails = findEmails(message.text);
  for (const { start, end } of emails) {
    maskedText = maskedText.slice(0, start) + ','.repeat(end - start) + maskedText.slice(end);
  }
  const hasDetails = maskedText !== message.text;
  const hasPersonalDetails = emails.length > 0 || cues.PERSONAL_DETAIL_PATTERN.test(message.text);
  const parts = splitIntoParts(maskedText);
  // A lower-case name must come first, apart from filler words.
  const firstPart = parts.findIndex(({ text }) => text.replace(cues.LEADING_FILLER_PATTERN, '').trim() !== '');
  const names = parts
    .flatMap((part) => readNameFillingPart(message, part) ?? findTrailingName(message, part) ?? [])
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

function readNameFillingPart(message: Message, part: { text: string; start: number }) {
  const fillerLength = part.text.match(cues.LEADING_FILLER_PATTERN)?.[0].length ?? 0;
  const partWithoutFiller = part.text.slice(fillerLength).replace(cues.TRAILING_FILLER_PATTERN, '');
  const start = part.start + fillerLength;
  const tokens = readTokensAt(message.text, start).filter(({ end }) => end <= start + partWithoutFiller.length);
  const name = withoutTitle(tokens);
  if (!name.some(({ text }) => text.length > 1) || partWithoutFiller.replace(NAME_TOKEN_PATTERN, '').trim() !== '')
    return undefined;
  const isCapitalized =
    message.hasMixedCase && name.every((token) => token.isCapitalized || NAME_PARTICLES.has(token.lower));
  const wordCount = name.filter(({ lower }) => !NAME_PARTICLES.has(lower)).length;
  if (wordCount > (isCapitalized ? MAX_NAME_WORDS : MAX_LOWERCASE_NAME_WORDS) || isBusinessName(name, message))
    return undefined;
  const isName = isCapitalized ? !name.some(endsName) && !name.every(isOrdinaryWord) : isLowercaseName(name);
  return isName ? { name, isCapitalized, start: part.start } : undefined;
}

/** The last two words before contact details, if the word before them cannot be part of a name: "please dana fox 212 555 0142". */
function findTrailingName(message: Message, part: { text: string; start: number }) {
  const [, previousWord, lastTwoWords] = part.text.match(/(?:^|\s)([\p{L}']+)\s+([\p{L}'-]+\s+[\p{L}'-]+)$/u) ?? [];
  if (
    !previousWord ||
    !lastTwoWords ||
    !NEVER_NAMES.has(previousWord.toLowerCase()) ||
    DETERMINERS.has(previousWord.toLowerCase())
  )
    return undefined;
  const start = part.start + part.text.length - lastTwoWords.length;
  const name = readTokensAt(message.text, start).slice(0, 2);
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
function takeCapitalizedName(tokens: readonly NameToken[]): NameToken[] {
  let length = 0;
  for (const [index, token] of tokens.slice(0, MAX_NAME_WORDS).entries()) {
    if (token.isCapitalized && !endsName(token)) length = index + 1;
    else if (!NAME_PARTICLES.has(token.lower) || index === 0) break;
  }
  const name = tokens.slice(0, length);
  return withoutTitle(name);
}

/** Consecutive words with only spaces between them. */
function readTokensAt(text: string, start: number): NameToken[] {
  const tokens: NameToken[] = [];
  let position = start;
  // Limits the search, because a long text would otherwise be scanned to its end for each of its parts.
  const searchText = text.slice(0, start + MAX_NAME_CHARS);
  NAME_TOKEN_PATTERN.lastIndex = start;
  for (
    let match = NAME_TOKEN_PATTERN.exec(searchText);
    match && tokens.length <= MAX_NAME_WORDS;
    match = NAME_TOKEN_PATTERN.exec(searchText)
  ) {
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
  for (const { 0: match, index } of text.matchAll(cues.SEPARATOR_PATTERN)) {
    addPartUntil(index);
    start = index + match.length;
  }
  addPartUntil(text.length);
  return parts;
}

/** Also true for contractions such as "there's" and "we'll". */
const isNeverName = ({ lower }: NameToken) =>
  NEVER_NAMES.has(lower) ||
  NEVER_NAMES.has(lower.replace(/'(?:s|re|ll|d|ve|m)$/, '')) ||
  cues.INTERJECTION_PATTERN.test(lower);
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
