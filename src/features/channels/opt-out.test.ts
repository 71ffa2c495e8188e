import { describe, expect, it } from 'vitest';
import { mayMeanBooking, readKeyword } from './opt-out.ts';

describe('on a mobile network', () => {
  it.each([
    ...['STOP', 'stop', ' Stop. ', 'STOP ALL', 'stopall', 'Unsubscribe', 'cancel', 'END', 'quit', 'opt-out', 'revoke'],
  ])('%s stops messages', (text) => {
    expect(readKeyword(text, 'network', false)).toBe('stop');
    expect(readKeyword(text, 'network', true)).toBe('stop');
  });

  it.each(['START', 'start!', 'unstop'])('%s resumes messages', (text) => {
    expect(readKeyword(text, 'network', true)).toBe('start');
    expect(readKeyword(text, 'network', false)).toBe('start');
  });

  it('takes “yes” as an answer unless the customer has opted out', () => {
    expect(readKeyword('Yes', 'network', false)).toBeUndefined();
    expect(readKeyword('Yes', 'network', true)).toBe('start');
  });

  it.each(['HELP', 'help!', 'Info'])('%s asks who is writing', (text) => {
    expect(readKeyword(text, 'network', false)).toBe('help');
  });

  it.each(['cancel my booking', 'stop by at 7?', 'when do you end', 'yes please', 'help me please', ''])(
    '%s is a message',
    (text) => {
      expect(readKeyword(text, 'network', true)).toBeUndefined();
    },
  );
});

describe('where no network defines keywords', () => {
  it.each(['STOP', '/stop', 'unsubscribe'])('%s stops notices', (text) => {
    expect(readKeyword(text, 'notices', false)).toBe('stop');
  });

  it.each(['cancel', 'end', 'help', 'yes', '/start', 'start'])('%s is a message', (text) => {
    expect(readKeyword(text, 'notices', false)).toBeUndefined();
  });

  it('resumes notices with START', () => {
    expect(readKeyword('start', 'notices', true)).toBe('start');
    expect(readKeyword('yes', 'notices', true)).toBeUndefined();
  });
});

it('finds no keywords where nothing can be stopped', () => {
  expect(readKeyword('STOP', undefined, false)).toBeUndefined();
});

it('notices that “cancel” alone may be meant for a booking', () => {
  expect(mayMeanBooking(' Cancel. ')).toBe(true);
  expect(mayMeanBooking('STOP')).toBe(false);
});
