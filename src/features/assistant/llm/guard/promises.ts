// Refunds, discounts, waived fees and favours: only where the records say that the business grants them.

import { findMatchingWordLists } from './claim-features.ts';
import type { ParsedSentence } from './parsed-sentence.ts';
import { hasWrittenValues, isDeniedInRecords, isWrittenInRecords } from './support.ts';
import { extractContentWords, hasNegation, isQuestion } from './text-analysis.ts';
import { THRESHOLDS } from './thresholds.ts';
import { reportsAvailability } from './unsupported-values.ts';

/** Subjects of concessions. */
const CONCESSION_SUBJECTS = ['refund', 'waive', 'credit', 'discount', 'free', 'once'];
/** Minimum scores for a promise; lower where it mentions a concession. */
const PROMISE_THRESHOLDS = THRESHOLDS.promise;

/** Why the sentence must be dropped, or undefined. */
export function findUnsupportedPromise(parsed: ParsedSentence): string | undefined {
  const { claimScores, subjects, values } = parsed;
  const concessions = CONCESSION_SUBJECTS.filter((subject) => subjects.includes(subject));
  if (claimScores.promise <= chooseThreshold(parsed, concessions)) return undefined;
  if (concessions.length === 0 && isBareConfirmation(parsed)) return undefined;
  if (concessions.every((subject) => subject === 'once') && hasEntryValues(parsed)) return undefined;
  if (concessions.every((subject) => subject === 'free') && reportsAvailability(parsed)) return undefined;
  const isOnlyFree =
    concessions.every((subject) => subject === 'free') && values.spans.length + values.percents.length === 0;
  if (concessions.length > 0 && isOnlyFree && claimScores.promise <= PROMISE_THRESHOLDS.free) return undefined;
  if (isWrittenInRecords(parsed, PROMISE_THRESHOLDS.mostly)) return undefined;
  if (
    claimScores.promise <= PROMISE_THRESHOLDS.written &&
    statesRule(parsed, concessions) &&
    !isDeniedInRecords(parsed, RULE_SUBJECTS)
  )
    return undefined;
  return 'no record says that this is given or promised; say the rule as it is written, or that the team decides';
}

/** A bare confirmation such as "Yes, we do." promises no more than the customer asked about. */
const isBareConfirmation = ({ sentence, mentions, subjects, evidence }: ParsedSentence): boolean => {
  const names = new Set(mentions.flatMap(({ entry }) => extractContentWords(entry.name)));
  const words = extractContentWords(sentence).filter((word) => !names.has(word));
  const customerMessage = evidence.input.conversationData.find((each) => typeof each === 'string') as
    | string
    | undefined;
  return (
    words.length === 0 &&
    !subjects.includes('money') &&
    !findMatchingWordLists(customerMessage ?? '').some((each) => RULE_SUBJECTS.includes(each))
  );
};

/** It gives a mentioned entry's own price and duration. */
const hasEntryValues = ({ values: { money, spans, percents }, mentions, focus }: ParsedSentence): boolean => {
  const entries = (mentions.length > 0 ? mentions : focus).map(({ entry }) => entry);
  return (
    money.length > 0 &&
    percents.length === 0 &&
    money.every(({ amount }) => entries.some(({ amounts }) => amounts.includes(amount))) &&
    spans.every(({ minutes }) => entries.some((entry) => entry.durations.has(minutes)))
  );
};

/** A written rule has the same values. A one-off favour is no rule. */
function statesRule(parsed: ParsedSentence, concessions: readonly string[]): boolean {
  if (concessions.includes('once')) return false;
  // A matching value alone is not enough where the words can be compared too.
  if (concessions.length === 0)
    return (!parsed.isEnglish || parsed.claimScores.promise <= PROMISE_THRESHOLDS.rule) && hasWrittenValues(parsed);
  return hasWrittenValues(parsed, concessions);
}

function chooseThreshold(
  { sentence, subjects, values, hasEmbedding }: ParsedSentence,
  concessions: readonly string[],
): number {
  if (isQuestion(sentence)) return PROMISE_THRESHOLDS.question;
  if (concessions.length > 0)
    return isConcessionDenied(sentence, concessions, subjects) ? PROMISE_THRESHOLDS.denied : PROMISE_THRESHOLDS.given;
  const percents = values.percents.filter(({ value }) => value !== 100);
  return values.money.length === 0 && percents.length + values.spans.length > 0
    ? PROMISE_THRESHOLDS.value
    : hasEmbedding
      ? PROMISE_THRESHOLDS.seen
      : PROMISE_THRESHOLDS.plain;
}

/**
 * The clause with the concession denies it, or the request is handed over. "Don't worry, it is waived" does neither.
 */
const isConcessionDenied = (sentence: string, concessions: readonly string[], subjects: readonly string[]): boolean =>
  ['cannot', 'passed-on'].some((each) => subjects.includes(each)) ||
  sentence
    .split(/[,;:–—，；：،]/u)
    .some((clause) => hasNegation(clause) && findMatchingWordLists(clause).some((each) => concessions.includes(each)));

/** Subjects of rules about concessions. */
const RULE_SUBJECTS = [...CONCESSION_SUBJECTS, 'money'];
