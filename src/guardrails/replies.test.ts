import { describe, expect, it } from 'vitest';
import { traitsOf } from '../../test/traits.ts';
import { emergencyNumber } from './emergency-numbers.ts';
import { findSafetyIssue, type SafetyIssue } from './input-guard.ts';
import { answerSafetyIssue, renderUrgentNotice } from './replies.ts';

const place = (more: Partial<Parameters<typeof answerSafetyIssue>[1]> = {}) => ({
  businessName: 'Cedar Clinic',
  country: 'US',
  formal: false,
  language: 'en',
  health: true,
  ...more,
});

const ALL: SafetyIssue[] = [
  { kind: 'emergency', about: 'medical' },
  { kind: 'emergency', about: 'self-harm' },
  { kind: 'emergency', about: 'danger' },
  { kind: 'medical-advice', about: 'question' },
  { kind: 'medical-advice', about: 'reaction' },
  { kind: 'medical-advice', about: 'suitable' },
  { kind: 'other-people' },
  { kind: 'injection' },
  { kind: 'abuse' },
];
const EACH = ALL.flatMap((danger) =>
  [true, false].flatMap((formal) => [true, false].map((health) => ({ danger, formal, health }))),
);

describe('emergency numbers', () => {
  it.each([
    ['US', '911'],
    ['us', '911'],
    ['CA', '911'],
    ['MX', '911'],
    ['GB', '999'],
    ['IE', '999'],
    ['AU', '000'],
    ['NZ', '111'],
    ['DE', '112'],
    ['FR', '112'],
    ['IN', '112'],
    ['ZA', '112'],
    ['JP', '119'],
    ['CN', '120'],
    ['BR', '192'],
    ['SG', '995'],
    ['', '112'],
    ['ZZ', '112'],
  ])('%s → %s', (country, number) => {
    expect(emergencyNumber(country)).toBe(number);
  });

  it.each([
    ['US', '911'],
    ['JP', '110'],
    ['BR', '190'],
    ['DE', '112'],
  ])('police in %s → %s', (country, number) => {
    expect(emergencyNumber(country, 'police')).toBe(number);
  });
});

describe('an emergency', () => {
  it.each(['medical', 'poisoning', 'self-harm', 'harmed', 'danger'] as const)(
    '(%s) names the number first and tells the team',
    (about) => {
      const reply = answerSafetyIssue({ kind: 'emergency', about }, place({ country: 'GB' }));
      expect(reply).toMatchObject({ intent: 'safety.emergency', handoff: true });
      expect(reply.text.match(/\d[\d ]*/)?.[0].trim()).toBe('999');
      expect(reply.text).toContain('Cedar Clinic');
      expect(reply.text.length).toBeLessThan(400);
    },
  );

  it.each([
    ['US', '988'],
    ['CA', '988'],
    ['GB', '116 123'],
    ['IE', '116 123'],
    ['AU', '13 11 14'],
    ['NZ', '1737'],
  ])('in despair, %s has a line to call: %s', (country, line) => {
    expect(answerSafetyIssue({ kind: 'emergency', about: 'self-harm' }, place({ country })).text).toContain(line);
  });

  it.each([
    ['US', '1-800-222-1222'],
    ['AU', '13 11 26'],
  ])('of a poison, %s has a line to call after the ambulance: %s', (country, line) => {
    const { text } = answerSafetyIssue({ kind: 'emergency', about: 'poisoning' }, place({ country }));
    expect(text.indexOf(line)).toBeGreaterThan(text.indexOf(emergencyNumber(country)));
  });

  it.each(['medical', 'poisoning', 'animal'] as const)('(%s) says who tells what to do', (about) => {
    expect(answerSafetyIssue({ kind: 'emergency', about }, place()).text).toContain('they will tell you what to do');
  });

  it.each(['self-harm', 'danger'] as const)('(%s) says that nobody is left alone with it', (about) => {
    expect(answerSafetyIssue({ kind: 'emergency', about }, place()).text).toMatch(
      /alone.+(read it|answer you here)\.$/,
    );
  });

  it.each([
    ['AU', ['13 11 14', '000']],
    ['DE', ['112']],
  ])('that may be despair is spoken of gently, with somebody to talk to: %s', (country, numbers) => {
    const text = renderUrgentNotice('self_harm', { language: 'en', country });
    expect(text.match(/\d[\d ]*\d/g)).toEqual(numbers);
    expect(text).toContain('alone');
  });

  it('in despair, elsewhere, names the emergency number alone', () => {
    const { text } = answerSafetyIssue({ kind: 'emergency', about: 'self-harm' }, place({ country: 'DE' }));
    expect(text.match(/\d+/g)).toEqual(['112']);
  });
});

describe('medical advice', () => {
  it.each([true, false])('(health: %s) points to those who may give it', (health) => {
    const reply = answerSafetyIssue({ kind: 'medical-advice', about: 'question' }, place({ health }));
    expect(reply.text).toMatch(/doctor|pharmacist|nurse|care team/);
    expect(reply).toMatchObject({ intent: 'safety.refused', handoff: false });
  });

  it('offers an appointment in a practice', () => {
    const { text, suggestions } = answerSafetyIssue({ kind: 'medical-advice', about: 'question' }, place());
    expect(text).toMatch(/appointment/);
    expect(suggestions).toContain('Book an appointment');
  });

  it('tells the team when somebody has been harmed', () => {
    const reply = answerSafetyIssue({ kind: 'medical-advice', about: 'reaction' }, place({ health: false }));
    expect(reply).toMatchObject({ intent: 'general.complaint', handoff: true });
    expect(reply.text).toMatch(/doctor or pharmacist/);
  });
});

describe('other people and phone numbers', () => {
  it('names the telephone where there is one', () => {
    expect(answerSafetyIssue({ kind: 'other-people' }, place({ phone: '+1 555 0100' })).text).toContain('+1 555 0100');
    expect(answerSafetyIssue({ kind: 'other-people' }, place()).text).not.toMatch(/call/);
  });
});

describe('abuse', () => {
  it('is met calmly, and a person takes over', () => {
    const reply = answerSafetyIssue({ kind: 'abuse' }, place());
    expect(reply).toMatchObject({ intent: 'general.complaint', handoff: true });
    expect(reply.text).toMatch(/sorry/);
  });
});

describe.each(EACH)('$danger.kind (formal: $formal, health: $health)', ({ danger, formal, health }) => {
  const { text } = answerSafetyIssue(danger, place({ formal, health }));

  it('gives no dose and claims no action', () => {
    expect(text).not.toMatch(/\d+ ?mg|every \d/i);
    expect(text).not.toMatch(/\b(booked|reserved|confirmed|rescheduled|moved|cancell?ed|submitted)\b/i);
  });

  it('is not itself a danger', () => {
    if (danger.kind !== 'emergency' && danger.kind !== 'medical-advice') {
      expect(findSafetyIssue(text, { traits: traitsOf('medical') })).toBeUndefined();
    }
  });

  it('has short forms only among friends', () => {
    expect(/\b(I’m|I’d|[Tt]hat’s|it’s)\b/.test(text)).toBe(!formal);
  });
});
