import { expect, it } from 'vitest';
import { composeInvitationEmail } from './emails.ts';

it.each([
  ['Eve\r\nBcc: all@example.com', 'Eve Bcc: all@example.com'],
  ['Visit https://evil.example', 'Visit evil.example'],
  ['\u202emoc.elpmaxe\u202c', 'moc.elpmaxe'],
  ['\u2066Eve\u2069 \u202dX', 'Eve X'],
  ['  Ann\t Owner ', 'Ann Owner'],
  ['דנה כהן', 'דנה כהן'],
])('the name %j becomes one line without links or direction marks', (name, expected) => {
  const email = composeInvitationEmail({ email: 'a@example.com', role: 'agent' }, name, name, 'token', {
    linkBase: 'https://desk.example',
  });
  expect(email.subject).toBe(`${expected} invited you to join ${expected}`);
  expect(email.text).toContain(`${expected} invited you to join the ${expected} team as an agent.`);
});
