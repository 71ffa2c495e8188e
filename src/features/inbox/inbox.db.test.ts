import { beforeAll, describe, expect, it } from 'vitest';
import { expectProblem } from '../../../test/expect.ts';
import {
  call,
  createApiKey,
  createWorkspace,
  getCookieHeader,
  type HttpResponse,
  queryAsDbOwner,
  type Service,
  signUp,
  startService,
} from '../../../test/harness.ts';
import { openEventStream } from '../../../test/visitor.ts';

let service: Service;
let cookie: string;
let ownerId: string;
let workspaceId: string;
let strangerCookie: string;
let key: string;
let keyWithoutScopes: string;
/** Key of a workspace without an industry, whose conversations take on an industry later. */
let keyWithoutIndustry: string;

type ConversationRow = { id: string; updatedAt: string };

beforeAll(async () => {
  service = await startService();
  const signedUp = await signUp(service, { name: 'Ann Owner', businessName: 'Bella Vista' });
  ({ cookie } = signedUp);
  ownerId = signedUp.user.id;
  workspaceId = (await call(service, 'GET', '/api/me', { cookie })).json.workspaces[0].id;
  await queryAsDbOwner(service.connection, `update workspaces set plan = 'business' where id = $1`, [workspaceId]);
  strangerCookie = (await signUp(service)).cookie;
  key = (await createApiKey(service, workspaceId)).key;
  keyWithoutIndustry = (await createWorkspace(service)).key;
  keyWithoutScopes = (await createApiKey(service, workspaceId, { scopes: [] })).key;
  for (const industry of ['restaurant', 'medical'])
    await call(service, 'POST', '/api/v1/setup', { key, body: { industry } });
});

const requestAsMember = (method: string, path: string, body?: unknown): Promise<HttpResponse> =>
  call(service, method, `/api${path}`, { cookie, body });

async function startConversation(message = 'When are you open?', businessType = 'restaurant'): Promise<string> {
  const { json } = await call(service, 'POST', '/api/chat', { key, body: { message, businessType } });
  return json.conversationId;
}

it('counts the conversations that began today in the business’s time zone', async () => {
  const timezone = 'Pacific/Auckland';
  expect((await call(service, 'PUT', '/api/v1/config', { key, body: { timezone } })).status).toBe(200);
  const countToday = async () => (await requestAsMember('GET', '/inbox')).json.today;
  const countBefore = await countToday();
  const id = await startConversation();
  expect(await countToday()).toBe(countBefore + 1);
  const moveStartTo = (offset: string) =>
    queryAsDbOwner(
      service.connection,
      `update conversations set created_at = date_trunc('day', now(), $2) + $3::interval where id = $1`,
      [id, timezone, offset],
    );
  await moveStartTo('-1 second');
  expect(await countToday()).toBe(countBefore);
  await moveStartTo('0 seconds');
  expect(await countToday()).toBe(countBefore + 1);
});

describe('the team’s side of a conversation', () => {
  it('has tags, an assignee and notes, and the list can be filtered by them', async () => {
    const id = await startConversation();
    const { status, json } = await requestAsMember('PATCH', `/inbox/conversations/${id}`, {
      tags: ['VIP', 'vip ', 'birthday'],
      assigneeId: ownerId,
    });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      tags: ['birthday', 'vip'],
      assignee: { id: ownerId, name: 'Ann Owner' },
      sealed: false,
    });
    const noteResponse = await requestAsMember('POST', `/inbox/conversations/${id}/notes`, { text: 'Knows the chef' });
    expect(noteResponse.status).toBe(201);
    const details = await requestAsMember('GET', `/inbox/conversations/${id}`);
    expect(details.json.notes).toEqual([{ ...noteResponse.json, author: { id: ownerId, name: 'Ann Owner' } }]);
    await startConversation();
    for (const query of ['tag=vip', 'assignee=me', `assignee=${ownerId}`, `ids=${id}`]) {
      const list = await requestAsMember('GET', `/inbox/conversations?${query}`);
      expect(list.json.data.map((row: { id: string }) => row.id)).toEqual([id]);
    }
    expect((await requestAsMember('GET', '/inbox/conversations?tag=vip')).json.data[0]).toMatchObject({
      tags: ['birthday', 'vip'],
      assignee: { name: 'Ann Owner' },
    });
    expect((await requestAsMember('GET', '/inbox')).json).toMatchObject({ mine: 1, tags: ['birthday', 'vip'] });
    // Customers cannot read the team's notes.
    expect((await requestAsMember('GET', `/conversations/${id}`)).text).not.toContain('chef');
    expect((await requestAsMember('DELETE', `/inbox/notes/${noteResponse.json.id}`)).status).toBe(204);
    expectProblem(await requestAsMember('DELETE', `/inbox/notes/${noteResponse.json.id}`), 404, 'not_found');
    await requestAsMember('PATCH', `/inbox/conversations/${id}`, { tags: [], assigneeId: null });
    expect((await requestAsMember('GET', `/inbox/conversations/${id}`)).json).toMatchObject({
      tags: [],
      assignee: null,
      notes: [],
    });
  });

  it('hides conversations about health in the list and encrypts their notes', async () => {
    const id = await startConversation('I would like a refill of my lisinopril', 'medical');
    const [row] = (await requestAsMember('GET', `/inbox/conversations?ids=${id}`)).json.data;
    expect(row).toMatchObject({ id, sealed: true, preview: '', customer: {} });
    const countNoteReadsSql = `select count(*)::int as n from audit_entries where subject = $1 and action = 'note.read'`;
    await requestAsMember('POST', `/inbox/conversations/${id}/notes`, { text: 'Call the pharmacy' });
    const { rows } = await queryAsDbOwner(
      service.connection,
      'select text, sealed from conversation_notes where conversation_id = $1',
      [id],
    );
    expect(rows).toEqual([{ text: '', sealed: expect.any(Buffer) }]);
    expect((await queryAsDbOwner(service.connection, countNoteReadsSql, [id])).rows[0].n).toBe(0);
    expect((await requestAsMember('GET', `/inbox/conversations/${id}`)).json.notes[0].text).toBe('Call the pharmacy');
    expect((await queryAsDbOwner(service.connection, countNoteReadsSql, [id])).rows[0].n).toBe(1);
  });

  it('shows who wrote about their health only on request, which is logged', async () => {
    const body = { message: 'I need my lisinopril refilled', businessType: 'medical', customer: { name: 'Pat Doe' } };
    const { conversationId } = (await call(service, 'POST', '/api/chat', { key, body })).json;
    const countReads = async () =>
      (await requestAsMember('GET', '/audit?action=conversation.read&limit=100')).json.data.filter(
        ({ actor, subject }: { actor: string; subject: string }) => actor === ownerId && subject === conversationId,
      ).length;
    const readRow = async (query = '') =>
      (await requestAsMember('GET', `/inbox/conversations?ids=${conversationId}${query}`)).json.data[0];
    expect(await readRow()).toMatchObject({ sealed: true, customer: {}, preview: '' });
    expect(await countReads()).toBe(0);
    expect(await readRow('&reveal=true')).toMatchObject({ sealed: true, customer: { name: 'Pat Doe' } });
    expect((await readRow('&reveal=true')).preview).not.toBe('');
    expect(await countReads()).toBe(2);
  });

  it('encrypts earlier notes once it turns out to be about health', async () => {
    const startResponse = await call(service, 'POST', '/api/chat', {
      key: keyWithoutIndustry,
      body: { message: 'Hello there' },
    });
    const id = startResponse.json.conversationId;
    const path = `/api/inbox/conversations/${id}/notes`;
    await call(service, 'POST', path, { key: keyWithoutIndustry, body: { text: 'Sounded unwell' } });
    const healthMessage = { message: 'I need a refill of my lisinopril', conversationId: id, businessType: 'medical' };
    expect((await call(service, 'POST', '/api/chat', { key: keyWithoutIndustry, body: healthMessage })).status).toBe(
      200,
    );
    const { rows } = await queryAsDbOwner(
      service.connection,
      'select text, sealed from conversation_notes where conversation_id = $1',
      [id],
    );
    expect(rows).toEqual([{ text: '', sealed: expect.any(Buffer) }]);
    const { json } = await call(service, 'GET', `/api/inbox/conversations/${id}`, { key: keyWithoutIndustry });
    expect(json).toMatchObject({ sealed: true, notes: [{ text: 'Sounded unwell' }] });
  });

  it('is sorted by last activity, and paging is stable', async () => {
    const { key: newKey } = await createWorkspace(service);
    const sendMessage = async (message: string, conversationId?: string) =>
      (await call(service, 'POST', '/api/chat', { key: newKey, body: { message, conversationId } })).json
        .conversationId;
    const [firstId, secondId, thirdId] = [
      await sendMessage('one'),
      await sendMessage('two'),
      await sendMessage('three'),
    ];
    const listConversations = async (query = '') =>
      (await call(service, 'GET', `/api/inbox/conversations?${query}`, { key: newKey })).json.data as ConversationRow[];
    const idsOf = (rows: ConversationRow[]) => rows.map(({ id }) => id);
    await sendMessage('again', firstId);
    expect(idsOf(await listConversations())).toEqual([firstId, thirdId, secondId]);
    expect(idsOf(await listConversations('q=one'))).toEqual([firstId]);
    const [, lastRow] = await listConversations('limit=2');
    // The conversation that the next page starts after moves up in the meantime.
    await sendMessage('and again', thirdId);
    const nextPageQuery = `starting_after=${lastRow!.id}&active_before=${encodeURIComponent(lastRow!.updatedAt)}`;
    expect(idsOf(await listConversations(nextPageQuery))).toEqual([secondId]);
    expect(idsOf(await listConversations(`starting_after=${firstId}`))).toEqual([secondId]);
    // The public API lists conversations by when they began.
    const { json } = await call(service, 'GET', '/api/conversations', { key: newKey });
    expect(idsOf(json.data)).toEqual([thirdId, secondId, firstId]);
  });

  it('can be handed back to the assistant, which answers again', async () => {
    const id = await startConversation();
    const sendMessage = async () =>
      (await call(service, 'POST', '/api/chat', { key, body: { message: 'Where are you?', conversationId: id } })).json;
    await requestAsMember('POST', `/conversations/${id}/handoff`, {});
    expect(await sendMessage()).toMatchObject({ reply: '', status: 'handoff' });
    expect((await requestAsMember('GET', '/inbox')).json.waiting).toBe(1);
    expect((await requestAsMember('POST', `/conversations/${id}/handback`, {})).json.status).toBe('open');
    expect((await sendMessage()).reply).not.toBe('');
    await requestAsMember('POST', `/conversations/${id}/resolve`, {});
    expectProblem(await requestAsMember('POST', `/conversations/${id}/handback`, {}), 409, 'conflict');
  });

  it('shows the understood slots', async () => {
    const id = await startConversation('A table for 4, please');
    const { messages } = (await requestAsMember('GET', `/conversations/${id}`)).json;
    expect(messages[1]).toMatchObject({ intent: 'restaurant.reserve', slots: { partySize: 4 } });
  });
});

describe('ready replies', () => {
  it('can be saved, listed and removed', async () => {
    const saveResponse = await requestAsMember('POST', '/inbox/replies', {
      title: 'Parking',
      text: 'Behind the house, free after six.',
    });
    expect(saveResponse.status).toBe(201);
    expectProblem(await requestAsMember('POST', '/inbox/replies', { title: 'Parking', text: 'x' }), 409, 'conflict');
    expect((await requestAsMember('GET', '/inbox/replies')).json.data).toEqual([saveResponse.json]);
    expect((await requestAsMember('DELETE', `/inbox/replies/${saveResponse.json.id}`)).status).toBe(204);
    expectProblem(await requestAsMember('DELETE', `/inbox/replies/${saveResponse.json.id}`), 404, 'not_found');
  });
});

describe('the live stream', () => {
  it('sends the ids of changes in this workspace only', async () => {
    const stream = await openEventStream(service, '/api/inbox/events', { cookie });
    await stream.waitForEvents(1);
    const otherWorkspaceId = (await call(service, 'GET', '/api/me', { cookie: strangerCookie })).json.workspaces[0].id;
    const otherKey = (await createApiKey(service, otherWorkspaceId)).key;
    await call(service, 'POST', '/api/chat', { key: otherKey, body: { message: 'hi', businessType: 'salon' } });
    const id = await startConversation();
    await stream.waitForEvents(2);
    await requestAsMember('PATCH', `/inbox/conversations/${id}`, { tags: ['x'] });
    await stream.waitForEvents(3);
    await requestAsMember('POST', `/inbox/conversations/${id}/notes`, { text: 'hm' });
    await stream.waitForEvents(4);
    const day = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
    const availability = await call(service, 'POST', '/api/v1/restaurant/reservations', {
      key,
      body: {
        partySize: 2,
        startsAt: `${day}T12:00`,
        customer: { name: 'Dana', phone: '+12125550199' },
        checkOnly: true,
      },
    });
    const startsAt = availability.json.available
      ? availability.json.startsAt
      : availability.json.alternatives[0].startsAt;
    const body = { partySize: 2, startsAt, customer: { name: 'Dana', phone: '+12125550199' } };
    const bookingResponse = await call(service, 'POST', '/api/v1/restaurant/reservations', { key, body });
    expect(bookingResponse.status).toBe(201);
    const events = await stream.waitForEvents(5);
    expect(events.map(({ event, data }) => [event, data.id])).toEqual([
      ['ready', undefined],
      ...Array.from({ length: 3 }, () => ['conversation', id]),
      ['booking', bookingResponse.json.id],
    ]);
    stream.close();
  });

  it('ends when the member leaves or signs out, or the key is revoked', async () => {
    const id = await startConversation();
    const teammate = await signUp(service, { name: 'Some Agent' });
    const insertMemberSql = `insert into members (workspace_id, user_id, role) values ($1, $2, 'agent')`;
    await queryAsDbOwner(service.connection, insertMemberSql, [workspaceId, teammate.user.id]);
    const spareKey = await createApiKey(service, workspaceId);
    const openStreams = (headers: Record<string, string>) =>
      Promise.all(
        ['/api/inbox/events', `/api/conversations/${id}/events`].map(async (path) => {
          const stream = await openEventStream(service, path, { 'x-workspace': workspaceId, ...headers });
          await stream.waitForEvents(1);
          return stream;
        }),
      );
    const expectStreamsToEnd = async (headers: Record<string, string>, revokeAccess: () => Promise<HttpResponse>) => {
      const streams = await openStreams(headers);
      expect((await revokeAccess()).status).toBeLessThan(300);
      await Promise.all(streams.map(({ ended }) => ended));
    };
    const signOut = () => call(service, 'POST', '/api/auth/sign-out', { cookie: teammate.cookie, body: {} });
    const { email, password } = teammate;
    const secondSignIn = await call(service, 'POST', '/api/auth/sign-in/email', { body: { email, password } });
    const ownerStreams = await openStreams({ cookie });
    await expectStreamsToEnd({ cookie: teammate.cookie }, signOut);
    expect(ownerStreams.map(({ events }) => events.length)).toEqual([1, 1]);
    for (const stream of ownerStreams) stream.close();
    await expectStreamsToEnd({ cookie: getCookieHeader(secondSignIn) }, () =>
      requestAsMember('DELETE', `/members/${teammate.user.id}`),
    );
    await expectStreamsToEnd({ authorization: `Bearer ${spareKey.key}` }, () =>
      requestAsMember('DELETE', `/keys/${spareKey.keyId}`),
    );
  });
});

describe('requests are rejected', () => {
  it('with invalid bodies and queries', async () => {
    const id = await startConversation();
    expectProblem(
      await requestAsMember('PATCH', `/inbox/conversations/${id}`, { tags: ['x'.repeat(41)] }),
      422,
      'validation_failed',
    );
    expectProblem(
      await requestAsMember('PATCH', `/inbox/conversations/${id}`, { assigneeId: 'nobody' }),
      422,
      'validation_failed',
    );
    expectProblem(
      await requestAsMember('POST', `/inbox/conversations/${id}/notes`, { text: '' }),
      422,
      'validation_failed',
    );
    expectProblem(await requestAsMember('POST', '/inbox/replies', { title: 'x' }), 422, 'validation_failed');
    expectProblem(await requestAsMember('GET', '/inbox/conversations?status=lost'), 400, 'invalid_request');
    expectProblem(await requestAsMember('GET', '/inbox/conversations?starting_after=conv_0'), 400, 'invalid_request');
  });

  it('without credentials or scopes, and with another workspace’s ids', async () => {
    const id = await startConversation();
    const requests: [string, string, object?][] = [
      ['GET', `/api/inbox/conversations/${id}`],
      ['PATCH', `/api/inbox/conversations/${id}`, { tags: [] }],
      ['POST', `/api/inbox/conversations/${id}/notes`, { text: 'x' }],
      ['POST', `/api/conversations/${id}/handback`, {}],
    ];
    for (const [method, path, body] of requests) {
      expect((await call(service, method, path, { body })).status).toBe(401);
      expect((await call(service, method, path, { body, key: keyWithoutScopes })).status).toBe(403);
      expectProblem(await call(service, method, path, { body, cookie: strangerCookie }), 404, 'not_found');
    }
    for (const path of ['/api/inbox', '/api/inbox/events', '/api/inbox/replies', '/api/inbox/conversations']) {
      expect((await call(service, 'GET', path)).status).toBe(401);
      expect((await call(service, 'GET', path, { key: keyWithoutScopes })).status).toBe(403);
    }
  });
});
