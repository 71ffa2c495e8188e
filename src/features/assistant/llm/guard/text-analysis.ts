// Text normalization and simple tests for comparing sentences with records.

/** Lower-case letters, digits and currency signs only. */
export const normalizeText = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['’`]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}$€£¥₹%]+/gu, ' ')
    .trim();

const STOP_WORDS = new Set(
  'that this with have from your they them there their which what when will would could should been were also very just only than then here about some more most into over does each other please'.split(
    ' ',
  ),
);

/** Content words without their endings; Chinese and Japanese as character pairs. */
export const extractContentWords = (text: string): string[] =>
  normalizeText(text)
    .split(' ')
    .flatMap((word) => {
      if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word)) {
        const characters = [...word];
        return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
      }
      return word.length >= 4 && !STOP_WORDS.has(word) ? [word.replace(/(?:ings?|ed|es|s|e)$/, '').slice(0, 8)] : [];
    });

/** The clause around a position, up to the nearest punctuation on each side. */
export const findClauseAt = (sentence: string, position: number): string =>
  sentence.slice(0, position).replace(/^.*[,;:–—，；：،]/su, '') +
  sentence.slice(position).replace(/[,;:–—，；：،].*$/su, '');

const QUESTION_END_PATTERN = /[?？؟]["'”’)\]]*\s*$|ですか。?\s*$|ますか。?\s*$|ましょうか。?\s*$/u;
export const isQuestion = (sentence: string): boolean => QUESTION_END_PATTERN.test(sentence);

const INTERJECTION_PATTERN =
  /^(?:yes|no|sure|of course|certainly|absolutely|great|good news|happy to help|sí|no|claro|oui|non|bien sûr|ja|nein|natürlich|sim|não|sì|certo|nee|tak|nie|是的|はい|いいえ|نعم|لا|हाँ|जी हाँ)(?: thanks| thank you)?\s*[,!.:–—，、]\s*/iu;
/** Without an opening such as "Yes," or "Of course,". */
export const withoutInterjection = (sentence: string): string => sentence.replace(INTERJECTION_PATTERN, '');

/** Negation words in twelve languages. */
const NEGATION_PATTERN =
  /(?<!\p{L})(?:no|not|none|never|without|cannot|\p{L}+n['’]t|nor|neither|unable|sin|nunca|ne|n['’]|pas|aucune?|sans|jamais|nicht|nichts|keine?[nrms]?|ohne|nie|não|nem|sem|nunca|non|né|senza|nessun\p{L}*|mai|niet|geen|nooit|zonder|nie|bez|żad\p{L}+|brak)(?!\p{L})|不|没|无|無|ません|ない|なし|ずに|لا(?!\p{L})|لم |لن |ليس|بدون|غير|नहीं|बिना|मत(?!\p{L})/iu;
export const hasNegation = (text: string): boolean => NEGATION_PATTERN.test(text);
