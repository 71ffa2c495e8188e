import { expect, it } from 'vitest';
import { corpus } from '../../../../test/mail/corpus.ts';
import { parseEmail } from './mail.ts';
import { interpretEmail } from './interpret-email.ts';

it('what people wrote is found in at least 95 of 100 mails of the corpus', async () => {
  const mails = corpus();
  expect(mails.length).toBeGreaterThanOrEqual(200);
  const wrong: string[] = [];
  for (const { name, raw, text } of mails) {
    const [message] = interpretEmail(await parseEmail(raw), ['desk@bella.example']).messages;
    if (message?.text !== text) wrong.push(`${name}: ${JSON.stringify(message?.text)}, not ${JSON.stringify(text)}`);
  }
  expect(wrong.length / mails.length, wrong.join('\n')).toBeLessThanOrEqual(0.05);
});

it('no automatic mail of the corpus is taken for a message', async () => {
  for (const { name, raw } of corpus().filter(({ text }) => text === undefined))
    expect(interpretEmail(await parseEmail(raw), ['desk@bella.example']).messages, name).toEqual([]);
});
