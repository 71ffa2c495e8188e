/** What is said in one go when it is written in several ways: contractions, chat shorthand, common slips. */
const SAME = new Map(
  Object.entries({
    "i'm": 'i am',
    im: 'i am',
    ima: 'i am going to',
    "i've": 'i have',
    ive: 'i have',
    "i'd": 'i would',
    "i'll": 'i will',
    "he'll": 'he will',
    "she'll": 'she will',
    "they'll": 'they will',
    "you'll": 'you will',
    "you're": 'you are',
    youre: 'you are',
    "he's": 'he is',
    hes: 'he is',
    "she's": 'she is',
    shes: 'she is',
    "it's": 'it is',
    "they're": 'they are',
    theyre: 'they are',
    "we're": 'we are',
    "we've": 'we have',
    "there's": 'there is',
    theres: 'there is',
    "what's": 'what is',
    whats: 'what is',
    "who's": 'who is',
    whos: 'who is',
    "where's": 'where is',
    "when's": 'when is',
    whens: 'when is',
    "that's": 'that is',
    thats: 'that is',
    "somebody's": 'somebody is',
    "someone's": 'someone is',
    gonna: 'going to',
    gunna: 'going to',
    wanna: 'want to',
    cannot: 'cant',
    u: 'you',
    ur: 'your',
    r: 'are',
    yr: 'your',
    pls: 'please',
    plz: 'please',
    n: 'and',
    '&': 'and',
    mins: 'minutes',
    '😂': 'haha',
    '🤣': 'haha',
    lol: 'haha',
    lmao: 'haha',
    lolz: 'haha',
    rofl: 'haha',
    breath: 'breathe',
    brethe: 'breathe',
    breeth: 'breathe',
    breating: 'breathing',
    brething: 'breathing',
  }),
);

// Invisible characters hide words from rules and are never meant by a customer.
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff]/g;
const TOKEN = /\d+(?:[.,/]\d+)+|[\p{L}\p{M}\p{N}]+(?:'[\p{L}]+)*|[.!?;\n]+|,|%|&|😂|🤣/gu;
const ENDS = /^[.!?;\n]/;
const TITLE = /\b(dr|mrs?|ms|st)\./g;

/**
 * A message as rules read it: lower case, contractions spelled out or closed up ("don't" → "dont"), single blanks,
 * commas as words, ends of sentences as " . " or " ? ", a genitive as " 's". It begins and ends with a blank.
 */
export function normalize(text: string): string {
  const tidy = text
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(/[’‘`´]/g, "'")
    .toLowerCase()
    .replace(TITLE, '$1');
  let out = ' ';
  for (const token of tidy.match(TOKEN) ?? []) {
    const word = ENDS.test(token) ? (token.includes('?') ? '?' : '.') : spelled(token);
    out += `${word} `;
  }
  return narrow(out.replaceAll(' can not ', ' cant '));
}

// A string of one byte a letter: patterns are compiled anew for wider ones, and no rule has a letter beyond Latin-1.
function narrow(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}

function spelled(token: string): string {
  const same = SAME.get(token);
  if (same !== undefined) return same;
  if (token.endsWith("'s")) return `${token.slice(0, -2)} 's`;
  return token.replaceAll("'", '');
}

/** The sentence around a place in plain text, with a blank at each end. */
export function sentenceAround(text: string, from: number, to: number): string {
  const start = Math.max(text.lastIndexOf(' . ', from), text.lastIndexOf(' ? ', from));
  const ends = [text.indexOf(' . ', to - 1), text.indexOf(' ? ', to - 1)].filter((end) => end >= 0);
  return text.slice(start < 0 ? 0 : start + 2, ends.length > 0 ? Math.min(...ends) + 1 : text.length);
}
