import { beforeAll, describe, expect, it } from 'vitest';
import { createEveryDayHours, expectStatus, openBusiness } from '../../../test/business.ts';
import {
  call,
  createApiKey,
  createWorkspace,
  queryAsDbOwner,
  type Service,
  startService,
} from '../../../test/harness.ts';
import { runTask } from '../../../test/jobs.ts';
import { rollUpAnalytics } from './jobs.ts';

let service: Service;
let workspace: { id: string; key: string };

const queryDb = (sql: string, values: unknown[] = []) => queryAsDbOwner(service.connection, sql, values);
const readAnalytics = (query = '', key = workspace.key, headers = {}) =>
  call(service, 'GET', `/api/analytics${query}`, { key, headers });
const post = async (path: string, body: object, key = workspace.key) => {
  const response = await call(service, 'POST', `/api${path}`, { key, body });
  expect(response.status, response.text).toBeLessThan(300);
  return response.json;
};

/** NDJSON and CSV are not one JSON value. */
async function downloadRows(path: string, key: string) {
  const response = await fetch(service.url + path, { headers: { authorization: `Bearer ${key}` } });
  const text = await response.text();
  return {
    type: response.headers.get('content-type'),
    rows: text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  };
}

beforeAll(async () => {
  service = await startService(undefined, { jobs: 'off' });
  workspace = await createWorkspace(service);
});

describe('GET /api/analytics', () => {
  it('includes what happened a moment ago', async () => {
    const { key } = await createWorkspace(service, { plan: 'professional' });
    const first = await post('/chat', { message: 'hello', channel: 'widget' }, key);
    const second = await post('/chat', { message: 'what are your opening hours?' }, key);
    await post(`/conversations/${first.conversationId}/resolve`, {}, key);
    await post(`/conversations/${second.conversationId}/handoff`, { reason: 'asked' }, key);
    await post(`/conversations/${second.conversationId}/messages`, { text: 'Hello, Ann here' }, key);
    await post(`/conversations/${second.conversationId}/resolve`, {}, key);
    await post(`/conversations/${second.conversationId}/feedback`, { rating: 4 }, key);
    const { status, json } = await readAnalytics('', key);
    expect(status).toBe(200);
    expect(json.totals).toMatchObject({
      conversations: 2,
      messages: 5,
      apiCalls: 7,
      bookings: 0,
      bookingValue: 0,
      resolved: 2,
      handoffs: 1,
      resolutionRate: 0.5,
      durableResolutionRate: 0.5,
      afterHoursBookings: 0,
      averageRating: 4,
      handoffsAnswered: 1,
      averageHandoffWaitSeconds: expect.any(Number),
    });
    expect(json.series).toHaveLength(30);
    expect(json.series.at(-1)).toMatchObject({ conversations: 2, messages: 5, resolved: 2 });
    expect(json.channels).toEqual([
      { channel: 'api', conversations: 1 },
      { channel: 'widget', conversations: 1 },
    ]);
    expect(json.intents.map(({ count }: { count: number }) => count)).toEqual([1, 1]);
    expect(json.handoffReasons).toEqual([{ reason: 'requested', count: 1 }]);
    expect(json.engines).toEqual([{ engine: 'embedded', messages: 2 }]);
    expect(json.calls).toContainEqual({ method: 'POST', route: '/api/chat', status: 200, count: 2 });
    expect(json.latencyMs.p50).toBeGreaterThan(0);
    expect(json.latencyMs.p99).toBeGreaterThanOrEqual(json.latencyMs.p50);
    expect(json.quota).toMatchObject({ plan: 'professional', limit: 2000, used: 8 });
    expect(json.usage).toEqual({
      replies: 0,
      conversations: 0,
      inputTokens: 0,
      outputTokens: 0,
      cost: 0,
      averageLatencyMs: null,
      dropped: [],
    });
    expect(json.engineReasons.map(({ messages }: { messages: number }) => messages)).toEqual([1, 1]);
  });

  it('has nulls without data, and compares with the previous range', async () => {
    const { key } = await createWorkspace(service);
    const { json } = await readAnalytics('?from=2026-03-01&to=2026-04-01&compare=previous&tz=Europe/Berlin', key);
    expect(json).toMatchObject({
      from: '2026-03-01T00:00:00+01:00',
      to: '2026-04-01T00:00:00+02:00',
      timezone: 'Europe/Berlin',
    });
    expect(json.totals).toMatchObject({ conversations: 0, resolutionRate: null, averageRating: null });
    expect(json.previous).toMatchObject({
      from: '2026-01-29T00:00:00+01:00',
      to: json.from,
      totals: { conversations: 0 },
    });
    expect([json.series.length, json.gaps, json.intents, json.latencyMs.p50]).toEqual([31, [], [], null]);
  });

  it('follows the test clock, and counts bookings by when they were made', async () => {
    const business = await openBusiness(service, 'salon', { hours: createEveryDayHours(['09:00', '18:00']) });
    const { json: services } = await business.send('GET', '/salon/services');
    const pricedService = services.services.find(({ price }: { price: number }) => price > 0);
    const book = async (now: string, startsAt: string) => {
      const customer = { name: 'Dana Fox', phone: '+12125550142' };
      return expectStatus(
        201,
        await business.send('POST', '/salon/appointments', {
          now,
          body: { service: pricedService.id, startsAt, customer },
        }),
      ).json;
    };
    const bookings = [
      await book('2026-11-16T08:00:00-05:00', '2026-11-18T10:00'),
      await book('2026-11-16T12:00:00-05:00', '2026-11-19T10:00'),
      await book('2026-11-17T23:30:00-05:00', '2026-11-20T10:00'),
    ];
    expectStatus(200, await business.send('POST', `/bookings/${bookings[0].id}/cancel`));
    const expectedValue = bookings.length * pricedService.price;
    const { json } = expectStatus(200, await business.send('GET', '/analytics?from=2026-11-16&to=2026-11-18'));
    expect(json.totals).toMatchObject({ bookings: 3, bookingValue: expectedValue, afterHoursBookings: 2 });
    expect(json.series.map(({ bookings }: { bookings: number }) => bookings)).toEqual([2, 1]);
    expect(json.quota).toMatchObject({ limit: null });
  });

  it.each([
    ['?from=2026-11-02&to=2026-11-01', '/to'],
    ['?from=2026-11-02&to=2026-11-02', '/to'],
    ['?from=2010-01-01&to=2026-11-01', '/from'],
    ['?from=yesterday', '/from'],
    ['?tz=Mars/Olympus', '/tz'],
    ['?from=2024-01-01&to=2026-11-01&interval=hour', '/interval'],
    ['?interval=minute', '/interval'],
    ['?channel=fax', '/channel'],
    ['?industry=mining', '/industry'],
    ['?format=pdf', '/format'],
  ])('rejects %s', async (query, pointer) => {
    const { status, json } = await readAnalytics(query);
    expect({ status, code: json.code, pointer: json.errors[0].pointer }).toEqual({
      status: 400,
      code: 'invalid_request',
      pointer,
    });
  });

  it('requires a key with the scope', async () => {
    expect((await call(service, 'GET', '/api/analytics')).status).toBe(401);
    const { key } = await createApiKey(service, workspace.id, { scopes: ['chat:write'] });
    expect((await readAnalytics('', key)).status).toBe(403);
  });

  it('counts a resolution as durable until it is reopened within a week', async () => {
    const business = await openBusiness(service, 'salon');
    const chat = (now: string, conversationId?: string) =>
      business.send('POST', '/chat', { now, body: { message: 'hello', conversationId } });
    for (const [day, reopenDay] of [
      ['02', '10'],
      ['03', '08'],
    ] as const) {
      const { conversationId } = expectStatus(200, await chat(`2026-11-${day}T10:00:00Z`)).json;
      expectStatus(
        200,
        await business.send('POST', `/conversations/${conversationId}/resolve`, { now: `2026-11-${day}T11:00:00Z` }),
      );
      await rollUpAnalytics(service.database, business.id);
      expectStatus(200, await chat(`2026-11-${reopenDay}T10:00:00Z`, conversationId));
    }
    const { json } = await business.send('GET', '/analytics?from=2026-11-01&to=2026-11-05');
    expect(json.totals).toMatchObject({ resolved: 2, resolutionRate: 1, durableResolutionRate: 0.5 });
  });
});

describe('gaps', () => {
  const insertUnansweredQuestions = (
    conversationId: string,
    questions: string[],
    createdAt: string,
    isEncrypted = false,
  ) =>
    queryDb(
      `with c as (insert into conversations (workspace_id, id, channel, created_at, updated_at, sealed)
         values ($1, $2, 'api', $4, $4, case when $5 then 'x'::bytea end))
       insert into messages (workspace_id, id, conversation_id, role, text, intent, created_at, sealed)
       select $1, $2 || n, $2, 'customer', case when $5 then '' else t end, 'unknown', $4::timestamptz + n * interval '1 minute',
         case when $5 then 'x'::bytea end from unnest($3::text[]) with ordinality x (t, n)`,
      [workspace.id, conversationId, questions, createdAt, isEncrypted],
    );

  it('group questions by meaning, and leave out encrypted conversations', async () => {
    await insertUnansweredQuestions(
      'conv_g1',
      ['can I bring my dog?', 'do you have live music', 'are dogs allowed'],
      '2026-06-01T10:00:00Z',
    );
    await insertUnansweredQuestions('conv_g2', ['the words of a patient'], '2026-06-02T10:00:00Z', true);
    const { json, text } = await readAnalytics('?from=2026-06-01&to=2026-07-01');
    expect(json.gaps).toMatchObject([
      {
        question: 'are dogs allowed',
        count: 2,
        lastAskedAt: '2026-06-01T10:03:00Z',
        examples: ['are dogs allowed', 'can I bring my dog?'],
      },
      { question: 'do you have live music', count: 1 },
    ]);
    expect(text).not.toContain('patient');
    await insertUnansweredQuestions('conv_g3', ['dogs allowed?'], '2026-06-03T10:00:00Z');
    const laterGaps = (await readAnalytics('?from=2026-06-01&to=2026-07-01')).json.gaps;
    expect(laterGaps.map(({ id, count }: { id: string; count: number }) => [id, count])).toEqual([
      [json.gaps[0].id, 3],
      [json.gaps[1].id, 1],
    ]);
    expect((await readAnalytics('?from=2026-06-01&to=2026-07-01&channel=email')).json.gaps).toEqual([]);
    expect((await readAnalytics('?from=2026-06-03&to=2026-07-01')).json.gaps).toMatchObject([
      { question: 'dogs allowed?', count: 1 },
    ]);
  });

  it('include questions that were understood but have no answer', async () => {
    const { key } = await createWorkspace(service);
    const { intent, sources } = await post('/chat', { message: 'do you sell gift cards?' }, key);
    expect([intent, sources]).toEqual(['faq', []]);
    expect((await readAnalytics('', key)).json.gaps).toMatchObject([{ question: 'do you sell gift cards?', count: 1 }]);
  });

  it('leave out booking requests, and questions that the business has since filled in the data for', async () => {
    const { key } = await createWorkspace(service);
    await post('/v1/setup', { industry: 'restaurant' }, key);
    await call(service, 'POST', '/api/v1/config/samples', { key, body: { remove: ['/'] } });
    const readQuestions = async () =>
      (await readAnalytics('', key)).json.gaps.map(({ question }: { question: string }) => question);
    await post('/chat', { message: 'table for 4 tomorrow at 7pm' }, key);
    expect(await readQuestions()).toEqual([]);
    await post('/chat', { message: 'what vegan dishes do you have?' }, key);
    await post('/chat', { message: 'blorf the zanzibar quux' }, key);
    expect((await readQuestions()).sort()).toEqual(['blorf the zanzibar quux', 'what vegan dishes do you have?']);
    const restaurant = { menu: [{ name: 'Soup', category: 'Starters', price: 700 }] };
    expect((await call(service, 'PUT', '/api/v1/config', { key, body: { restaurant } })).status).toBe(200);
    expect(await readQuestions()).toEqual(['blorf the zanzibar quux']);
  });

  it('leave out questions that a change of the document has answered since', async () => {
    const { id, key } = await createWorkspace(service);
    for (const message of ['do you sell gift cards?', 'blorf the zanzibar quux']) await post('/chat', { message }, key);
    const readQuestions = async () =>
      (await readAnalytics('', key)).json.gaps.map(({ question }: { question: string }) => question).sort();
    expect(await readQuestions()).toEqual(['blorf the zanzibar quux', 'do you sell gift cards?']);
    const faqs = [{ question: 'Can I buy a gift card?', answer: 'Yes, we sell gift cards at the desk.' }];
    expect((await call(service, 'PUT', '/api/v1/config', { key, body: { faqs } })).status).toBe(200);
    await runTask(service, 'analytics.recheck-gaps', { workspaceId: id });
    expect(await readQuestions()).toEqual(['blorf the zanzibar quux']);
  });

  it('can be answered by several people at once, and are listed again only when asked again', async () => {
    const { id, key } = await createWorkspace(service);
    const messages = ['blorf the zanzibar quux', 'grommet wimple fandango'];
    for (const message of messages) await post('/chat', { message }, key);
    const { gaps } = (await readAnalytics('', key)).json;
    expect(gaps).toHaveLength(2);
    const answerGap = (gap: { id: string; question: string }, apiKey = key) =>
      call(service, 'POST', `/api/analytics/gaps/${gap.id}/answer`, {
        key: apiKey,
        body: { question: gap.question, answer: `The answer to ${gap.question}.` },
      });
    const responses = await Promise.all(gaps.map((gap: { id: string; question: string }) => answerGap(gap)));
    expect(responses.map(({ status }) => status)).toEqual([201, 201]);
    const { json: config } = await call(service, 'GET', '/api/v1/config', { key });
    expect(config.faqs.map(({ question }: { question: string }) => question).sort()).toEqual(messages.toSorted());
    expect((await readAnalytics('', key)).json.gaps).toEqual([]);
    expect((await post('/chat', { message: messages[0]! }, key)).reply).toBe(`The answer to ${messages[0]}.`);

    await call(service, 'PUT', '/api/v1/config', { key, body: { faqs: [] } });
    await post('/chat', { message: messages[0]! }, key);
    expect((await readAnalytics('', key)).json.gaps).toMatchObject([{ question: messages[0], count: 1 }]);

    expect((await answerGap(gaps[0], workspace.key)).status).toBe(404);
    const readerKey = (await createApiKey(service, id, { scopes: ['analytics:read'] })).key;
    expect((await answerGap(gaps[0], readerKey)).status).toBe(403);
    expect((await answerGap({ ...gaps[0], question: '' })).status).toBe(422);
  });

  it('are removed when their conversation turns out to be about health', async () => {
    const { id, key } = await createWorkspace(service);
    const { conversationId } = await post('/chat', { message: 'blorf the zanzibar quux' }, key);
    expect((await readAnalytics('', key)).json.gaps).toMatchObject([{ question: 'blorf the zanzibar quux' }]);
    await post('/chat', { message: 'my knee', conversationId, businessType: 'medical' }, key);
    expect((await readAnalytics('', key)).json.gaps).toEqual([]);
    expect((await queryDb('select from analytics_gaps where workspace_id = $1', [id])).rowCount).toBe(0);
  });
});

describe('exports', () => {
  it('write the series as CSV and NDJSON', async () => {
    const query = '?from=2026-06-01&to=2026-06-03';
    const csv = await readAnalytics(query, workspace.key, { accept: 'text/csv' });
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(csv.text.split('\r\n')).toEqual([
      'at,conversations,messages,apiCalls,bookings,bookingValue,resolved,handoffs,afterHoursBookings',
      expect.stringMatching(/^2026-06-01T00:00:00Z,1,3,0,/),
      expect.stringMatching(/^2026-06-02T00:00:00Z,1,1,0,/),
      '',
    ]);
    const { rows } = await downloadRows(`/api/analytics${query}&format=ndjson`, workspace.key);
    expect(rows).toEqual((await readAnalytics(query)).json.series);
  });

  it('write a row for each conversation, without the text of encrypted ones', async () => {
    const { id, key } = await createWorkspace(service);
    await queryDb(
      `insert into conversations (workspace_id, id, channel, preview, sealed, created_at, updated_at)
       select $1, 'conv_' || lpad(n::text, 5, '0'), 'api', case when n = 3 then '' when n = 2 then '=1+1, "x"' else 'said' end,
         case when n = 3 then 'x'::bytea end, timestamptz '2026-06-01Z' + (n / 3) * interval '1 second', now() from generate_series(1, 1203) n`,
      [id],
    );
    const path = '/api/analytics/conversations?from=2026-06-01&to=2026-07-01';
    const { type, rows } = await downloadRows(path, key);
    expect(type).toBe('application/x-ndjson; charset=utf-8');
    expect(new Set(rows.map((row) => row.id)).size).toBe(1203);
    expect(rows[2]).toMatchObject({ id: 'conv_00003', sealed: true, lastMessage: null });
    const csv = await call(service, 'GET', `${path}&format=csv`, { key });
    expect(csv.text.split('\r\n')[2]).toMatch(/,false,"'=1\+1, ""x"""$/);
    expect((await downloadRows(`${path}&channel=email`, key)).rows).toEqual([]);
  });
});

describe('two instances', () => {
  it('write concurrently with rollups, and nothing is lost or counted twice', async () => {
    const otherInstance = await startService(service.connection, { jobs: 'off' });
    const { id, key } = await createWorkspace(service);
    let isWriting = true;
    const rollupLoop = (async () => {
      while (isWriting)
        await Promise.all([rollUpAnalytics(service.database, id), rollUpAnalytics(otherInstance.database, id)]);
    })();
    const messageCounts: number[] = [];
    await Promise.all(
      Array.from({ length: 4 }, async (_, n) => {
        const instance = n % 2 ? service : otherInstance;
        let conversationId: string | undefined;
        for (let turn = 0; turn < 6; turn++) {
          const { json } = await call(instance, 'POST', '/api/chat', {
            key,
            body: { message: 'hello there', conversationId },
          });
          conversationId = json.conversationId;
          const { totals } = (await call(instance, 'GET', '/api/analytics', { key })).json;
          if (n === 0) messageCounts.push(totals.messages);
        }
      }),
    );
    isWriting = false;
    await rollupLoop;
    await rollUpAnalytics(service.database, id);
    // The counts never decreased, so nothing was missing during a rollup.
    expect(messageCounts).toEqual(messageCounts.toSorted((a, b) => a - b));
    const { totals } = (await readAnalytics('', key)).json;
    expect(totals).toMatchObject({ conversations: 4, messages: 48 });
    // Calls of the other instance count once it has flushed its log; this instance's current call is not over yet.
    await call(otherInstance, 'GET', '/api/analytics', { key });
    expect((await readAnalytics('', key)).json.totals.apiCalls).toBe(4 * 6 * 2 + 1);
  });
});

describe('GET /api/request-log', () => {
  it('keeps working for all workspaces after a request that cannot be stored', async () => {
    const hostileWorkspace = await createWorkspace(service);
    const { key } = await createWorkspace(service);
    await post('/v1/setup', { industry: 'restaurant' }, hostileWorkspace.key);
    const rejectedResponse = await call(service, 'GET', '/api/v1/restaurant/dietary?avoid=%00', {
      key: hostileWorkspace.key,
    });
    expect([rejectedResponse.status, rejectedResponse.json.code, rejectedResponse.text.includes('\\u0000')]).toEqual([
      400,
      'invalid_request',
      false,
    ]);
    for (let n = 0; n < 3; n++) await call(service, 'GET', '/api/conversations', { key });
    const listLoggedRoutes = async (apiKey: string) =>
      (await call(service, 'GET', '/api/request-log', { key: apiKey })).json.data.map(
        ({ route, status }: { route: string; status: number }) => `${status} ${route}`,
      );
    expect(await listLoggedRoutes(key)).toEqual(Array(3).fill('200 /api/conversations'));
    expect((await readAnalytics('', key)).json.totals.apiCalls).toBe(4);
    // Rejected requests are listed too.
    expect(await listLoggedRoutes(hostileWorkspace.key)).toEqual([
      '400 /api/v1/restaurant/dietary',
      '201 /api/v1/setup',
    ]);
  });

  it('lists requests without their bodies', async () => {
    const { key } = await createWorkspace(service);
    await call(service, 'GET', '/api/conversations?q=secret-words&limit=5', { key });
    await call(service, 'GET', '/api/conversations/conv_none', { key });
    const { json, text } = await call(service, 'GET', '/api/request-log', { key });
    expect(json.data).toMatchObject([
      { method: 'GET', route: '/api/conversations/:id', status: 404, parameters: [] },
      { method: 'GET', route: '/api/conversations', status: 200, parameters: ['q', 'limit'] },
    ]);
    expect(text).not.toContain('secret-words');
    const failedRequests = (await call(service, 'GET', '/api/request-log?errors=true', { key })).json;
    expect(failedRequests.data.map(({ status }: { status: number }) => status)).toEqual([404]);
    const nextPage = await call(service, 'GET', `/api/request-log?limit=1&starting_after=${json.data[0].id}`, { key });
    expect(nextPage.json.data[0].id).toBe(json.data[1].id);
    expect(
      (await call(service, 'GET', `/api/request-log?starting_after=${json.data[0].id}`, { key: workspace.key })).status,
    ).toBe(400);
  });

  it('can be filtered, and shows why a request was rejected without what was sent', async () => {
    const { key, keyId } = await createWorkspace(service);
    const invalidBody = { message: 'x', 'secret words': 1 };
    const rejectedResponse = await call(service, 'POST', '/api/chat', { key, body: invalidBody });
    await call(service, 'GET', '/api/conversations/conv_none', { key });
    const listRequests = async (query: string) =>
      (await call(service, 'GET', `/api/request-log?${query}`, { key })).json.data;
    const [logEntry, ...otherEntries] = await listRequests('status=422');
    expect(otherEntries).toEqual([]);
    expect(logEntry).toMatchObject({
      requestId: rejectedResponse.headers.get('x-request-id'),
      actor: keyId,
      actorName: 'test',
      method: 'POST',
      problem: { code: 'validation_failed', detail: '/… is not a known field', errors: [{ pointer: '/…' }] },
    });
    expect(JSON.stringify(logEntry)).not.toContain('secret words');
    expect((await listRequests('route=conversations/:id')).length).toBe(1);
    expect(await listRequests('method=PATCH')).toEqual([]);
    expect(await listRequests('actor=key_other')).toEqual([]);
    expect(await listRequests('to=2020-01-01')).toEqual([]);
    expect((await listRequests('from=2020-01-01')).length).toBeGreaterThan(2);
    for (const id of [logEntry.id, logEntry.requestId])
      expect((await call(service, 'GET', `/api/request-log/${id}`, { key })).json).toEqual(logEntry);
    expect((await call(service, 'GET', `/api/request-log/${logEntry.id}`, { key: workspace.key })).status).toBe(404);
    for (const query of ['status=9', 'from=x', 'method=BREW'])
      expect((await call(service, 'GET', `/api/request-log?${query}`, { key })).status).toBe(400);
  });

  it('expires, while the counts stay', async () => {
    const { id, key } = await createWorkspace(service);
    for (let n = 0; n < 3; n++) await call(service, 'GET', '/api/conversations', { key });
    const analyticsBefore = (await readAnalytics('', key)).json;
    await rollUpAnalytics(service.database, id);
    await queryDb(`update request_log set logged_at = now() - interval '31 days' where workspace_id = $1`, [id]);
    await service.database.statement('select purge_request_log($1)', [30]);
    expect((await queryDb('select from request_log where workspace_id = $1', [id])).rowCount).toBe(0);
    await queryDb(
      `insert into analytics_marks (workspace_id, at) select $1, at from analytics_calls where workspace_id = $1`,
      [id],
    );
    expect(analyticsBefore.totals.apiCalls).toBe(3);
    expect((await readAnalytics('', key)).json.totals.apiCalls).toBe(4);
  });
});
