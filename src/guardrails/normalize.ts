/** Contractions, chat shorthand and common typos, with their standard form. */
const STANDARD_FORMS = new Map(
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

// Invisible characters hide words from the rules and are never intended by a customer.
const INVISIBLE_CHARACTER_PATTERN = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff]/g;
const TOKEN_PATTERN = /\d+(?:[.,/]\d+)+|[\p{L}\p{M}\p{N}]+(?:'[\p{L}]+)*|[.!?;\n]+|,|%|&|😂|🤣/gu;
const SENTENCE_END_PATTERN = /^[.!?;\n]/;
const TITLE_PATTERN = /\b(dr|mrs?|ms|st)\./g;

/**
 * A message in the form that rules expect: lower case, contractions expanded or closed up ("don't" → "dont"), single
 * spaces, commas as words, sentence ends as " . " or " ? ", a genitive as " 's", with a space at both ends.
 */
export function normalize(text: string): string {
  const cleaned = text
    .normalize('NFKC')
    .replace(INVISIBLE_CHARACTER_PATTERN, '')
    .replace(/[’‘`´]/g, "'")
    .toLowerCase()
    .replace(TITLE_PATTERN, '$1');
  let normalized = ' ';
  for (const token of cleaned.match(TOKEN_PATTERN) ?? []) {
    const word = SENTENCE_END_PATTERN.test(token) ? (token.includes('?') ? '?' : '.') : toStandardForm(token);
    normalized += `${word} `;
  }
  return toOneByteString(normalized.replaceAll(' can not ', ' cant '));
}

// A one-byte string: V8 compiles patterns again for two-byte strings, and no rule has a letter beyond Latin-1.
function toOneByteString(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}

function toStandardForm(token: string): string {
  const standardSpelling = STANDARD_FORMS.get(token);
  if (standardSpelling !== undefined) return standardSpelling;
  if (token.endsWith("'s")) return `${token.slice(0, -2)} 's`;
  return token.replaceAll("'", '');
}

/** The sentence around a range of normalized text, with a space at each end. */
export function getSentenceAround(text: string, start: number, end: number): string {
  const sentenceStart = Math.max(text.lastIndexOf(' . ', start), text.lastIndexOf(' ? ', start));
  const sentenceEnds = [text.indexOf(' . ', end - 1), text.indexOf(' ? ', end - 1)].filter((end) => end >= 0);
  return text.slice(
    sentenceStart < 0 ? 0 : sentenceStart + 2,
    sentenceEnds.length > 0 ? Math.min(...sentenceEnds) + 1 : text.length,
  );
}
