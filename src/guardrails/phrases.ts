import { must } from '../kernel/must.ts';

const RELATIVE = `
  husband|wife|hubby|partner|spouse|fiancee?|fiancée?|boyfriend|girlfriend|bf|gf|mum|mom|mam|mummy|mommy|mother
  dad|daddy|father|parent|stepmum|stepmom|stepdad|son|daughter|kid|child|kiddo|baby|newborn|infant|toddler|boy|girl
  twin|brother|sister|grandma|grandmother|granny|gran|nan|nana|grandpa|grandad|granddad|grandfather|grandson
  granddaughter|uncle|aunt|auntie|cousin|niece|nephew|friend|mate|buddy|roommate|flatmate|housemate|neighbou?r|boss
  colleague|co ?worker|(?:mother|father|sister|brother) in law|ex|ex (?:wife|husband|boyfriend|girlfriend)
`;
const STRANGER = `
  man|woman|lady|guy|bloke|gentleman|person|customer|guest|client|patient|member|diner|waiter|waitress|server|chef|cook
  stylist|trainer|instructor|spotter|employee|staff member
`;

/** Placeholders that all rules may use. */
const SHARED_WORDS: Readonly<Record<string, string>> = {
  relative: `(?:${RELATIVE})s?`,
  own: `(?:my|his|her|their|our|'s|(?:mum|mom|dad|husband|wife|son|daughter|baby|kid|friend)s)`,
  be: `(?:
    is|are|am|was|'s|s|be|been|has been|have been|feels|felt|feeling|looks|seems|keeps|went|gone|going|getting|got|gets
    has|have)`,
  person: `(?:
    i|me|we|us|he|him|she|her|they|them|someone|somebody|everyone|people
    (?:my|our|his|her|your|an?|the|this|that|one|another|some|old|older|young|elderly|pregnant|little|year old
      month old) (?:${RELATIVE}|${STRANGER})s?
    (?:mum|mom|dad|grandma|grandpa|nan|gran|baby|toddler|newborn|infant|kid|son|daughter|husband|wife)s?)`,
};

/** Up to six other words of the same sentence. */
const GAP_PATTERN = '(?: [^ .?]+){0,6}?';

const patternsToCompile: RegExp[] = [];

/**
 * V8 compiles a pattern at its first match and again at its second; doing it at startup keeps the first customers fast.
 */
export function compilePatterns(): void {
  for (const pattern of [...patternsToCompile, ...patternsToCompile]) pattern.test(' ');
}

/**
 * One pattern from many phrasings, for normalized text; whole words only. A line break means "or", `{own}` inserts a
 * placeholder, ` ..` allows up to six words in between; everything else is a regular expression.
 */
export const phrasePattern = createPhrasePatternTag({});

export function createPhrasePatternTag(
  extraWords: Readonly<Record<string, string>>,
): (template: TemplateStringsArray) => RegExp {
  const words = { ...SHARED_WORDS, ...extraWords };
  return (template) => {
    const source = String.raw(template)
      .replaceAll(' ..', GAP_PATTERN)
      .replace(/\{([a-z]+)\}/g, (_, name) => must(words[name], `words called ${name}`));
    const pattern = new RegExp(`(?<= )(?:${joinLines(source)})(?= )`);
    patternsToCompile.push(pattern);
    return pattern;
  };
}

function joinLines(source: string): string {
  return source
    .trim()
    .replace(/[\s|]*\n[\s|]*/g, '|')
    .replaceAll('(?:|', '(?:')
    .replaceAll('|)', ')');
}

/** The start and end of every match, in order. */
export function findMatches(pattern: RegExp, text: string): [from: number, to: number][] {
  const matches: [number, number][] = [];
  for (let searchStart = 0; ; ) {
    const match = pattern.exec(searchStart === 0 ? text : text.slice(searchStart));
    if (!match) return matches;
    const start = searchStart + match.index;
    matches.push([start, start + match[0].length]);
    searchStart = start + match[0].length;
  }
}
