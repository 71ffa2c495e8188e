import { expect, it } from 'vitest';
import { processEmail } from './process-email.ts';
import { processEmailOfAnySize } from './process-large-email.ts';

const MAILBOXES = [{ address: 'desk@bella.example' }, { address: 'ana@example.com' }];
const HEADERS = 'From: Ana <ana@example.com>\r\nMessage-ID: <1@x>\r\nSubject: Plans\r\nMIME-Version: 1.0\r\n';

/** An email with an attachment of this size. */
function emailWithFile(bytes: number): Buffer {
  const lines = Buffer.alloc(bytes, 7)
    .toString('base64')
    .replace(/(.{76})/g, '$1\r\n');
  const file = `Content-Type: application/pdf; name=plan.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n${lines}`;
  const body = `--q\r\n\r\nAre you open on Sunday?\r\n--q\r\n${file}\r\n--q--\r\n`;
  return Buffer.from(`${HEADERS}Content-Type: multipart/mixed; boundary=q\r\n\r\n${body}`);
}

/** How many turns the event loop takes during the work. */
async function countEventLoopTurns(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const countTurn = () => {
    turns++;
    if (!isDone) setImmediate(countTurn);
  };
  setImmediate(countTurn);
  await work.finally(() => {
    isDone = true;
  });
  return turns;
}

it('reads a large email like a small one, without blocking the event loop', async () => {
  const source = { raw: emailWithFile(8 * 1024 * 1024) };
  const inlineResult = processEmail(source, MAILBOXES);
  expect(await countEventLoopTurns(inlineResult)).toBeLessThan(10);
  const workerResult = processEmailOfAnySize(source, MAILBOXES);
  expect(await countEventLoopTurns(workerResult)).toBeGreaterThan(20);
  expect(await workerResult).toEqual(await inlineResult);
  expect(await workerResult).toMatchObject([
    { messages: [{ text: 'Are you open on Sunday?', attachments: [{ name: 'plan.pdf' }] }] },
    { messages: [] },
  ]);
});

it('refuses data that Postmark cannot have sent', () =>
  expect(processEmailOfAnySize({ postmark: Buffer.alloc(200_000, 97) }, MAILBOXES)).rejects.toThrow());
