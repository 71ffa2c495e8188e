import { describe, expect, it } from 'vitest';
import { findTraits } from '../../test/traits.ts';
import { getEmergencyNumber } from './emergency-numbers.ts';
import { findSafetyIssue, type SafetyIssue } from './input-guard.ts';
import { answerSafetyIssue, renderUrgentNotice } from './replies.ts';

const createContext = (overrides: Partial<Parameters<typeof answerSafetyIssue>[1]> = {}) => ({
  businessName: 'Cedar Clinic',
  country: 'US',
  isFormal: false,
  language: 'en',
  isHealthCare: true,
  ...overrides,
});

const ISSUES: SafetyIssue[] = [
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
const REPLY_CASES = ISSUES.flatMap((issue) =>
  [true, false].flatMap((isFormal) => [true, false].map((isHealthCare) => ({ issue, isFormal, isHealthCare }))),
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
    expect(getEmergencyNumber(country)).toBe(number);
  });

  it.each([
    ['US', '911'],
    ['JP', '110'],
    ['BR', '190'],
    ['DE', '112'],
  ])('police in %s → %s', (country, number) => {
    expect(getEmergencyNumber(country, 'police')).toBe(number);
  });
});

describe('an emergency', () => {
  it.each(['medical', 'poisoning', 'self-harm', 'harmed', 'danger'] as const)(
    '(%s) names the number first and tells the team',
    (about) => {
      const reply = answerSafetyIssue({ kind: 'emergency', about }, createContext({ country: 'GB' }));
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
  ])('names the crisis line for self-harm in %s: %s', (country, crisisLine) => {
    expect(answerSafetyIssue({ kind: 'emergency', about: 'self-harm' }, createContext({ country })).text).toContain(
      crisisLine,
    );
  });

  it.each([
    ['US', '1-800-222-1222'],
    ['AU', '13 11 26'],
  ])('names poison control after the ambulance in %s: %s', (country, poisonControlNumber) => {
    const { text } = answerSafetyIssue({ kind: 'emergency', about: 'poisoning' }, createContext({ country }));
    expect(text.indexOf(poisonControlNumber)).toBeGreaterThan(text.indexOf(getEmergencyNumber(country)));
  });

  it.each(['medical', 'poisoning', 'animal'] as const)('(%s) says who will give instructions', (about) => {
    expect(answerSafetyIssue({ kind: 'emergency', about }, createContext()).text).toContain(
      'They’ll tell you what to do',
    );
  });

  it.each(['self-harm', 'danger'] as const)('(%s) says that the customer is not alone', (about) => {
    expect(answerSafetyIssue({ kind: 'emergency', about }, createContext()).text).toMatch(
      /alone.+(read it|reply here)\.$/,
    );
  });

  it.each([
    ['AU', ['13 11 14', '000']],
    ['DE', ['112']],
  ])('adds a gentle notice with a crisis line when self-harm is uncertain: %s', (country, numbers) => {
    const text = renderUrgentNotice('self_harm', { language: 'en', country });
    expect(text.match(/\d[\d ]*\d/g)).toEqual(numbers);
    expect(text).toContain('alone');
  });

  it('names only the emergency number where no crisis line is known', () => {
    const { text } = answerSafetyIssue({ kind: 'emergency', about: 'self-harm' }, createContext({ country: 'DE' }));
    expect(text.match(/\d+/g)).toEqual(['112']);
  });
});

describe('medical advice', () => {
  it.each([true, false])('(health care: %s) refers to people who may give it', (isHealthCare) => {
    const reply = answerSafetyIssue({ kind: 'medical-advice', about: 'question' }, createContext({ isHealthCare }));
    expect(reply.text).toMatch(/doctor|pharmacist|nurse|care team/);
    expect(reply).toMatchObject({ intent: 'safety.refused', handoff: false });
  });

  it('offers an appointment in health care', () => {
    const { text, suggestions } = answerSafetyIssue({ kind: 'medical-advice', about: 'question' }, createContext());
    expect(text).toMatch(/appointment/);
    expect(suggestions).toContain('Book an appointment');
  });

  it('hands over to the team after a reaction', () => {
    const reply = answerSafetyIssue(
      { kind: 'medical-advice', about: 'reaction' },
      createContext({ isHealthCare: false }),
    );
    expect(reply).toMatchObject({ intent: 'general.complaint', handoff: true });
    expect(reply.text).toMatch(/doctor or pharmacist/);
  });
});

describe('a question about other people', () => {
  it('refers to the phone number if there is one', () => {
    expect(answerSafetyIssue({ kind: 'other-people' }, createContext({ phone: '+1 555 0100' })).text).toContain(
      '+1 555 0100',
    );
    expect(answerSafetyIssue({ kind: 'other-people' }, createContext()).text).not.toMatch(/call/);
  });
});

describe('abuse', () => {
  it('gets a calm reply and a handover', () => {
    const reply = answerSafetyIssue({ kind: 'abuse' }, createContext());
    expect(reply).toMatchObject({ intent: 'general.complaint', handoff: true });
    expect(reply.text).toMatch(/sorry/);
  });
});

describe.each(REPLY_CASES)(
  '$issue.kind (formal: $isFormal, health care: $isHealthCare)',
  ({ issue, isFormal, isHealthCare }) => {
    const { text } = answerSafetyIssue(issue, createContext({ isFormal, isHealthCare }));

    it('gives no dose and claims no action', () => {
      expect(text).not.toMatch(/\d+ ?mg|every \d/i);
      expect(text).not.toMatch(/\b(booked|reserved|confirmed|rescheduled|moved|cancell?ed|submitted)\b/i);
    });

    it('raises no safety issue itself', () => {
      if (issue.kind !== 'emergency' && issue.kind !== 'medical-advice') {
        expect(findSafetyIssue(text, { traits: findTraits('medical') })).toBeUndefined();
      }
    });

    it('uses contractions only when informal', () => {
      expect(/\b(I’m|I’d|[Tt]hat’s|it’s)\b/.test(text)).toBe(!isFormal);
    });
  },
);

describe('the reply to an illness that has to be seen today', () => {
  const practice = { businessName: 'Elm Clinic', country: 'US', isFormal: false, isHealthCare: true, language: 'en' };
  const urgentReply = (context: object) => answerSafetyIssue({ kind: 'urgent' }, { ...practice, ...context });

  it('names the practice’s phone before the emergency number, and hands off', () => {
    expect(urgentReply({ phone: '(212) 555-0156' })).toMatchObject({
      text: expect.stringMatching(/call us now at \(212\) 555-0156.+gets worse.+call 911/),
      handoff: true,
      intent: 'safety.emergency',
    });
    expect(urgentReply({ phone: '(212) 555-0156', onCallPhone: '(212) 555-0111' }).text).toContain(
      'now at (212) 555-0111',
    );
  });

  it('gives advice even if the practice has no phone number', () => {
    expect(urgentReply({}).text).toMatch(/nurse or doctor.+today.+call 911 if it gets worse/);
  });
});
