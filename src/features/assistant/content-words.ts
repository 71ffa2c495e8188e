// The words of a text without stop words, for comparing topics.
const STOP_WORDS = new Set(
  `a an the and or but if is are was be do does did can could will would should may i you we they he she it my your
  our their me us them to of in on at for with from by about there here this that these those what when where who
  which how why have has had get got any some no not please also so as up out then than just like need want am im
  ive id u ur guys hi hello hey come one much many`.split(/\s+/),
);

export function extractContentWords(text: string): Set<string> {
  const words =
    text
      .toLowerCase()
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => !STOP_WORDS.has(word)).map(stem));
}

const MAX_UNSTEMMED_CHARS = 4;
/** A rough stem, enough to match "parking" with "park". */
const stem = (word: string) =>
  word.length > MAX_UNSTEMMED_CHARS ? word.replace(/(?:ings?|ed|ies|es|s|ly)$/, '') : word;
