import { readdir, readFile, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { must } from '../../../test/business.ts';
import { expectProblem, mailsTo } from '../../../test/expect.ts';
import { asOwner, call, listenIn, makeKey, type Service, startService } from '../../../test/harness.ts';
import { runTask } from '../../../test/jobs.ts';
import { as, makeTeam } from '../../../test/members.ts';
import { beginSession, fromPage, ORIGIN } from '../../../test/visitor.ts';
import { recordEvents } from '../../kernel/events.ts';
import { enqueue } from '../../kernel/jobs.ts';
import { readMail } from '../../kernel/outbox.ts';
import { knownBy, namedBy } from './known.ts';

const MONA = { name: 'Mona Lindqvist-O’Hara', phone: '+12125550166', email: 'mona@lindqvist.example' };
const PIA = { name: 'Pia Other', phone: '+12125550155', email: 'pia@other.example' };

let service: Service;
let team: Awaited<ReturnType<typeof makeTeam>>;
let key: string;

beforeAll(async () => {
  service = await startService();
  await service.warm();
  team = await makeTeam(service);
  key = (await makeKey(service, team.workspace)).key;
  for (const industry of ['restaurant', 'medical']) must(201, await post('/api/v1/setup', { industry }));
  await listenIn(service, key);
});

const post = (path: string, body: object, headers = {}) => call(service, 'POST', path, { key, body, headers });
const chat = async (message: string, more: object = {}) =>
  must(200, await post('/api/chat', { message, businessType: 'restaurant', ...more })).json.conversationId as string;
const privacy = (path: string, body: object) =>
  as(service, team.admin, team.workspace, 'POST', `/api/privacy/customers/${path}`, body);
const rows = async (text: string, values: unknown[] = []) => (await asOwner(service.connection, text, values)).rows;
const countOf = (json: { report: { place: string; count: number }[] }, wanted: string) =>
  json.report.find(({ place }) => place === wanted)!.count;
type Mention = { id: string };
const byId = (mentions: Mention[]) => Object.fromEntries(mentions.map(({ id, ...rest }) => [id, rest]));

describe('by what a text names somebody', () => {
  const known = knownBy({ phone: MONA.phone }, [MONA, { name: 'Mona' }], 'US');

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
  ])('%s', (text, by) => expect(namedBy(text, known)).toEqual(by));

  it('a first name alone is everybody’s, unless it is asked for', () => {
    expect(namedBy('Hello, Mona here', known)).toEqual([]);
    expect(namedBy('Hello, Mona here', knownBy({ name: 'Mona' }, [], 'US'))).toEqual(['name']);
  });
});

describe('what tells of somebody', () => {
  it('is found where only a text does, kept as it may be somebody else’s, and erased when that is seen', async () => {
    const own = await chat('When are you open?', { customer: MONA });
    const bySomeone = await chat('Is Mona Lindqvist-O’Hara coming on Friday?', { customer: PIA });
    const byTeam = await chat('Who plays on Friday?', { customer: PIA });
    const text = 'Ask at (212) 555-0166, that is her number';
    must(201, await post(`/api/conversations/${byTeam}/messages`, { text }));
    const rated = await chat('Thank you', { customer: PIA });
    const comment = `${MONA.name} was rude`;
    must(200, await post(`/api/conversations/${rated}/feedback`, { rating: 1, comment }));
    const noted = await chat('Do you cater?', { customer: PIA });
    await as(service, team.owner, team.workspace, 'POST', `/api/inbox/conversations/${noted}/notes`, {
      text: `recommended by ${MONA.email}`,
    });
    const aboutHealth = await chat("A refill for mona lindqvist o'hara", { businessType: 'medical', customer: PIA });
    const saidInSealed = await chat(`My number is ${MONA.phone}, I need a refill`, { businessType: 'medical' });
    const innocent = await chat('Does Mona work today?', { customer: PIA });

    const found = must(200, await privacy('find', { phone: MONA.phone })).json;
    expect(found).toMatchObject({ conversations: 2, bookings: 0 });
    const expected = {
      [bySomeone]: { kind: 'conversation', by: ['name'] },
      [byTeam]: { kind: 'conversation', by: ['phone'] },
      [rated]: { kind: 'conversation', by: ['name'] },
      [noted]: { kind: 'conversation', by: ['email'] },
      [aboutHealth]: { kind: 'conversation', by: ['name'] },
    };
    expect(byId(found.mentions)).toEqual(expected);
    expectProblem(await privacy('erase', { phone: MONA.phone, also: ['conv_none'] }), 422, 'validation_failed');
    const erased = must(200, await privacy('erase', { phone: MONA.phone, also: [bySomeone, aboutHealth] })).json;
    expect(erased).toMatchObject({ conversations: 4, mentionCount: 3 });
    expect(countOf(erased, 'mentions')).toBe(3);
    expect(Object.keys(byId(erased.mentions)).sort()).toEqual([byTeam, rated, noted].sort());
    const left = (await rows('select id from conversations where workspace_id = $1', [team.workspace])).map(
      ({ id }) => id,
    );
    for (const id of [own, saidInSealed, bySomeone, aboutHealth]) expect(left).not.toContain(id);
    for (const id of [byTeam, noted, innocent]) expect(left).toContain(id);
  });

  it('is shown where it is of the same visitor of a page', async () => {
    const made = await makeKey(service, team.workspace, { kind: 'publishable', origins: [ORIGIN] });
    const { token } = await beginSession(service, { key: made.key });
    const say = async (message: string, more: object = {}) =>
      must(200, await fromPage(service, { key: made.key }, 'POST', '/api/chat', { token, body: { message, ...more } }))
        .json.conversationId as string;
    const first = await say('Are dogs allowed?');
    await rows(`update conversations set status = 'resolved' where id = $1`, [first]);
    expect(await say('My number is (212) 555-0144')).not.toBe(first);
    const { mentions } = must(200, await privacy('find', { phone: '+12125550144' })).json;
    expect(byId(mentions)).toEqual({ [first]: { kind: 'conversation', by: ['visitor'] } });
  });

  it('goes with stored answers, and leaves those of others', async () => {
    const stored = async () =>
      (await rows('select key from idempotency_keys where workspace_id = $1 order by key', [team.workspace])).map(
        (r) => r.key,
      );
    const once = (name: string, customer: object, message: string) =>
      post('/api/chat', { message, businessType: 'restaurant', customer }, { 'idempotency-key': name });
    const replayed = async (name: string, customer: object) =>
      (await once(name, customer, 'Hello')).headers.get('idempotent-replayed');
    await once('a-mona', MONA, 'Hello');
    await once('b-pia', PIA, 'Hello');
    await once('c-mona-refused', { phone: 'x' }, 'Hello');
    await once(`d ${MONA.email}`, PIA, 'Hello');
    const before = await stored();
    expect(before).toHaveLength(4);
    const erased = must(200, await privacy('erase', { email: MONA.email })).json;
    expect(countOf(erased, 'stored_answers')).toBe(2);
    expect(await stored()).toEqual(['b-pia', 'c-mona-refused']);
    expect(await replayed('b-pia', PIA)).toBe('true');
    expect(await replayed('a-mona', MONA)).toBeNull();
    await privacy('erase', { email: MONA.email });
  });

  it('goes with mails that wait, of this workspace alone, and with those in the outbox', async () => {
    const other = await makeTeam(service);
    const later = { inMs: 3_600_000 };
    const mail = (to: string, text: string) => ({ to, subject: 'Hello', text });
    const add = (workspace: string, ...mails: object[]) =>
      service.database.inWorkspace(workspace, async (db) => {
        for (const each of mails) await enqueue(db, 'mail.send', each, later);
      });
    await add(
      team.workspace,
      mail(MONA.email.toUpperCase(), 'Your conversation'),
      mail(team.owner.email, `What customers asked: “is ${MONA.phone} my number?”`),
      mail(PIA.email, 'Your conversation'),
    );
    await add(other.workspace, mail(MONA.email, 'from somebody else'));
    await service.database.inSystem((db) => enqueue(db, 'mail.send', mail(MONA.email, 'Reset your password'), later));
    // One is being sent at this moment.
    await add(team.workspace, mail(MONA.email, 'on its way'));
    await rows(`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'w', attempts = 1
      where payload ->> 'text' = 'on its way'`);
    await service.database.inWorkspace(team.workspace, (db) =>
      enqueue(db, 'mail.send', mail(MONA.email, 'written to a file')),
    );
    await service.database.inWorkspace(other.workspace, (db) =>
      enqueue(db, 'mail.send', mail(MONA.email, 'of another')),
    );
    await vi.waitFor(async () => expect(await mailsTo(service, MONA.email)).toHaveLength(2), { timeout: 60_000 });

    const erased = must(200, await privacy('erase', { email: MONA.email, phone: MONA.phone })).json;
    expect(countOf(erased, 'mails')).toBe(4);
    const waiting = await rows(`select payload ->> 'text' as text, payload ->> 'workspaceId' as of, max_attempts as most
      from graphile_worker._private_jobs where payload ->> 'subject' = 'Hello' or payload::text = '{}' order by id`);
    expect(waiting).toEqual([
      { text: 'Your conversation', of: team.workspace, most: 25 },
      { text: 'from somebody else', of: other.workspace, most: 25 },
      { text: 'Reset your password', of: null, most: 25 },
      { text: null, of: null, most: 1 },
    ]);
    const left = await mailsTo(service, MONA.email);
    expect(left.map((text) => text.includes('of another'))).toEqual([true]);
  });

  it('goes with what was told to endpoints, and with digests that quote them', async () => {
    const asked = 'Do you have a "helipad"\non the roof, by any chance?';
    const id = await chat(asked, { customer: MONA });
    await rows(
      `insert into analytics_questions (workspace_id, message_id, at)
      select workspace_id, id, created_at from messages where conversation_id = $1 and role = 'customer' on conflict do nothing`,
      [id],
    );
    await service.database.inWorkspace(team.workspace, async (db) => {
      const digest = (question: string) => ({
        ...{ workspaceId: team.workspace, type: 'digest.weekly', at: new Date() },
        data: { from: '2026-11-09', gaps: [{ id: 'gap_1', question, examples: [question] }] },
      });
      recordEvents(db, [digest(asked), digest('Do you have a garden?')]);
    });
    const told = () =>
      rows(
        `select e.type, count(d.id)::int as deliveries from events e left join webhook_deliveries d on d.event_id = e.id
        where e.workspace_id = $1 and (e.data::text like $2 or e.type = 'digest.weekly') group by e.id, e.type`,
        [team.workspace, `%${id}%`],
      );
    expect((await told()).filter(({ deliveries }) => deliveries > 0).length).toBeGreaterThan(2);
    must(200, await privacy('erase', { email: MONA.email }));
    expect(await told()).toEqual([{ type: 'digest.weekly', deliveries: 1 }]);
    expect(
      await rows(`select from webhook_deliveries d where not exists (select from events e where e.id = d.event_id)`),
    ).toEqual([]);
  });
});

describe('the outbox', () => {
  it('is emptied of what is older than a month', async () => {
    const before = await mailsTo(service, team.owner.email);
    await service.database.inWorkspace(team.workspace, (db) =>
      enqueue(db, 'mail.send', { to: team.owner.email, subject: 'Old', text: 'old' }),
    );
    await vi.waitFor(async () => expect((await mailsTo(service, team.owner.email)).length).toBe(before.length + 1), {
      timeout: 60_000,
    });
    const outbox = join(service.config.dataDir, 'outbox');
    const files = await readdir(outbox);
    for (const file of files) {
      const { text } = readMail(await readFile(join(outbox, file), 'latin1'));
      const day = new Date(Date.now() - (text.includes('Subject: Old') ? 31 : 29) * 86_400_000);
      await utimes(join(outbox, file), day, day);
    }
    await runTask(service, 'privacy.purge');
    expect((await readdir(outbox)).length).toBe(files.length - 1);
  });
});
