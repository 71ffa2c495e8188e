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

export type Emergency = 'medical' | 'poisoning' | 'self-harm' | 'harmed' | 'danger' | 'animal';

export type SafetyIssue =
  | { kind: 'emergency'; about: Emergency }
  | { kind: 'medical-advice'; about: Advice }
  | { kind: 'other-people' }
  | { kind: 'injection' }
  | { kind: 'abuse' };

/** `urgent`: a doubtful risk, for which a notice follows the answer. */
type InputGuardResult = { danger?: SafetyIssue; urgent?: SevereRisk };

/**
 * The input guard runs before anything else: safety issues found by the rules or by the learned detector. Where a life may
 * be at risk, doubt counts as an alarm.
 */
export function guardInput(message: string, about: Place, risk: Risk): InputGuardResult {
  const found = findSafetyIssue(message, about);
  const isAlarm = risk.level === 'alarm';
  if (found?.kind === 'emergency') {
    // A figure of speech gets the answer and a notice, for anyone who means it literally. Self-harm is always taken at its
    // word. Long letters report the past and are rarely written in an emergency.
    const isDoubtful = risk.level === 'calm' || (!isAlarm && isLetter(message));
    const isFigure = isDoubtful && found.about === 'medical' && !hasHarmedSelf(message);
    if (isFigure) return { urgent: SEVERE_RISK_OF[found.about] };
    // The rules are about people; the detector tells better whom a message is about.
    if (found.about !== 'medical' || !isAlarm) return { danger: found };
    if (risk.kind === 'self_harm') return { danger: { kind: 'emergency', about: 'harmed' } };
    const isOther = risk.kind === 'animal_emergency' || risk.kind === 'poisoning';
    return { danger: isOther ? emergencyOf(risk) : found };
  }
  if (isAlarm) return { danger: emergencyOf(risk) };
  const danger = found ?? issueIn(risk);
  return { ...(danger ? { danger } : {}), ...(risk.level === 'caution' ? { urgent: risk.kind } : {}) };
}

/** A message with more words is a letter. */
const LETTER = 60;
const isLetter = (message: string): boolean => message.trim().split(/\s+/).length > LETTER;

function issueIn({ pries, orders }: Risk): SafetyIssue | undefined {
  if (orders) return { kind: 'injection' };
  return pries ? { kind: 'other-people' } : undefined;
}

const emergencyOf = ({ kind }: Risk): SafetyIssue => ({ kind: 'emergency', about: ABOUT[kind] });

const ABOUT: Readonly<Record<SevereRisk, Emergency>> = {
  self_harm: 'self-harm',
  emergency: 'medical',
  poisoning: 'poisoning',
  danger: 'danger',
  animal_emergency: 'animal',
};

export const SEVERE_RISK_OF: Readonly<Record<Emergency, SevereRisk>> = {
  'self-harm': 'self_harm',
  harmed: 'self_harm',
  medical: 'emergency',
  poisoning: 'poisoning',
  danger: 'danger',
  animal: 'animal_emergency',
};

type Place = { traits: Traits; businessName?: string };

/** The rules alone: readable, and the same in every industry. The gravest issue comes first. */
export const findSafetyIssue = memoize(
  (text, { traits, businessName = '' }) => JSON.stringify([traits, businessName, text]),
  read,
);

function read(text: string, about: Place): SafetyIssue | undefined {
  const words = normalize(text);
  if (isSelfHarm(words, about.traits))
    return { kind: 'emergency', about: hasHarmedSelf(words) ? 'harmed' : 'self-harm' };
  if (isMedicalEmergency(words)) return { kind: 'emergency', about: 'medical' };
  if (isDanger(words)) return { kind: 'emergency', about: 'danger' };
  if (isAbuse(words)) return { kind: 'abuse' };
  const advice = findMedicalAdvice(words, about.traits);
  if (advice) return { kind: 'medical-advice', about: advice };
  if (asksAboutOthers(words, about.businessName)) return { kind: 'other-people' };
  if (isInjection(words)) return { kind: 'injection' };
  return undefined;
}
