import { expect, it } from 'vitest';
import { readConfig } from '../../kernel/config.ts';
import { composeLlmsText, composeSecurityText } from './well-known.ts';

it('says where to report vulnerabilities, and expires after a year', () => {
  const config = readConfig({
    SECURITY_CONTACT: 'mailto:security@example.com',
    PUBLIC_URL: 'https://desk.example.com',
  });
  expect(composeSecurityText(config, new Date('2026-11-18T10:00:00.123Z'))).toBe(
    [
      'Contact: mailto:security@example.com',
      'Expires: 2027-11-18T10:00:00Z',
      'Canonical: https://desk.example.com/.well-known/security.txt',
      'Preferred-Languages: en\n',
    ].join('\n'),
  );
  expect(() => readConfig({ SECURITY_CONTACT: 'security@example.com' })).toThrow('SECURITY_CONTACT');
});

it('points language models to the API description', () => {
  expect(composeLlmsText(readConfig({ PUBLIC_URL: 'https://desk.example.com' }))).toContain(
    '(https://desk.example.com/openapi.json)',
  );
});
