import { expect, it } from 'vitest';
import { createCorpus } from '../../../../test/mail/corpus.ts';
import { interpretEmail } from './interpret-email.ts';
import { parseEmail } from './mail.ts';

it('what people wrote is found in at least 95 of 100 emails of the corpus', async () => {
  const emails = createCorpus();
  expect(emails.length).toBeGreaterThanOrEqual(200);
  const failures: string[] = [];
  for (const { name, raw, text } of emails) {
    const [message] = interpretEmail(await parseEmail(raw), ['desk@bella.example']).messages;
    if (message?.text !== text) failures.push(`${name}: ${JSON.stringify(message?.text)}, not ${JSON.stringify(text)}`);
  }
  expect(failures.length / emails.length, failures.join('\n')).toBeLessThanOrEqual(0.05);
});

it('no automatic email of the corpus is taken for a message', async () => {
  for (const { name, raw } of createCorpus().filter(({ text }) => text === undefined))
    expect(interpretEmail(await parseEmail(raw), ['desk@bella.example']).messages, name).toEqual([]);
});
