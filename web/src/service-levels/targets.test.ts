import { expect, it } from 'vitest';
import { parseTargets } from './targets.ts';

it('targets leave out blank fields, and channels with only blank fields', () => {
  const values = {
    'default.firstResponseMinutes': ' 30 ',
    'default.resolutionMinutes': '480',
    'sms.firstResponseMinutes': '10',
    'sms.resolutionMinutes': '',
    'email.firstResponseMinutes': ' ',
  };
  expect(parseTargets(values, ['default', 'email', 'sms'])).toEqual({
    default: { firstResponseMinutes: 30, resolutionMinutes: 480 },
    sms: { firstResponseMinutes: 10 },
  });
});
