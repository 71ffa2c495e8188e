// Replies to messages that the input guard flags, such as emergencies and requests for medical advice.
import { countryOf } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import { findSafetyIssue, type SafetyIssue } from '../../guardrails/input-guard.ts';
import { answerSafetyIssue } from '../../guardrails/replies.ts';
import { guessLanguage } from '../../nlu/language.ts';
import { extractEntities } from './extract-entities.ts';
import type { BusinessContext } from './general.ts';
import type { Nlu } from './predict-intent.ts';
import { BLANK_REPLY, type Reply } from './reply.ts';
import { VERY_CONFIDENT } from './thresholds.ts';
import type { Turn } from './turn.ts';

/** The score at which an FAQ counts as the business's own answer to a medical question. */
const FAQ_ADVICE_THRESHOLD = 0.95;

/** The capability that books a medical visit, in industries that have one. */
export const findHealthBookingIntent = (industry: AnyIndustry | undefined) =>
  industry?.capabilities.find(({ health, bookingRequest }) => health && bookingRequest)?.name;

/** The rest of a long message that asks a medical question among others; empty where nothing else is asked. */
export function removeMedicalQuestions({ message: { segments }, businessContext: { industry } }: Turn): string {
  const findIssueKind = ({ text }: { text: string }) => findSafetyIssue(text, { traits: industry?.traits ?? {} })?.kind;
  const otherSegments = segments.filter((segment) => !findIssueKind(segment));
  const leavesQuestions = otherSegments.some(({ isQuestion }) => isQuestion) && otherSegments.length < segments.length;
  return leavesQuestions && segments.length >= MIN_LETTER_SENTENCES
    ? otherSegments.map(({ text }) => text).join(' ')
    : '';
}

/** A message with at least this many sentences is treated as a letter. */
const MIN_LETTER_SENTENCES = 4;

/**
 * Whether a flagged message can be answered normally: the business has published the answer itself, or the customer asks
 * for an appointment rather than advice.
 */
export async function isSafeToAnswer(
  nlu: Nlu,
  businessContext: BusinessContext,
  safetyIssue: SafetyIssue,
  message: string,
): Promise<boolean> {
  if (safetyIssue.kind !== 'medical-advice' && safetyIssue.kind !== 'other-people') return false;
  const { business, industry, now } = businessContext;
  const [hit] = await nlu.search(message, businessContext);
  const faqScore = hit?.passage.source.kind === 'faq' ? hit.score : 0;
  if (safetyIssue.kind === 'other-people') return faqScore >= VERY_CONFIDENT;
  if (faqScore >= FAQ_ADVICE_THRESHOLD) return true;
  const prediction = await nlu.predictIntent(message, businessContext);
  const { date, days, soonest } = extractEntities(message, {
    business,
    industry,
    now,
    requestedSlots: [],
    businessName: businessContext.businessName,
  });
  return Boolean(date || days || soonest) && prediction.ranked[0]?.intent === findHealthBookingIntent(industry);
}

/** The fixed reply to a safety issue, which no model may rephrase. */
export function renderSafetyReply(
  { business, businessName, industry }: BusinessContext,
  safetyIssue: SafetyIssue,
  message: string,
): Reply {
  const { phone } = business.contact;
  const { onCall } = business.safety ?? {};
  const { text, intent, handoff, suggestions } = answerSafetyIssue(safetyIssue, {
    businessName,
    country: countryOf(business),
    isFormal: business.tone === 'formal',
    isHealthCare: findHealthBookingIntent(industry) !== undefined,
    language: guessLanguage(message),
    ...(phone ? { phone } : {}),
    ...(onCall ? { onCallPhone: onCall } : {}),
  });
  return {
    ...BLANK_REPLY,
    text,
    intent,
    confidence: 1,
    status: handoff ? 'handoff' : 'open',
    suggestions,
    policy: 'danger',
  };
}
