import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { createLog } from './log.ts';
import { createMailer } from './mail.ts';
import { parseEmail, removeFromOutbox } from './outbox.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'frontdesk-outbox-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const send = (id: string, to: string, text: string, workspaceId?: string) =>
  createMailer(
    { ...readConfig({}), dataDir, smtpUrl: undefined },
    createLog('silent'),
  )({
    id,
    to,
    text,
    subject: 'Hello',
    html: `<p>${text}</p>`,
    calendar: 'BEGIN:VCALENDAR',
    ...(workspaceId ? { workspaceId } : {}),
  });

it.each([
  ['plain', 'Zeb = +12125550188'],
  ['with an accent', 'Zoë Ångström wartet auf ihren Tisch am Fenster, und das schon seit einer ganzen Weile: = 3'],
  ['in another script', 'Здравствуйте, Зоя Иванова! Ваш столик готов, мы ждём вас в семь часов вечера у окна.'],
])('reads back the text of an email: %s', async (_, text) => {
  await send('mail_1', 'Zeb.Long-Address-That-Goes-On@some-long-host.example.com', text, 'ws_1');
  const email = parseEmail(await readFile(join(dataDir, 'outbox/mail_1.eml'), 'latin1'));
  expect(email).toMatchObject({ workspaceId: 'ws_1', to: 'zeb.long-address-that-goes-on@some-long-host.example.com' });
  expect(email.text).toContain(text);
});

it('removes the emails that match, and nothing if there is no outbox', async () => {
  await send('mail_2', 'ann@example.com', 'no workspace');
  await send('mail_3', 'ann@example.com', 'hers', 'ws_2');
  const removedCount = await removeFromOutbox(
    dataDir,
    ({ workspaceId, to }) => workspaceId === 'ws_2' && to === 'ann@example.com',
  );
  expect(removedCount).toBe(1);
  expect(await readdir(join(dataDir, 'outbox'))).toEqual(['mail_1.eml', 'mail_2.eml']);
  expect(await removeFromOutbox(join(dataDir, 'nowhere'), () => true)).toBe(0);
});
