// Text normalization for comparisons.

/** Small letters and figures alone. */
export const normalizeText = (text: string): string =>
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
  normalizeText(text)
    .split(' ')
    .flatMap((word) => {
      if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word))
        return [...word].slice(1).map((sign, at) => [...word][at]! + sign);
      return word.length >= 4 && !COMMON.has(word) ? [word.replace(/(?:ings?|ed|es|s|e)$/, '').slice(0, 8)] : [];
    });

/** What stands around a place, up to the marks beside it. */
export const clauseAt = (sentence: string, at: number): string =>
  `${/[^,;:–—，；：،]*$/u.exec(sentence.slice(0, at))![0]}${/^[^,;:–—，；：،]*/u.exec(sentence.slice(at))![0]}`;

const END = /[?？؟]["'”’)\]]*\s*$|ですか。?\s*$|ますか。?\s*$|ましょうか。?\s*$/u;
export const isQuestion = (sentence: string): boolean => END.test(sentence);

const FIRST =
  /^(?:yes|no|sure|of course|certainly|absolutely|great|good news|happy to help|sí|no|claro|oui|non|bien sûr|ja|nein|natürlich|sim|não|sì|certo|nee|tak|nie|是的|はい|いいえ|نعم|लا|हाँ|जी हाँ)(?: thanks| thank you)?\s*[,!.:–—，、]\s*/iu;
/** Without a word of courtesy before it. */
export const withoutFirst = (sentence: string): string => sentence.replace(FIRST, '');

/** That something is not so, as it is said in twelve languages. */
const NOT =
  /(?<!\p{L})(?:no|not|none|never|without|cannot|\p{L}+n['’]t|nor|neither|unable|sin|nunca|ne|n['’]|pas|aucune?|sans|jamais|nicht|nichts|keine?[nrms]?|ohne|nie|não|nem|sem|nunca|non|né|senza|nessun\p{L}*|mai|niet|geen|nooit|zonder|nie|bez|żad\p{L}+|brak)(?!\p{L})|不|没|无|無|ません|ない|なし|ずに|لا(?!\p{L})|لم |لن |ليس|بدون|غير|नहीं|बिना|मत(?!\p{L})/iu;
export const isDenied = (text: string): boolean => NOT.test(text);
