// Whether a sentence says that something was done or stands for this customer, and whether a record backs it.
import { claimsCompletedAction } from '../../output-guard.ts';
import type { CheckedSentence } from './checked-sentence.ts';
import { type Facts, PASSED_ON } from './evidence.ts';
import { isQuestion, wordsOf } from './text.ts';
import { THRESHOLDS } from './thresholds.ts';

/** The languages in which deeds can be recognised. */
export const CHECKED_LANGUAGES = new Set(['en', 'es', 'fr', 'de', 'pt', 'it', 'nl', 'pl', 'zh', 'ja', 'ar', 'hi']);

/** Rather a sentence too many than one too few; a question, or what is written nearly so, must sound more like a claim. */
const LEAST = THRESHOLDS.deed;

/** Compared with hours or free times and found true, about something with what the records have of it, or its name alone. */
export type KnownAs = 'compared' | 'record' | 'named' | undefined;

export function claimsDone(
  sentence: string,
  margin: number,
  facts: readonly Facts[],
  known: KnownAs,
  isEnglish: boolean,
): boolean {
  if (claimsCompletedAction(sentence)) return true;
  const isTold = isWritten(sentence, facts);
  const plain = isEnglish ? LEAST.english : LEAST.plain;
  const asNamed = known === 'named' ? Math.max(LEAST.named, plain) : plain;
  const asRecord = isEnglish ? LEAST.englishRecord : LEAST.record;
  const asKnown = { compared: LEAST.compared, record: asRecord, named: asNamed };
  const asTold = Math.max(known ? asKnown[known] : plain, isTold ? LEAST.written : plain);
  const least = isQuestion(sentence) ? Math.max(LEAST.question, asTold) : asTold;
  return margin > least;
}

/** Most of its words stand in one text of the business: it tells of that. */
function isWritten(sentence: string, facts: readonly Facts[]): boolean {
  const words = [...new Set(wordsOf(sentence))];
  if (words.length < 2) return false;
  return facts.some(({ texts }) =>
    texts.some((text) => words.filter((word) => text.words.has(word)).length >= words.length * LEAST.mostly),
  );
}

const CANCELLED =
  /cancel|storn|annul|abgesagt|absag|anul|cancelad|odwoł|取消|キャンセル|ألغ|إلغاء|रद्द|geannuleerd|afgezegd/iu;
const DELIVERED =
  /deliver|entreg|livr|zugestellt|geliefert|consegn|bezorgd|dostarcz|送达|配達|お届け|توصيل|سلم|डिलीवर/iu;
const REFUNDED =
  /refund|return|retour|devolu|rückgabe|restitu|reembols|rembours|erstatt|rimbors|terugbeta|teruggestort|zwrot|zwróc|退款|返金|استرداد|रिफ़ंड|रिफंड|charged|waived|credited|payment/iu;
const CODE = /(?<![\p{L}\p{N}])(?=[A-Z0-9-]*\d)(?=[A-Z0-9-]*[A-Z])[A-Z0-9-]{5,}(?![\p{L}\p{N}])/gu;

/** A record of this conversation has all that the sentence says of it. */
export function isBacked(about: CheckedSentence, asked: string): boolean {
  const { sentence, values, claims } = about;
  const { results: facts, told } = about.known;
  // Who has asked to cancel is told so only of what is cancelled, however it is put.
  const codes = sentence.match(CODE) ?? [];
  const { times, numbers, days } = values;
  const isRetold = times.length + numbers.length + codes.length > 0 || days.some(({ date }) => date);
  const isCancelling = CANCELLED.test(sentence) || (CANCELLED.test(asked) && (claims.deed > LEAST.sure || !isRetold));
  const covers = (record: Record<string, unknown>) => {
    const { status } = record as { status: string };
    if (isCancelling !== /cancel/i.test(status)) return false;
    if (DELIVERED.test(sentence) && status !== 'delivered') return false;
    if (REFUNDED.test(sentence) && !/refund|returned/i.test(JSON.stringify(record))) return false;
    // That it is with the team now, and nothing of a booking.
    return status !== PASSED_ON.status || !(isRetold || claimsCompletedAction(sentence));
  };
  return (
    facts.deeds.some(covers) &&
    values.times.every(({ minutes }) => minutes.some((at) => facts.times.has(at))) &&
    values.days.every(({ date }) => !date || facts.dates.has(`${date.month}-${date.day}`)) &&
    values.money.every(({ amount }) => facts.amounts.has(amount)) &&
    values.numbers.every(({ value }) => facts.numbers.has(value) || told.numbers.has(value)) &&
    codes.every((code) => facts.all.includes(code.toLowerCase()))
  );
}
