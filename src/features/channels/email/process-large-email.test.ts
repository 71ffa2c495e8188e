import { expect, it } from 'vitest';
import { processEmailOfAnySize } from './process-large-email.ts';
import { processEmail } from './process-email.ts';

const READERS = [{ address: 'desk@bella.example' }, { address: 'ana@example.com' }];
const HEAD = 'From: Ana <ana@example.com>\r\nMessage-ID: <1@x>\r\nSubject: Plans\r\nMIME-Version: 1.0\r\n';

/** A mail with a file of so many bytes. */
function mailWithFile(bytes: number): Buffer {
  const lines = Buffer.alloc(bytes, 7)
    .toString('base64')
    .replace(/(.{76})/g, '$1\r\n');
  const file = `Content-Type: application/pdf; name=plan.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n${lines}`;
  const body = `--q\r\n\r\nAre you open on Sunday?\r\n--q\r\n${file}\r\n--q--\r\n`;
  return Buffer.from(`${HEAD}Content-Type: multipart/mixed; boundary=q\r\n\r\n${body}`);
}

/** How often others get their turn meanwhile. */
async function countTurns(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns++;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await work.finally(() => {
    isDone = true;
  });
  return turns;
}

it('reads a large mail as a small one, without making others wait', async () => {
  const source = { raw: mailWithFile(8 * 1024 * 1024) };
  const here = processEmail(source, READERS);
  expect(await countTurns(here)).toBeLessThan(10);
  const elsewhere = processEmailOfAnySize(source, READERS);
  expect(await countTurns(elsewhere)).toBeGreaterThan(20);
  expect(await elsewhere).toEqual(await here);
  expect(await elsewhere).toMatchObject([
    { messages: [{ text: 'Are you open on Sunday?', attachments: [{ name: 'plan.pdf' }] }] },
    { messages: [] },
  ]);
});

it('refuses what Postmark does not send', () =>
  expect(processEmailOfAnySize({ postmark: Buffer.alloc(200_000, 97) }, READERS)).rejects.toThrow());
