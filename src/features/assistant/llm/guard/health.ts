// Sentences about what is good for a body: doses, diagnoses and what is safe are for people who know, or for a record.
import { countryOf } from '../../../../capability/document.ts';
import { emergencyNumber } from '../../../../guardrails/emergency-numbers.ts';
import type { CheckedSentence } from './checked-sentence.ts';
import { subjectsIn } from './claim-grams.ts';
import { isSupported } from './support.ts';
import { isQuestion } from './text.ts';
import { THRESHOLDS } from './thresholds.ts';

// Chinese, Japanese and Thai set no space before a number.
const DOSE =
  /(?<![\p{Script=Latin}\d.,])\d+(?:[.,]\d+)?\s?(?:mg|mcg|µg|milligrams?|miligramos?|miligramas?|milligrammes?|milligramm[io]?|tablets?|pills?|capsules?|puffs?|tabletten?|comprimidos?|comprimés?|compress[ae]|pastillas?|pillole?|kapseln?|cápsulas?|gélules?|gocce|gotas|gouttes|tropfen|druppels|tablet(?:ki|ek)|krople|毫克|片|粒|滴|錠|ミリグラム|カプセル|ملغ\p{L}*|حب(?:ة|ات)|أقراص|قرص|मिलीग्राम|गोली|गोलियाँ|गोलियां|बूँद\p{L}*)(?![\p{Script=Latin}])/iu;

/** What advice is about. */
const BODY = ['medicine', 'pregnancy', 'condition'];
/** How far it must sound like advice about a body; less where it speaks of one, or where the customer has asked about one. */
const LEAST = THRESHOLDS.health;

const NOT_SAID = 'doses, diagnoses and what is safe for somebody are for people who know to say; refer to them';

/** What is wrong with a sentence that repeats nothing. */
export function unsafeHealth(about: CheckedSentence): string | undefined {
  const { sentence, claims, known } = about;
  if (DOSE.test(sentence) && known.given.isHealth) return NOT_SAID;
  const least = about.isSeen ? Math.max(LEAST.seen, leastOf(about)) : leastOf(about);
  return claims.health > least && !isSupported(about, LEAST.mostly) ? NOT_SAID : undefined;
}

function leastOf({ sentence, subjects, known }: CheckedSentence): number {
  const { business, isHealth, told } = known.given;
  const isOf = (those: readonly string[]) => BODY.some((subject) => those.includes(subject));
  if (isQuestion(sentence)) return LEAST.question;
  if (sentence.includes(emergencyNumber(countryOf(business)))) return LEAST.emergency;
  if (told.some((each) => typeof each === 'string' && isOf(subjectsIn(each)))) return LEAST.asked;
  if (isOf(subjects)) return LEAST.ofBody;
  return isHealth ? LEAST.atPractice : LEAST.plain;
}
