// Texts in a form in which they can be compared.

/** Small letters and figures alone. */
export const normalOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['’`]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}$€£¥₹%]+/gu, ' ')
    .trim();

const COMMON = new Set(
  'that this with have from your they them there their which what when will would could should been were also very just only than then here about some more most into over does each other please'.split(
    ' ',
  ),
);

/** Words that say what a text is about, without their endings; signs of Chinese and Japanese by twos. */
export const wordsOf = (text: string): string[] =>
  normalOf(text)
    .split(' ')
    .flatMap((word) => {
      if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word))
        return [...word].slice(1).map((sign, at) => [...word][at]! + sign);
      return word.length >= 4 && !COMMON.has(word) ? [word.replace(/(?:ings?|ed|es|s|e)$/, '').slice(0, 8)] : [];
    });

const END = /[?？؟]["'”’)\]]*\s*$|ですか。?\s*$|ますか。?\s*$|ましょうか。?\s*$/u;
export const isQuestion = (sentence: string): boolean => END.test(sentence);

const FIRST =
  /^(?:yes|no|sure|of course|certainly|absolutely|great|good news|happy to help|sí|no|claro|oui|non|bien sûr|ja|nein|natürlich|sim|não|sì|certo|nee|tak|nie|是的|はい|いいえ|نعم|लا|हाँ|जी हाँ)(?: thanks| thank you)?\s*[,!.:–—，、]\s*/iu;
/** Without a word of courtesy before it. */
export const withoutFirst = (sentence: string): string => sentence.replace(FIRST, '');
