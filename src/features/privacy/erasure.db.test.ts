import { readdir, readFile, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { expectStatus } from '../../../test/business.ts';
import { expectProblem, findEmailsTo } from '../../../test/expect.ts';
import {
  call,
  createApiKey,
  queryAsDbOwner,
  type Service,
  startService,
  subscribeToAllEvents,
} from '../../../test/harness.ts';
import { runTask } from '../../../test/jobs.ts';
import { callAsMember, createTeam } from '../../../test/members.ts';
import { callFromWidget, ORIGIN, startVisitorSession } from '../../../test/visitor.ts';
import { recordEvents } from '../../kernel/events.ts';
import { enqueue } from '../../kernel/jobs.ts';
import { parseEmail } from '../../kernel/outbox.ts';
import { collectIdentifiers, findIdentifierKinds } from './person-identifiers.ts';

const MONA = { name: 'Mona Lindqvist-O’Hara', phone: '+12125550166', email: 'mona@lindqvist.example' };
const PIA = { name: 'Pia Other', phone: '+12125550155', email: 'pia@other.example' };

let service: Service;
let team: Awaited<ReturnType<typeof createTeam>>;
let key: string;

beforeAll(async () => {
  service = await startService();
  await service.warmUp();
  team = await createTeam(service);
  key = (await createApiKey(service, team.workspace)).key;
  for (const industry of ['restaurant', 'medical']) expectStatus(201, await post('/api/v1/setup', { industry }));
  await subscribeToAllEvents(service, key);
});

const post = (path: string, body: object, headers = {}) => call(service, 'POST', path, { key, body, headers });
const chat = async (message: string, overrides: object = {}) =>
  expectStatus(200, await post('/api/chat', { message, businessType: 'restaurant', ...overrides })).json
    .conversationId as string;
const callPrivacy = (path: string, body: object) =>
  callAsMember(service, team.admin, team.workspace, 'POST', `/api/privacy/customers/${path}`, body);
const runSql = async (text: string, values: unknown[] = []) =>
  (await queryAsDbOwner(service.connection, text, values)).rows;
const findReportedCount = (json: { report: { place: string; count: number }[] }, placeName: string) =>
  json.report.find(({ place }) => place === placeName)!.count;
type Mention = { id: string };
const mentionsById = (mentions: Mention[]) => Object.fromEntries(mentions.map(({ id, ...rest }) => [id, rest]));

describe('identifiers in a text', () => {
  const identifiers = collectIdentifiers({ phone: MONA.phone }, [MONA, { name: 'Mona' }], 'US');

  it.each([
    ["Is Mona Lindqvist O'Hara there?", ['name']],
    ['MONA LINDQVIST-OHARA', ['name']],
    ['Ask Möna Lindqvist O’Hara.', ['name']],
    ['call (212) 555-0166 please', ['phone']],
    ['write to Mona@Lindqvist.example.', ['email']],
    [JSON.stringify({ note: 'reach her at\nmona@lindqvist.example' }), ['email']],
    ['Mona is a nice name, Lindqvist too', []],
    ['Ramona Lindqvist-O’Haras', []],
    ['12125550166999', []],
    ['xmona@lindqvist.example', []],
  ])('%s', (text, expectedKinds) => expect(findIdentifierKinds(text, identifiers)).toEqual(expectedKinds));

  it('a first name alone counts only if it is in the query', () => {
    expect(findIdentifierKinds('Hello, Mona here', identifiers)).toEqual([]);
    expect(findIdentifierKinds('Hello, Mona here', collectIdentifiers({ name: 'Mona' }, [], 'US'))).toEqual(['name']);
  });
});

describe('erasure', () => {
  it('keeps records that only mention the customer, and erases them once confirmed', async () => {
    const ownConversation = await chat('When are you open?', { customer: MONA });
    const customerMention = await chat('Is Mona Lindqvist-O’Hara coming on Friday?', { customer: PIA });
    const teamMention = await chat('Who plays on Friday?', { customer: PIA });
    const text = 'Ask at (212) 555-0166, that is her number';
    expectStatus(201, await post(`/api/conversations/${teamMention}/messages`, { text }));
    const ratedConversation = await chat('Thank you', { customer: PIA });
    const comment = `${MONA.name} was rude`;
    expectStatus(200, await post(`/api/conversations/${ratedConversation}/feedback`, { rating: 1, comment }));
    const notedConversation = await chat('Do you cater?', { customer: PIA });
    await callAsMember(
      service,
      team.owner,
      team.workspace,
      'POST',
      `/api/inbox/conversations/${notedConversation}/notes`,
      {
        text: `recommended by ${MONA.email}`,
      },
    );
    const medicalMention = await chat("A refill for mona lindqvist o'hara", { businessType: 'medical', customer: PIA });
    const encryptedConversation = await chat(`My number is ${MONA.phone}, I need a refill`, {
      businessType: 'medical',
    });
    const unrelatedConversation = await chat('Does Mona work today?', { customer: PIA });

    const customer = expectStatus(200, await callPrivacy('find', { phone: MONA.phone })).json;
    expect(customer).toMatchObject({ conversations: 2, bookings: 0 });
    const expectedMentions = {
      [customerMention]: { kind: 'conversation', by: ['name'] },
      [teamMention]: { kind: 'conversation', by: ['phone'] },
      [ratedConversation]: { kind: 'conversation', by: ['name'] },
      [notedConversation]: { kind: 'conversation', by: ['email'] },
      [medicalMention]: { kind: 'conversation', by: ['name'] },
    };
    expect(mentionsById(customer.mentions)).toEqual(expectedMentions);
    expectProblem(await callPrivacy('erase', { phone: MONA.phone, also: ['conv_none'] }), 422, 'validation_failed');
    const erasure = expectStatus(
      200,
      await callPrivacy('erase', { phone: MONA.phone, also: [customerMention, medicalMention] }),
    ).json;
    expect(erasure).toMatchObject({ conversations: 4, mentionCount: 3 });
    expect(findReportedCount(erasure, 'mentions')).toBe(3);
    expect(Object.keys(mentionsById(erasure.mentions)).sort()).toEqual(
      [teamMention, ratedConversation, notedConversation].sort(),
    );
    const remainingConversations = (
      await runSql('select id from conversations where workspace_id = $1', [team.workspace])
    ).map(({ id }) => id);
    for (const id of [ownConversation, encryptedConversation, customerMention, medicalMention])
      expect(remainingConversations).not.toContain(id);
    for (const id of [teamMention, notedConversation, unrelatedConversation])
      expect(remainingConversations).toContain(id);
  });

  it('lists other conversations of the same visitor as mentions', async () => {
    const widgetKey = await createApiKey(service, team.workspace, { kind: 'publishable', origins: [ORIGIN] });
    const { token } = await startVisitorSession(service, { key: widgetKey.key });
    const sendMessage = async (message: string, overrides: object = {}) =>
      expectStatus(
        200,
        await callFromWidget(service, { key: widgetKey.key }, 'POST', '/api/chat', {
          token,
          body: { message, ...overrides },
        }),
      ).json.conversationId as string;
    const firstConversationId = await sendMessage('Are dogs allowed?');
    await runSql(`update conversations set status = 'resolved' where id = $1`, [firstConversationId]);
    expect(await sendMessage('My number is (212) 555-0144')).not.toBe(firstConversationId);
    const { mentions } = expectStatus(200, await callPrivacy('find', { phone: '+12125550144' })).json;
    expect(mentionsById(mentions)).toEqual({ [firstConversationId]: { kind: 'conversation', by: ['visitor'] } });
  });

  it('removes stored responses about the customer only', async () => {
    const readStoredKeys = async () =>
      (await runSql('select key from idempotency_keys where workspace_id = $1 order by key', [team.workspace])).map(
        (r) => r.key,
      );
    const postOnce = (name: string, customer: object, message: string) =>
      post('/api/chat', { message, businessType: 'restaurant', customer }, { 'idempotency-key': name });
    const isReplayed = async (name: string, customer: object) =>
      (await postOnce(name, customer, 'Hello')).headers.get('idempotent-replayed');
    await postOnce('a-mona', MONA, 'Hello');
    await postOnce('b-pia', PIA, 'Hello');
    await postOnce('c-mona-refused', { phone: 'x' }, 'Hello');
    await postOnce(`d ${MONA.email}`, PIA, 'Hello');
    const keysBefore = await readStoredKeys();
    expect(keysBefore).toHaveLength(4);
    const erasure = expectStatus(200, await callPrivacy('erase', { email: MONA.email })).json;
    expect(findReportedCount(erasure, 'stored_answers')).toBe(2);
    expect(await readStoredKeys()).toEqual(['b-pia', 'c-mona-refused']);
    expect(await isReplayed('b-pia', PIA)).toBe('true');
    expect(await isReplayed('a-mona', MONA)).toBeNull();
    await callPrivacy('erase', { email: MONA.email });
  });

  it('removes the workspace’s emails to or about the customer, queued or in the outbox', async () => {
    const otherTeam = await createTeam(service);
    const laterOptions = { delayMs: 3_600_000 };
    const createEmail = (to: string, text: string) => ({ to, subject: 'Hello', text });
    const enqueueEmails = (workspace: string, ...emails: object[]) =>
      service.database.inWorkspace(workspace, async (db) => {
        for (const email of emails) await enqueue(db, 'mail.send', email, laterOptions);
      });
    await enqueueEmails(
      team.workspace,
      createEmail(MONA.email.toUpperCase(), 'Your conversation'),
      createEmail(team.owner.email, `What customers asked: “is ${MONA.phone} my number?”`),
      createEmail(PIA.email, 'Your conversation'),
    );
    await enqueueEmails(otherTeam.workspace, createEmail(MONA.email, 'from somebody else'));
    await service.database.withoutWorkspace((db) =>
      enqueue(db, 'mail.send', createEmail(MONA.email, 'Reset your password'), laterOptions),
    );
    // One job is locked, as if it was being sent.
    await enqueueEmails(team.workspace, createEmail(MONA.email, 'on its way'));
    await runSql(`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'w', attempts = 1
      where payload ->> 'text' = 'on its way'`);
    await service.database.inWorkspace(team.workspace, (db) =>
      enqueue(db, 'mail.send', createEmail(MONA.email, 'written to a file')),
    );
    await service.database.inWorkspace(otherTeam.workspace, (db) =>
      enqueue(db, 'mail.send', createEmail(MONA.email, 'from another workspace')),
    );
    await vi.waitFor(async () => expect(await findEmailsTo(service, MONA.email)).toHaveLength(2), { timeout: 60_000 });

    const erasure = expectStatus(200, await callPrivacy('erase', { email: MONA.email, phone: MONA.phone })).json;
    expect(findReportedCount(erasure, 'mails')).toBe(4);
    const waitingEmails =
      await runSql(`select payload ->> 'text' as text, payload ->> 'workspaceId' as workspace_id, max_attempts
      from graphile_worker._private_jobs where payload ->> 'subject' = 'Hello' or payload::text = '{}' order by id`);
    expect(waitingEmails).toEqual([
      { text: 'Your conversation', workspace_id: team.workspace, max_attempts: 25 },
      { text: 'from somebody else', workspace_id: otherTeam.workspace, max_attempts: 25 },
      { text: 'Reset your password', workspace_id: null, max_attempts: 25 },
      { text: null, workspace_id: null, max_attempts: 1 },
    ]);
    const remainingEmails = await findEmailsTo(service, MONA.email);
    expect(remainingEmails.map((text) => text.includes('from another workspace'))).toEqual([true]);
  });

  it('removes webhook events, and digests that quote the customer', async () => {
    const question = 'Do you have a "helipad"\non the roof, by any chance?';
    const id = await chat(question, { customer: MONA });
    await runSql(
      `insert into analytics_questions (workspace_id, message_id, at)
      select workspace_id, id, created_at from messages where conversation_id = $1 and role = 'customer' on conflict do nothing`,
      [id],
    );
    await service.database.inWorkspace(team.workspace, async (db) => {
      const digest = (question: string) => ({
        workspaceId: team.workspace,
        type: 'digest.weekly',
        at: new Date(),
        data: { from: '2026-11-09', gaps: [{ id: 'gap_1', question, examples: [question] }] },
      });
      recordEvents(db, [digest(question), digest('Do you have a garden?')]);
    });
    const remainingEvents = () =>
      runSql(
        `select e.type, count(d.id)::int as deliveries from events e left join webhook_deliveries d on d.event_id = e.id
        where e.workspace_id = $1 and (e.data::text like $2 or e.type = 'digest.weekly') group by e.id, e.type`,
        [team.workspace, `%${id}%`],
      );
    expect((await remainingEvents()).filter(({ deliveries }) => deliveries > 0).length).toBeGreaterThan(2);
    expectStatus(200, await callPrivacy('erase', { email: MONA.email }));
    expect(await remainingEvents()).toEqual([{ type: 'digest.weekly', deliveries: 1 }]);
    expect(
      await runSql(`select from webhook_deliveries d where not exists (select from events e where e.id = d.event_id)`),
    ).toEqual([]);
  });
});

describe('the outbox', () => {
  it('is cleared of emails older than a month', async () => {
    const emailsBefore = await findEmailsTo(service, team.owner.email);
    await service.database.inWorkspace(team.workspace, (db) =>
      enqueue(db, 'mail.send', { to: team.owner.email, subject: 'Old', text: 'old' }),
    );
    await vi.waitFor(
      async () => expect((await findEmailsTo(service, team.owner.email)).length).toBe(emailsBefore.length + 1),
      {
        timeout: 60_000,
      },
    );
    const outbox = join(service.config.dataDir, 'outbox');
    const files = await readdir(outbox);
    for (const file of files) {
      const { text } = parseEmail(await readFile(join(outbox, file), 'latin1'));
      const day = new Date(Date.now() - (text.includes('Subject: Old') ? 31 : 29) * 86_400_000);
      await utimes(join(outbox, file), day, day);
    }
    await runTask(service, 'privacy.purge');
    expect((await readdir(outbox)).length).toBe(files.length - 1);
  });
});
