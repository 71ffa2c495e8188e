import { remembering } from '../kernel/recent.ts';
import { isAbuse } from './abuse.ts';
import { isMedicalEmergency } from './emergency.ts';
import { isInjection } from './injection.ts';
import { type Advice, findMedicalAdvice } from './medical-advice.ts';
import { asksAboutOthers } from './other-people.ts';
import { isHarmed, isPeril, isSelfHarm } from './peril.ts';
import { plain } from './plain.ts';
import type { Grave, Risk } from './risk.ts';
import type { Traits } from './traits.ts';

export type Emergency = 'medical' | 'poisoning' | 'self-harm' | 'harmed' | 'danger' | 'animal';

export type Danger =
  | { kind: 'emergency'; about: Emergency }
  | { kind: 'medical-advice'; about: Advice }
  | { kind: 'other-people' }
  | { kind: 'injection' }
  | { kind: 'abuse' };

/** `urgent`: in doubt about it, the answer is followed by a sentence. */
type Guarded = { danger?: Danger; urgent?: Grave };

/**
 * What a message puts at risk, before anything else is done with it: what the rules find or the learned detector hears. In
 * doubt about a life, we speak of it.
 */
export function guardInput(message: string, about: Place, risk: Risk): Guarded {
  const found = findDanger(message, about);
  const isAlarm = risk.level === 'alarm';
  if (found?.kind === 'emergency') {
    // "I nearly keeled over when I saw the trifle": a figure of speech, answered with a sentence for anyone who means it. Who
    // has taken twenty tablets, or wants to die, is taken at their word. A letter tells of what was, and nobody writes one in need.
    const isDoubtful = risk.level === 'calm' || (!isAlarm && isLetter(message));
    const isFigure = isDoubtful && found.about === 'medical' && !isHarmed(message);
    if (isFigure) return { urgent: GRAVE_OF[found.about] };
    // The words are those of people; whom they are about is heard better than written down.
    if (found.about !== 'medical' || !isAlarm) return { danger: found };
    if (risk.kind === 'self_harm') return { danger: { kind: 'emergency', about: 'harmed' } };
    const isOther = risk.kind === 'animal_emergency' || risk.kind === 'poisoning';
    return { danger: isOther ? emergencyOf(risk) : found };
  }
  if (isAlarm) return { danger: emergencyOf(risk) };
  const danger = found ?? heardIn(risk);
  return { ...(danger ? { danger } : {}), ...(risk.level === 'caution' ? { urgent: risk.kind } : {}) };
}

/** So many words are written at leisure. */
const LETTER = 60;
const isLetter = (message: string): boolean => message.trim().split(/\s+/).length > LETTER;

function heardIn({ pries, orders }: Risk): Danger | undefined {
  if (orders) return { kind: 'injection' };
  return pries ? { kind: 'other-people' } : undefined;
}

const emergencyOf = ({ kind }: Risk): Danger => ({ kind: 'emergency', about: ABOUT[kind] });

const ABOUT: Readonly<Record<Grave, Emergency>> = {
  self_harm: 'self-harm',
  emergency: 'medical',
  poisoning: 'poisoning',
  danger: 'danger',
  animal_emergency: 'animal',
};

export const GRAVE_OF: Readonly<Record<Emergency, Grave>> = {
  'self-harm': 'self_harm',
  harmed: 'self_harm',
  medical: 'emergency',
  poisoning: 'poisoning',
  danger: 'danger',
  animal: 'animal_emergency',
};

type Place = { traits: Traits; businessName?: string };

/** The rules alone: they can be read, and they answer the same in every industry. The gravest comes first. */
export const findDanger = remembering(
  (text, { traits, businessName = '' }) => JSON.stringify([traits, businessName, text]),
  read,
);

function read(text: string, about: Place): Danger | undefined {
  const words = plain(text);
  if (isSelfHarm(words, about.traits)) return { kind: 'emergency', about: isHarmed(words) ? 'harmed' : 'self-harm' };
  if (isMedicalEmergency(words)) return { kind: 'emergency', about: 'medical' };
  if (isPeril(words)) return { kind: 'emergency', about: 'danger' };
  if (isAbuse(words)) return { kind: 'abuse' };
  const advice = findMedicalAdvice(words, about.traits);
  if (advice) return { kind: 'medical-advice', about: advice };
  if (asksAboutOthers(words, about.businessName)) return { kind: 'other-people' };
  if (isInjection(words)) return { kind: 'injection' };
  return undefined;
}
