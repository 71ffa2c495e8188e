import { expect, it } from 'vitest';
import { findPasswordWeakness } from './weak-passwords.ts';

it.each([
  ...[
    'password',
    'Password',
    'PASSWORD1',
    'password123!',
    '123password',
    'P@ssw0rd',
    'Summer2026!',
    'letmein99',
    'Welcome1',
  ],
  ...['12345678', '1234567890', '87654321', '01234567', '90123456', '11111111', 'abababab', 'abcabcabc', 'abcdefgh'],
  ...['zyxwvuts', 'qwertyui', 'poiuytre', '1q2w3e4r', '1qaz2wsx'],
])('refuses %s', (password) => {
  expect(findPasswordWeakness(password)).toMatch(/too easy to guess/);
});

it.each([
  ['rosamarino', 'rosamarino@example.com'],
  ['RosaMarino', 'rosamarino@example.com'],
  ['rosamarino1', 'RosaMarino@example.com'],
  ['rosa@bella.example', 'rosa@bella.example'],
])('refuses %s for %s', (password, email) => {
  expect(findPasswordWeakness(password, email)).toMatch(/email/);
});

it.each([
  ...[
    'Correct-horse-9',
    'correct horse battery',
    'passwordless-oven',
    'hello 58271940336',
    'A-new-password-1',
    '🐴🐑🐄🐖🐓🦆🐇🐐',
  ],
  ...['k7#mQ2vX', '19283746', 'rosamarino-bakes-bread'],
])('accepts %s', (password) => {
  expect(findPasswordWeakness(password, 'rosamarino@example.com')).toBeUndefined();
});
