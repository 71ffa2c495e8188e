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

/** Words that rules share. */
const WORDS: Readonly<Record<string, string>> = {
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
const GAP = '(?: [^ .?]+){0,6}?';

const patterns: RegExp[] = [];

/** V8 compiles a pattern at its first match and again at its second: work for the start, not for a customer. */
export function compilePatterns(): void {
  for (const pattern of [...patterns, ...patterns]) pattern.test(' ');
}

/**
 * One pattern out of many phrasings, for the text that `plain` makes; whole words only. A line break is an "or",
 * `{own}` one of the shared words, ` ..` up to six words in between; all else is a regular expression.
 */
export const phrases = phrasesWith({});

export function phrasesWith(more: Readonly<Record<string, string>>): (lines: TemplateStringsArray) => RegExp {
  const words = { ...WORDS, ...more };
  return (lines) => {
    const source = String.raw(lines)
      .replaceAll(' ..', GAP)
      .replace(/\{([a-z]+)\}/g, (_, word) => must(words[word], `words called ${word}`));
    const pattern = new RegExp(`(?<= )(?:${onOneLine(source)})(?= )`);
    patterns.push(pattern);
    return pattern;
  };
}

function onOneLine(source: string): string {
  return source
    .trim()
    .replace(/[\s|]*\n[\s|]*/g, '|')
    .replaceAll('(?:|', '(?:')
    .replaceAll('|)', ')');
}

/** Where a pattern is found: from and to, in order. */
export function findings(pattern: RegExp, text: string): [from: number, to: number][] {
  const found: [number, number][] = [];
  for (let from = 0; ; ) {
    const next = pattern.exec(from === 0 ? text : text.slice(from));
    if (!next) return found;
    const start = from + next.index;
    found.push([start, start + next[0].length]);
    from = start + next[0].length;
  }
}
