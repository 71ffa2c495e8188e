// Medical advice: doses, diagnoses and safety statements are only allowed when a record says the same.
import { countryOf } from '../../../../capability/document.ts';
import { getEmergencyNumber } from '../../../../guardrails/emergency-numbers.ts';
import { findMatchingWordLists } from './claim-features.ts';
import type { ParsedSentence } from './parsed-sentence.ts';
import { isWrittenInRecords } from './support.ts';
import { isQuestion } from './text-analysis.ts';
import { THRESHOLDS } from './thresholds.ts';

// Chinese, Japanese and Thai put no space before a number.
const DOSE_PATTERN =
  /(?<![\p{Script=Latin}\d.,])\d+(?:[.,]\d+)?\s?(?:mg|mcg|µg|milligrams?|miligramos?|miligramas?|milligrammes?|milligramm[io]?|tablets?|pills?|capsules?|puffs?|tabletten?|comprimidos?|comprimés?|compress[ae]|pastillas?|pillole?|kapseln?|cápsulas?|gélules?|gocce|gotas|gouttes|tropfen|druppels|tablet(?:ki|ek)|krople|毫克|片|粒|滴|錠|ミリグラム|カプセル|ملغ\p{L}*|حب(?:ة|ات)|أقراص|قرص|मिलीग्राम|गोली|गोलियाँ|गोलियां|बूँद\p{L}*)(?![\p{Script=Latin}])/iu;

/** Subjects of medical advice. */
const MEDICAL_SUBJECTS = ['medicine', 'pregnancy', 'condition'];
/** Minimum scores for medical advice; lower where the sentence or the customer mentions a medical subject. */
const HEALTH_THRESHOLDS = THRESHOLDS.health;

const REJECTION_DETAIL = 'doses, diagnoses and what is safe for somebody are for people who know to say; refer to them';

/** Why the sentence must be dropped, or undefined. */
export function findHealthAdvice(parsed: ParsedSentence): string | undefined {
  const { sentence, claimScores, evidence } = parsed;
  if (DOSE_PATTERN.test(sentence) && evidence.input.isAboutHealth) return REJECTION_DETAIL;
  const threshold = parsed.hasEmbedding
    ? Math.max(HEALTH_THRESHOLDS.seen, chooseThreshold(parsed))
    : chooseThreshold(parsed);
  return claimScores.health > threshold && !isWrittenInRecords(parsed, HEALTH_THRESHOLDS.mostly)
    ? REJECTION_DETAIL
    : undefined;
}

function chooseThreshold({ sentence, subjects, evidence }: ParsedSentence): number {
  const { business, isAboutHealth, conversationData } = evidence.input;
  const isMedical = (subjectNames: readonly string[]) =>
    MEDICAL_SUBJECTS.some((subject) => subjectNames.includes(subject));
  if (isQuestion(sentence)) return HEALTH_THRESHOLDS.question;
  if (sentence.includes(getEmergencyNumber(countryOf(business)))) return HEALTH_THRESHOLDS.emergency;
  if (conversationData.some((each) => typeof each === 'string' && isMedical(findMatchingWordLists(each))))
    return HEALTH_THRESHOLDS.asked;
  if (isMedical(subjects)) return HEALTH_THRESHOLDS.ofBody;
  return isAboutHealth ? HEALTH_THRESHOLDS.atPractice : HEALTH_THRESHOLDS.plain;
}
