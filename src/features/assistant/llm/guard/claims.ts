// Whether a sentence claims that something was done for this customer, and whether a record backs the claim.
import { claimsCompletedAction } from '../../output-guard.ts';
import { type Facts, HANDED_OVER_RECORD } from './evidence.ts';
import type { ParsedSentence } from './parsed-sentence.ts';
import { extractContentWords, isQuestion } from './text-analysis.ts';
import { THRESHOLDS } from './thresholds.ts';

/** The languages in which claims of completed actions can be recognised. */
export const CHECKED_LANGUAGES = new Set(['en', 'es', 'fr', 'de', 'pt', 'it', 'nl', 'pl', 'zh', 'ja', 'ar', 'hi']);

/**
 * Low thresholds, because a false claim costs more than a dropped sentence. Questions and near-quotes of the records
 * need a higher score.
 */
const DEED_THRESHOLDS = THRESHOLDS.deed;

/**
 * How the evidence explains the sentence: `compared` with hours or availability and true, the values of a `record`, or
 * only an entry `named`.
 */
export type EvidenceMatch = 'compared' | 'record' | 'named' | undefined;

export function isCompletionClaim(
  sentence: string,
  score: number,
  facts: readonly Facts[],
  match: EvidenceMatch,
  isEnglish: boolean,
): boolean {
  if (claimsCompletedAction(sentence)) return true;
  const isQuoted = isMostlyQuoted(sentence, facts);
  const baseThreshold = isEnglish ? DEED_THRESHOLDS.english : DEED_THRESHOLDS.plain;
  const namedThreshold = match === 'named' ? Math.max(DEED_THRESHOLDS.named, baseThreshold) : baseThreshold;
  const recordThreshold = isEnglish ? DEED_THRESHOLDS.englishRecord : DEED_THRESHOLDS.record;
  const matchThresholds = { compared: DEED_THRESHOLDS.compared, record: recordThreshold, named: namedThreshold };
  const evidenceThreshold = Math.max(
    match ? matchThresholds[match] : baseThreshold,
    isQuoted ? DEED_THRESHOLDS.written : baseThreshold,
  );
  const threshold = isQuestion(sentence) ? Math.max(DEED_THRESHOLDS.question, evidenceThreshold) : evidenceThreshold;
  return score > threshold;
}

/** Most of its words are in one text of the business, so it reports that text. */
function isMostlyQuoted(sentence: string, facts: readonly Facts[]): boolean {
  const words = [...new Set(extractContentWords(sentence))];
  if (words.length < 2) return false;
  return facts.some(({ texts }) =>
    texts.some((text) => words.filter((word) => text.words.has(word)).length >= words.length * DEED_THRESHOLDS.mostly),
  );
}

const CANCELED_PATTERN =
  /cancel|storn|annul|abgesagt|absag|anul|cancelad|odwoł|取消|キャンセル|ألغ|إلغاء|रद्द|geannuleerd|afgezegd/iu;
const DELIVERED_PATTERN =
  /deliver|entreg|livr|zugestellt|geliefert|consegn|bezorgd|dostarcz|送达|配達|お届け|توصيل|سلم|डिलीवर/iu;
const REFUNDED_PATTERN =
  /refund|return|retour|devolu|rückgabe|restitu|reembols|rembours|erstatt|rimbors|terugbeta|teruggestort|zwrot|zwróc|退款|返金|استرداد|रिफ़ंड|रिफंड|charged|waived|credited|payment/iu;
const REFERENCE_CODE_PATTERN = /(?<![\p{L}\p{N}])(?=[A-Z0-9-]*\d)(?=[A-Z0-9-]*[A-Z])[A-Z0-9-]{5,}(?![\p{L}\p{N}])/gu;

/** A record of this conversation confirms the action, with every value in the sentence. */
export function isBackedByRecord(parsed: ParsedSentence, customerMessage: string): boolean {
  const { sentence, values, claimScores } = parsed;
  const { toolFacts, conversationFacts } = parsed.evidence;
  // A customer who asked to cancel may only be told so of a canceled record, whatever the wording.
  const codes = sentence.match(REFERENCE_CODE_PATTERN) ?? [];
  const { times, numbers, days } = values;
  const hasDetails = times.length + numbers.length + codes.length > 0 || days.some(({ date }) => date);
  const isCancellation =
    CANCELED_PATTERN.test(sentence) ||
    (CANCELED_PATTERN.test(customerMessage) && (claimScores.deed > DEED_THRESHOLDS.sure || !hasDetails));
  const backsClaim = (record: Record<string, unknown>) => {
    const { status } = record as { status: string };
    if (isCancellation !== /cancel/i.test(status)) return false;
    if (DELIVERED_PATTERN.test(sentence) && status !== 'delivered') return false;
    if (REFUNDED_PATTERN.test(sentence) && !/refund|returned/i.test(JSON.stringify(record))) return false;
    // A handover record backs that the team has the request now, but no booking.
    return status !== HANDED_OVER_RECORD.status || !(hasDetails || claimsCompletedAction(sentence));
  };
  return (
    toolFacts.completedActions.some(backsClaim) &&
    values.times.every(({ minutes }) => minutes.some((minute) => toolFacts.times.has(minute))) &&
    values.days.every(({ date }) => !date || toolFacts.dates.has(`${date.month}-${date.day}`)) &&
    values.money.every(({ amount }) => toolFacts.amounts.has(amount)) &&
    values.numbers.every(({ value }) => toolFacts.numbers.has(value) || conversationFacts.numbers.has(value)) &&
    codes.every((code) => toolFacts.lowerCaseText.includes(code.toLowerCase()))
  );
}
