import { remembering } from '../kernel/recent.ts';
import { isAbuse } from './abuse.ts';
import { isMedicalEmergency } from './emergency.ts';
import { isInjection } from './injection.ts';
import { type Advice, findMedicalAdvice } from './medical-advice.ts';
import { asksAboutOthers } from './other-people.ts';
import { isHarmed, isPeril, isSelfHarm } from './peril.ts';
import { plain } from './plain.ts';

export type Danger =
  | { kind: 'emergency'; about: 'medical' | 'self-harm' | 'harmed' | 'danger' }
  | { kind: 'medical-advice'; about: Advice }
  | { kind: 'other-people' }
  | { kind: 'injection' }
  | { kind: 'abuse' };

/**
 * Reads every message before anything else does. Rules, not a model: they can be read, and they answer the same in
 * every industry. The gravest comes first, and in doubt about a life, we speak of it.
 */
export const findDanger = remembering(
  (text, { industry, businessName = '' }) => JSON.stringify([industry, businessName, text]),
  read,
);

function read(text: string, about: { industry: string; businessName?: string }): Danger | undefined {
  const words = plain(text);
  if (isSelfHarm(words, about.industry)) return { kind: 'emergency', about: isHarmed(words) ? 'harmed' : 'self-harm' };
  if (isMedicalEmergency(words)) return { kind: 'emergency', about: 'medical' };
  if (isPeril(words)) return { kind: 'emergency', about: 'danger' };
  if (isAbuse(words)) return { kind: 'abuse' };
  const advice = findMedicalAdvice(words, about.industry);
  if (advice) return { kind: 'medical-advice', about: advice };
  if (asksAboutOthers(words, about.businessName)) return { kind: 'other-people' };
  if (isInjection(words)) return { kind: 'injection' };
  return undefined;
}
