import { describe, expect, it } from 'vitest';
import { answer } from './reception.ts';

const hear = (message: string, unsureBefore = false) => answer({ message, businessName: 'Bella Vista', unsureBefore });

describe('answering without knowing the business', () => {
  it.each([
    ['Hi!', 'general.greeting'],
    ['good evening', 'general.greeting'],
    ['hey there', 'general.greeting'],
    ['Thanks a lot', 'general.thanks'],
    ['bye now', 'general.goodbye'],
    ['are you a robot?', 'general.identity'],
    ['can I talk to a real person please', 'general.human'],
    ['hi, how much is the lamb?', 'unknown'],
  ])('%s → %s', (message, intent) => {
    expect(hear(message).intent).toBe(intent);
  });

  it('hands over when a person is asked for', () => {
    expect(hear('let me speak to someone').status).toBe('handoff');
  });

  it('asks back once, then hands over', () => {
    expect(hear('do you have parking').status).toBe('open');
    expect(hear('do you have parking', true)).toMatchObject({ intent: 'unknown', status: 'handoff' });
  });

  it('names the business', () => {
    expect(hear('hello').text).toContain('Bella Vista');
  });
});
