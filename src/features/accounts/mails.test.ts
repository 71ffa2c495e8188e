import { expect, it } from 'vitest';
import { invitationMail } from './mails.ts';

it.each([
  ['Eve\r\nBcc: all@example.com', 'Eve Bcc: all@example.com'],
  ['Visit https://evil.example', 'Visit evil.example'],
  ['\u202emoc.elpmaxe\u202c', 'moc.elpmaxe'],
  ['\u2066Eve\u2069 \u202dX', 'Eve X'],
  ['  Ann\t Owner ', 'Ann Owner'],
  ['דנה כהן', 'דנה כהן'],
])('the name %j is one line that neither links nor turns anything round', (name, shown) => {
  const mail = invitationMail({ email: 'a@example.com', role: 'agent' }, name, name, 'https://desk.example/i');
  expect(mail.subject).toBe(`${shown} invited you to join ${shown} on Frontdesk`);
  expect(mail.text).toContain(`${shown} invited you to join the ${shown} team on Frontdesk as an agent.`);
});
