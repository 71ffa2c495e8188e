import { describe, expect, it } from 'vitest';
import { findTraits } from '../../test/traits.ts';
import { findSafetyIssue, guardInput } from './input-guard.ts';
import { NO_RISK } from './risk.ts';

const findIssue = (text: string, industry = 'medical') => findSafetyIssue(text, { traits: findTraits(industry) });

describe('an illness that a practice should hear about today', () => {
  it.each([
    'our newborn is running a temperature, can we bring her by',
    'She is 5 weeks old. She has had a fever since lunch.',
    'infant with a fever, first slot you have please',
    'his temp is 104.5 and he just lies there',
    'I have had a 39.8 fever for two days, anything open?',
    'fever of 103°F and a cough, can I get a sick visit',
    'the pain in my side is unbearable, do you have anything this afternoon',
    'sudden pain in my knee, can Dr. Brooks take a look',
    'awful earache all night, earliest appointment please',
    'my back pain is a 9 out of 10 today',
  ])('%s', (text) => {
    expect(findIssue(text)).toEqual({ kind: 'urgent' });
  });

  it.each([
    'do you treat infants with a fever?',
    'which days is the fever clinic',
    'refill for my migraine tablets, the ones for severe headaches',
    'fever of 101 and a sore throat, any openings today?',
    'our 18 month old has a slight temperature, can we come in tomorrow',
    'she had a fever of 104 two weeks ago and is fine now, do we still come for the check?',
    'what if my baby has a fever after the shots?',
    'no fever and no severe pain, just a cough',
    'I am 40 and have a fever, sick visit please',
    'I get severe migraines, can I see Dr. Patel next week',
    'the 3 month old needs her shots',
  ])('does not include: %s', (text) => {
    expect(findIssue(text)?.kind).not.toBe('urgent');
  });

  it('is an emergency if severe, and not recognized outside health care', () => {
    expect(findIssue('my 2 month old has a fever and is not breathing')?.kind).toBe('emergency');
    expect(findIssue('the baby has a fever, can we move our table', 'restaurant')).toBeUndefined();
  });

  it('does not depend on the detector', () => {
    const risk = { ...NO_RISK, level: 'calm' as const };
    const text = 'our newborn has a fever';
    expect(guardInput(text, { traits: findTraits('medical') }, risk).issue).toEqual({ kind: 'urgent' });
  });
});
