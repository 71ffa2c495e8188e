import { memoize } from '../kernel/memoize.ts';
import { isAbuse } from './abuse.ts';
import { hasHarmedSelf, isDanger, isSelfHarm } from './danger.ts';
import { isInjection } from './injection.ts';
import { type Advice, findMedicalAdvice } from './medical-advice.ts';
import { isMedicalEmergency } from './medical-emergency.ts';
import { normalize } from './normalize.ts';
import { asksAboutOthers } from './other-people.ts';
import type { Risk, SevereRisk } from './risk.ts';
import type { Traits } from './traits.ts';
import { needsCareToday } from './urgent-care.ts';

export type Emergency = 'medical' | 'poisoning' | 'self-harm' | 'harmed' | 'danger' | 'animal';

export type SafetyIssue =
  | { kind: 'emergency'; about: Emergency }
  | { kind: 'urgent' }
  | { kind: 'medical-advice'; about: Advice }
  | { kind: 'other-people' }
  | { kind: 'injection' }
  | { kind: 'abuse' };

/** `urgentRisk`: an uncertain risk, so a notice follows the answer. */
type InputGuardResult = { issue?: SafetyIssue; urgentRisk?: SevereRisk };

/**
 * Runs before anything else and combines the rules with the learned detector. Where a life may be at risk, doubt counts
 * as an alarm.
 */
export function guardInput(message: string, context: SafetyContext, risk: Risk): InputGuardResult {
  const issue = findSafetyIssue(message, context);
  const isAlarm = risk.level === 'alarm';
  if (issue?.kind === 'emergency') {
    // A figure of speech gets an answer plus a notice, for anyone who means it literally. Self-harm is always taken
    // literally. Long letters report the past and are rarely written in an emergency.
    const isDoubtful = risk.level === 'calm' || (!isAlarm && isLongLetter(message));
    const isFigureOfSpeech = isDoubtful && issue.about === 'medical' && !hasHarmedSelf(message);
    if (isFigureOfSpeech) return { urgentRisk: SEVERE_RISK_BY_EMERGENCY[issue.about] };
    // The rules assume people; the detector is better at telling whether an animal or a poisoning is involved.
    if (issue.about !== 'medical' || !isAlarm) return { issue };
    if (risk.kind === 'self_harm') return { issue: { kind: 'emergency', about: 'harmed' } };
    const isAnimalOrPoisoning = risk.kind === 'animal_emergency' || risk.kind === 'poisoning';
    return { issue: isAnimalOrPoisoning ? emergencyFromRisk(risk) : issue };
  }
  if (isAlarm) return { issue: emergencyFromRisk(risk) };
  const mustBeSeen = risk.needsCareToday && issue?.kind !== 'abuse';
  const detectedIssue = mustBeSeen ? { kind: 'urgent' as const } : (issue ?? issueFromRisk(risk));
  return {
    ...(detectedIssue ? { issue: detectedIssue } : {}),
    ...(risk.level === 'caution' ? { urgentRisk: risk.kind } : {}),
  };
}

/** A longer message counts as a letter. */
const LETTER_MIN_WORDS = 60;
const isLongLetter = (message: string): boolean => message.trim().split(/\s+/).length > LETTER_MIN_WORDS;

function issueFromRisk({ isPrying, isInjecting }: Risk): SafetyIssue | undefined {
  if (isInjecting) return { kind: 'injection' };
  return isPrying ? { kind: 'other-people' } : undefined;
}

const emergencyFromRisk = ({ kind }: Risk): SafetyIssue => ({ kind: 'emergency', about: EMERGENCY_OF[kind] });

const EMERGENCY_OF: Readonly<Record<SevereRisk, Emergency>> = {
  self_harm: 'self-harm',
  emergency: 'medical',
  poisoning: 'poisoning',
  danger: 'danger',
  animal_emergency: 'animal',
};

export const SEVERE_RISK_BY_EMERGENCY: Readonly<Record<Emergency, SevereRisk>> = {
  'self-harm': 'self_harm',
  harmed: 'self_harm',
  medical: 'emergency',
  poisoning: 'poisoning',
  danger: 'danger',
  animal: 'animal_emergency',
};

type SafetyContext = { traits: Traits; businessName?: string };

/** The rules alone, the same in every industry. The most severe issue wins. */
export const findSafetyIssue = memoize(
  (text, { traits, businessName = '' }) => JSON.stringify([traits, businessName, text]),
  applyRules,
);

function applyRules(text: string, context: SafetyContext): SafetyIssue | undefined {
  const normalized = normalize(text);
  if (isSelfHarm(normalized, context.traits))
    return { kind: 'emergency', about: hasHarmedSelf(normalized) ? 'harmed' : 'self-harm' };
  if (isMedicalEmergency(normalized)) return { kind: 'emergency', about: 'medical' };
  if (isDanger(normalized)) return { kind: 'emergency', about: 'danger' };
  if (isAbuse(normalized)) return { kind: 'abuse' };
  if (needsCareToday(normalized, context.traits)) return { kind: 'urgent' };
  const advice = findMedicalAdvice(normalized, context.traits);
  if (advice) return { kind: 'medical-advice', about: advice };
  if (asksAboutOthers(normalized, context.businessName)) return { kind: 'other-people' };
  if (isInjection(normalized)) return { kind: 'injection' };
  return undefined;
}
