// Whether a sentence says that a time is available or taken.
import { isQuestion } from './text-analysis.ts';

const AVAILABLE_WORDS_PATTERN =
  /(?<![\p{L}-])(?:free(?! of)|available|availability|openings?|open slots?|slots?|spots?|we have|i have|there(?:['’]s| is| are)|can offer|could do|works|possible|libres?|disponibles?|hueco|tenemos|hay|quedan?|avons|reste|dispon[íi]\p{L}*|frei(?:e|en|er)?|verfügbar|haben wir|hätten wir|livres?|vagas?|temos|há|liber[oiae]|abbiamo|c['’]è|ci sono|vrij|beschikbaar|hebben we|woln[eya]\p{L}*|dostępn\p{L}*|mamy)(?![\p{L}-])|有空|空位|可预约|可以预约|还有|空いて|空き|ご用意でき|متاح\p{L}*|متوفر\p{L}*|شاغر|لدينا|खाली|उपलब्ध/iu;
const BOOKABLE_WORDS_PATTERN =
  /(?<!\p{L})(?:tables?|appointments?|slots?|spots?|times?|places?|class(?:es)?|opening|mesas?|citas?|huecos?|plazas?|table|créneaux?|rendez-vous|tisch\p{L}*|termin\p{L}*|platz|plätze|horários?|vagas?|consultas?|tavol[oi]|appuntament[oi]|post[oi]|tafels?|afspra\p{L}*|plek\p{L}*|stolik\p{L}*|termin\p{L}*|miejsc\p{L}*)(?!\p{L})|桌|位|席|テーブル|枠|طاولة|موعد|टेबल|अपॉइंटमेंट|जगह/iu;
const NEGATION_WORDS_PATTERN =
  /(?<!\p{L})(?:not|no|none|isn['’]t|aren['’]t|don['’]t|fully booked|taken|sold out|no hay|pas|plus|aucune?|kein\p{L}*|nicht|ausgebucht|não|non|geen|niet|nie|brak)(?!\p{L})|没有|没|满|ません|満席|(?<!\p{L})لا(?!\p{L})|नहीं/iu;

/** These mean that something is available, whatever it is. */
export const PLAINLY_AVAILABLE_WORDS_PATTERN =
  /(?<![\p{L}-])(?:(?:is|are|still|has|have|there(?:['’]s| is| are)|got) (?:\p{L}+ )?(?:free|available|space|room|open|openings?)|(?:libres?|disponibles?|hay (?:sitio|hueco|plazas?|lugar)|quedan?)|(?:reste|il y a) (?:\p{L}+ )?(?:places?|créneaux?)|(?:frei|verfügbar)|plätze? frei|(?:há|tem|temos) (?:vagas?|lugar(?:es)?)|liber[oiae]|disponibil\p{L}*|ci sono posti|c['’]è posto|(?:vrij|beschikbaar)|plek|ruimte|woln[eya]\p{L}*|dostępn\p{L}*)(?![\p{L}-])|有空|空位|有位|有名额|空いて|空き|متاح\p{L}*|متوفر\p{L}*|شاغر|खाली|उपलब्ध/iu;
export const UNAVAILABLE_WORDS_PATTERN =
  /(?<![\p{L}])(?:taken|full|fully booked|booked (?:up|out)|sold out|not (?:free|available)|nothing (?:free|left)|no longer (?:free|available)|ocupad[oa]s?|complet[oa]s?|llen[oa]s?|agotad[oa]s?|complets?|complète|pris|prise|ausgebucht|belegt|vergeben|voll|esgotad[oa]s?|lotad[oa]s?|cheios?|al completo|occupat[oa]|pien[oa]|vol|volgeboekt|bezet|zajęt\p{L}*|pełn\p{L}*)(?!\p{L})|满|没有空|満席|満員|埋まって|محجوز\p{L}*|ممتلئ\p{L}*|भर (?:गई|गया|चुक)|भरी|खाली नहीं/iu;

export const saysUnavailable = (text: string) =>
  NEGATION_WORDS_PATTERN.test(text) || UNAVAILABLE_WORDS_PATTERN.test(text);
const CLAUSE_BREAK_PATTERN = /[,;–—，；、،]\s*|\s(?:but|pero|mais|aber|mas|ma|maar|ale)\s/iu;

/** Whether a table, appointment or place is said to be available; "nine is taken, ten is free" says so of one. */
export function saysAvailable(sentence: string, hasTime: boolean): boolean {
  if (isQuestion(sentence)) return false;
  const clauses = saysUnavailable(sentence) ? sentence.split(CLAUSE_BREAK_PATTERN) : [sentence];
  return clauses.some(
    (clause) =>
      ((BOOKABLE_WORDS_PATTERN.test(clause) && AVAILABLE_WORDS_PATTERN.test(clause)) ||
        (hasTime && PLAINLY_AVAILABLE_WORDS_PATTERN.test(clause))) &&
      !saysUnavailable(clause),
  );
}
export const saysTimeIsAvailable = (sentence: string, timeText: string): boolean => {
  const clause = saysUnavailable(sentence)
    ? sentence.split(CLAUSE_BREAK_PATTERN).find((clause) => clause.includes(timeText.trim()))
    : sentence;
  return saysAvailable(sentence, true) && !saysUnavailable(clause ?? sentence);
};
