import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectProblem } from '../../../test/expect.ts';
import { asOwner, call, makeKey, makeWorkspace, type Service, startService } from '../../../test/harness.ts';
import { beginSession, fromPage, ORIGIN, type Page } from '../../../test/visitor.ts';
import { BARE, type Business } from '../../capability/document.ts';
import type { Message } from './conversation.ts';
import { transcriptMail } from './transcript.ts';

let service: Service;
let key: string;
let page: Page;

beforeAll(async () => {
  service = await startService();
  const made = await makeWorkspace(service);
  ({ key } = made);
  for (const industry of ['restaurant', 'medical'])
    await call(service, 'POST', '/api/v1/setup', { key, body: { industry } });
  page = { key: (await makeKey(service, made.id, { kind: 'publishable', origins: [ORIGIN] })).key };
});

async function begin(businessType = 'restaurant') {
  const { token } = await beginSession(service, page);
  const body = { message: 'Is there <b>parking</b>?', businessType };
  const { json } = await fromPage(service, page, 'POST', '/api/chat', { token, body });
  const path = `/api/conversations/${json.conversationId}/transcript`;
  const send = (email: unknown = 'dana@example.com') =>
    fromPage(service, page, 'POST', path, { token, body: { email } });
  return { send, path };
}

const outbox = async () => {
  const folder = join(service.config.dataDir, 'outbox');
  const names = await readdir(folder).catch(() => [] as string[]);
  const mails = names.filter((name) => name.endsWith('.eml')).map((name) => readFile(join(folder, name), 'utf8'));
  // Without the line ends that quoted-printable adds.
  return (await Promise.all(mails)).map((mail) => mail.replace(/=\r?\n/g, ''));
};

describe('a transcript', () => {
  it('is sent by mail, as text and as HTML', async () => {
    const { send } = await begin();
    const reply = await send();
    expect(reply.status).toBe(202);
    await expect.poll(async () => (await outbox()).length).toBe(1);
    const [mail] = await outbox();
    expect(mail).toMatch(/^To: dana@example\.com/m);
    expect(mail).toMatch(/^Subject: Your conversation with Bella Vista/m);
    expect(mail).toMatch(/text\/plain/);
    expect(mail).toMatch(/text\/html/);
    expect(mail).toContain('Is there <b>parking</b>?');
    expect(mail).toContain('Is there &#60;b&#62;parking&#60;/b&#62;?');
  });

  it('is sent three times an hour, over all instances', async () => {
    const { send, path } = await begin();
    for (let n = 0; n < 3; n++) expect((await send()).status).toBe(202);
    const refused = await send();
    expectProblem(refused, 429, 'rate_limited');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500);
    const other = await startService(service.connection);
    expectProblem(await call(other, 'POST', path, { key, body: { email: 'ann@example.com' } }), 429, 'rate_limited');
    expect((await (await begin()).send()).status).toBe(202);
  });

  it('is not sent of what is said about health', async () => {
    const { send, path } = await begin('medical');
    const refused = await send();
    expectProblem(refused, 409, 'conflict');
    expect(refused.json.detail).toMatch(/not sent by mail/);
    expectProblem(await call(service, 'POST', path, { key, body: { email: 'a@example.com' } }), 409, 'conflict');
  });

  it('is refused without an address or to a key without the scope, and leaves nothing behind', async () => {
    const { send, path } = await begin();
    const jobs = async () =>
      (await asOwner(service.connection, 'select count(*)::int as n from graphile_worker.jobs')).rows[0].n;
    const before = await jobs();
    expectProblem(await send('nonsense'), 422, 'validation_failed');
    expectProblem(await call(service, 'POST', path, { body: { email: 'a@example.com' } }), 401, 'missing_api_key');
    const other = await makeWorkspace(service);
    expectProblem(await call(service, 'POST', path, { key: other.key, body: { email: 'a@b.co' } }), 404, 'not_found');
    const reader = await makeKey(service, other.id, { scopes: ['conversations:read'] });
    const refused = await call(service, 'POST', path, { key: reader.key, body: { email: 'a@example.com' } });
    expectProblem(refused, 403, 'insufficient_scope');
    expect(await jobs()).toBeLessThanOrEqual(before);
  });

  it('shows what was said and no more, whatever was said', () => {
    const said = (role: Message['role'], text: string) =>
      ({ role, text, created_at: new Date('2026-11-18T15:00:00Z') }) as Message;
    const business = { ...BARE, name: 'x', timezone: 'America/New_York' } as Business;
    const name = '<script>"Bella"\r\nBcc: all@example.com';
    const mail = transcriptMail('d@example.com', name, [said('customer', '<img src=x onerror=alert(1)>\n&')], business);
    expect(mail.subject).toBe('Your conversation with <script>"Bella" Bcc: all@example.com');
    expect(mail.html).not.toMatch(/<(script|img)/);
    expect(mail.html).toContain('&#60;img src=x onerror=alert(1)&#62;<br>&#38;');
    expect(mail.text).toMatch(/^You, Nov 18, 2026, 10:00\sAM\n<img/);
  });
});
