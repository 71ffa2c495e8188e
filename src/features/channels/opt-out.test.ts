import { expect, it } from 'vitest';
import { readKeyword } from './opt-out.ts';

it.each([
  ...['STOP', 'stop', ' Stop. ', 'STOP ALL', 'stopall', 'Unsubscribe', 'cancel', 'END', 'quit', 'opt-out', 'revoke'],
])('%s stops messages', (text) => {
  expect(readKeyword(text, false)).toBe('stop');
  expect(readKeyword(text, true)).toBe('stop');
});

it.each(['START', 'start!', 'unstop'])('%s resumes messages', (text) => {
  expect(readKeyword(text, true)).toBe('start');
  expect(readKeyword(text, false)).toBe('start');
});

it('takes “yes” as an answer unless the customer has opted out', () => {
  expect(readKeyword('Yes', false)).toBeUndefined();
  expect(readKeyword('Yes', true)).toBe('start');
});

it.each(['cancel my booking', 'stop by at 7?', 'when do you end', 'yes please', 'help', ''])(
  '%s is a message',
  (text) => {
    expect(readKeyword(text, true)).toBeUndefined();
  },
);
