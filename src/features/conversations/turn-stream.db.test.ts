// Streams a model's answer sentence by sentence, and resumes the stream after a lost connection.
import { beforeAll, describe, expect, it } from 'vitest';
import { readFixtureConfig } from '../../../test/document.ts';
import { expectProblem } from '../../../test/expect.ts';
import {
  call,
  createApiKey,
  createDatabase,
  createWorkspace,
  type Service,
  startService,
} from '../../../test/harness.ts';
import { type ScriptedModel, startScriptedModel } from '../../../test/llm/scripted-model.ts';
import { readConfig } from '../../kernel/config.ts';

const QUESTION = 'Could you write me a poem about budgies?';

let model: ScriptedModel;
let firstInstance: Service;
let secondInstance: Service;
let workspaceId: string;
let key: string;
beforeAll(async () => {
  model = await startScriptedModel();
  const llm = { ...readConfig({}).llm, engine: 'auto' as const, baseUrl: model.url, model: 'scripted' };
  const connection = await createDatabase();
  [firstInstance, secondInstance] = [await startService(connection, { llm }), await startService(connection, { llm })];
  ({ id: workspaceId, key } = await createWorkspace(firstInstance));
  await call(firstInstance, 'POST', '/api/v1/setup', { key, body: { industry: 'restaurant' } });
  await call(firstInstance, 'PUT', '/api/v1/config', { key, body: readFixtureConfig('restaurant') });
});

type StreamEvent = {
  id?: string;
  type: string;
  delta?: string;
  messageId?: string;
  messageMetadata?: { conversationId: string };
  data?: Record<string, unknown>;
};

function parseEvents(text: string): StreamEvent[] {
  return text
    .split('\n\n')
    .filter(Boolean)
    .map((frame) =>
      Object.fromEntries(
        frame.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      ),
    )
    .filter(({ data }) => data !== '[DONE]')
    .map(({ id: eventId, data }) => ({
      ...JSON.parse(data!),
      ...(eventId ? { id: eventId } : {}),
    }));
}
const joinText = (events: StreamEvent[]) => events.map(({ delta = '' }) => delta).join('');

/** Opens a stream that the test reads step by step. */
async function openStream(
  service: Service,
  method: 'GET' | 'POST',
  path: string,
  options: { body?: object; lastEventId?: string; idempotencyKey?: string } = {},
) {
  const abort = new AbortController();
  const response = await fetch(service.url + path, {
    method,
    signal: abort.signal,
    headers: {
      authorization: `Bearer ${key}`,
      accept: 'text/event-stream',
      'content-type': 'application/json',
      ...(options.lastEventId ? { 'last-event-id': options.lastEventId } : {}),
      ...(options.idempotencyKey ? { 'idempotency-key': options.idempotencyKey } : {}),
    },
    ...(options.body ? { body: JSON.stringify(options.body) } : {}),
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const readUntil = async (check: (events: StreamEvent[]) => boolean) => {
    while (!check(parseEvents(text.slice(0, text.lastIndexOf('\n\n') + 2)))) {
      const { value, done } = await reader!.read();
      if (done) break;
      text += value;
    }
    return parseEvents(text);
  };
  return { response, readUntil, readAll: () => readUntil(() => false), disconnect: () => abort.abort() };
}

const sendMessage = (body: object, instance = firstInstance) => openStream(instance, 'POST', '/api/chat', { body });
const resumeStream = (conversationId: string, lastEventId?: string, instance = firstInstance) =>
  openStream(instance, 'GET', `/api/conversations/${conversationId}/stream`, lastEventId ? { lastEventId } : {});
const hasText = (events: StreamEvent[]) => joinText(events) !== '';
const readConversation = async (conversationId: string) =>
  (await call(firstInstance, 'GET', `/api/conversations/${conversationId}`, { key })).json;

describe('a model’s reply as a stream', () => {
  it('is resumed where the AI SDK’s useChat looks for it', async () => {
    model.setScript({ say: 'A bird in green. And that is all.' });
    const resumeModel = model.pauseAfterFirstSentence();
    const stream = await sendMessage({ message: QUESTION });
    const [startEvent] = await stream.readUntil(hasText);
    const { conversationId } = startEvent!.messageMetadata as { conversationId: string };
    stream.disconnect();
    const path = `/api/chat/${conversationId}/stream`;
    const resumedStream = await openStream(firstInstance, 'GET', path);
    expect(resumedStream.response.status).toBe(200);
    resumeModel();
    expect(joinText(await resumedStream.readAll())).toBe('A bird in green. And that is all.');
    expect((await openStream(firstInstance, 'GET', path)).response.status).toBe(204);
    expect((await openStream(firstInstance, 'GET', '/api/chat/conv_x/stream')).response.status).toBe(404);
  });

  it('is sent sentence by sentence before it is complete', async () => {
    model.setScript({ say: 'A bird in green. A bird in blue. And that is all.' });
    const resumeModel = model.pauseAfterFirstSentence();
    const stream = await sendMessage({ message: QUESTION });
    const firstEvents = await stream.readUntil(hasText);
    expect(firstEvents.map(({ type }) => type)).toEqual(['start', 'text-start', 'text-delta']);
    expect(joinText(firstEvents)).toBe('A bird in green.');
    resumeModel();
    const allEvents = await stream.readAll();
    const { data } = allEvents.find(({ type }) => type === 'data-message')!;
    expect(data).toMatchObject({
      engine: 'openai:scripted',
      reply: 'A bird in green. A bird in blue. And that is all.',
    });
    expect(joinText(allEvents)).toBe(data!.reply);
    expect(allEvents.slice(-3).map(({ type }) => type)).toEqual(['text-end', 'data-message', 'finish']);
    expect(allEvents[0]).toMatchObject({
      messageId: data!.id,
      messageMetadata: { conversationId: data!.conversationId },
    });
    expect((await readConversation(String(data!.conversationId))).messages.at(-1)).toMatchObject({
      id: data!.id,
      text: data!.reply,
    });
  });

  it('stops before an untrue claim', async () => {
    model.setEveryResponse({ say: 'Of course. Your table is booked for Thursday. See you then.' });
    const text = joinText(await (await sendMessage({ message: QUESTION })).readAll());
    expect(text).toMatch(/^Of course\. /);
    expect(text).not.toContain('booked');
    expect(model.requests).toHaveLength(2);
  });

  it('continues with the text that the model writes instead of a claim', async () => {
    model.setScript({ say: 'Of course. Your table is booked for Thursday.' }, { say: 'For how many may I look?' });
    const text = joinText(await (await sendMessage({ message: QUESTION })).readAll());
    expect(text).toBe('Of course. For how many may I look?');
    expect(model.requests[1]!.body.messages.at(-1).content).toContain('Your table is booked for Thursday.');
  });

  it('says so if the model disconnects in the middle', async () => {
    model.setEveryResponse({ breakAfter: 'A bird in green. ' });
    const allEvents = await (await sendMessage({ message: QUESTION })).readAll();
    expect(joinText(allEvents)).toMatch(/^A bird in green\. .*cut off/);
    expect(allEvents.at(-1)!.type).toBe('finish');
  });

  it('comes from the embedded assistant if the model does not answer', async () => {
    model.setEveryResponse({ status: 503 });
    const allEvents = await (await sendMessage({ message: QUESTION })).readAll();
    expect(allEvents.find(({ type }) => type === 'data-message')!.data).toMatchObject({ engine: 'embedded' });
    expect(hasText(allEvents)).toBe(true);
  });

  it('is repeated for the same Idempotency-Key', async () => {
    model.setScript({ say: 'A bird in green. A bird in blue.' });
    const resumeModel = model.pauseAfterFirstSentence();
    const stream = await openStream(firstInstance, 'POST', '/api/chat', {
      body: { message: QUESTION },
      idempotencyKey: 'poem',
    });
    expect(joinText(await stream.readUntil(hasText))).toBe('A bird in green.');
    const body = { message: QUESTION };
    const headers = { 'idempotency-key': 'poem' };
    expectProblem(
      await call(firstInstance, 'POST', '/api/chat', { key, body, headers }),
      409,
      'idempotency_in_progress',
    );
    resumeModel();
    const { data } = (await stream.readAll()).find(({ type }) => type === 'data-message')!;
    const repeatedResponse = await call(firstInstance, 'POST', '/api/chat', { key, body, headers });
    expect([repeatedResponse.json, repeatedResponse.headers.get('idempotent-replayed')]).toEqual([data, 'true']);
    expect(model.requests.length).toBe(1);
  });

  it('is stored even if the client has disconnected', async () => {
    model.setScript({ say: 'A bird in green. A bird in blue.' });
    const resumeModel = model.pauseAfterFirstSentence();
    const stream = await sendMessage({ message: QUESTION });
    const [startEvent] = await stream.readUntil(hasText);
    stream.disconnect();
    resumeModel();
    const { conversationId } = startEvent!.messageMetadata!;
    await expect
      .poll(async () => (await readConversation(conversationId)).messages?.at(-1)?.text)
      .toBe('A bird in green. A bird in blue.');
  });
});

it('stores the streamed text when a person takes over in the middle', async () => {
  const { conversationId } = (await call(firstInstance, 'POST', '/api/chat', { key, body: { message: 'hello' } })).json;
  model.setScript({ say: 'A bird in green. A bird in blue.' });
  const resumeModel = model.pauseAfterFirstSentence();
  const stream = await sendMessage({ message: QUESTION, conversationId });
  await stream.readUntil(hasText);
  await call(firstInstance, 'POST', `/api/conversations/${conversationId}/handoff`, { key, body: {} });
  resumeModel();
  const { data } = (await stream.readAll()).find(({ type }) => type === 'data-message')!;
  expect(data).toMatchObject({ status: 'handoff', reply: 'A bird in green. A bird in blue.' });
  const { status, messages } = await readConversation(conversationId);
  expect([status, messages.at(-1).text]).toEqual(['handoff', data!.reply]);
});

describe('a resumed stream', () => {
  async function startAndDisconnect(instance = firstInstance) {
    const { conversationId } = (await call(firstInstance, 'POST', '/api/chat', { key, body: { message: 'hello' } }))
      .json;
    model.setScript({ say: 'A bird in green. A bird in blue.' });
    const resumeModel = model.pauseAfterFirstSentence();
    const stream = await sendMessage({ message: QUESTION, conversationId }, instance);
    const events = await stream.readUntil(hasText);
    stream.disconnect();
    return {
      conversationId: conversationId as string,
      resumeModel,
      lastEventId: events.findLast((event) => event.id?.includes('/'))!.id!,
    };
  }

  it.each(['after the last event', 'from the beginning'])('sends the rest %s', async (position) => {
    const { conversationId, resumeModel, lastEventId } = await startAndDisconnect();
    const stream = await resumeStream(conversationId, position === 'from the beginning' ? undefined : lastEventId);
    expect(stream.response.headers.get('x-vercel-ai-ui-message-stream')).toBe('v1');
    await stream.readUntil((events) => events.some(({ type }) => type === 'text-start'));
    resumeModel();
    const allEvents = await stream.readAll();
    expect(joinText(allEvents)).toBe(
      position === 'from the beginning' ? 'A bird in green. A bird in blue.' : ' A bird in blue.',
    );
    expect(allEvents.slice(-3).map(({ type }) => type)).toEqual(['text-end', 'data-message', 'finish']);
  });

  it('on another instance sends the answer once it is stored', async () => {
    const { conversationId, resumeModel, lastEventId } = await startAndDisconnect(secondInstance);
    const stream = resumeStream(conversationId, lastEventId);
    resumeModel();
    expect(joinText(await (await stream).readAll())).toBe(' A bird in blue.');
  });

  it('sends the missed part after the answer is complete', async () => {
    const { conversationId, resumeModel, lastEventId } = await startAndDisconnect();
    resumeModel();
    await expect.poll(async () => (await readConversation(conversationId)).messages.length).toBe(4);
    expect(joinText(await (await resumeStream(conversationId, lastEventId)).readAll())).toBe(' A bird in blue.');
  });

  it('answers 204 if there is nothing to send', async () => {
    const { conversationId } = (await call(firstInstance, 'POST', '/api/chat', { key, body: { message: 'hello' } }))
      .json;
    expect((await resumeStream(conversationId)).response.status).toBe(204);
    expect((await resumeStream(conversationId, 'msg_none')).response.status).toBe(204);
  });

  it('is refused to other workspaces and keys without the scope', async () => {
    const { conversationId, resumeModel } = await startAndDisconnect();
    const otherWorkspace = await createWorkspace(firstInstance);
    const limitedKey = (await createApiKey(firstInstance, workspaceId, { scopes: ['chat:write'] })).key;
    const path = `/api/conversations/${conversationId}/stream`;
    expectProblem(await call(firstInstance, 'GET', path, { key: otherWorkspace.key }), 404, 'not_found');
    expectProblem(await call(firstInstance, 'GET', path, { key: limitedKey }), 403, 'insufficient_scope');
    expectProblem(await call(firstInstance, 'GET', path), 401, 'missing_api_key');
    expectProblem(await call(firstInstance, 'GET', '/api/conversations/conv_none/stream', { key }), 404, 'not_found');
    resumeModel();
  });
});
