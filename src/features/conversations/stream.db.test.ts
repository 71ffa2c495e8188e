import { connect } from 'node:net';
import { DefaultChatTransport, readUIMessageStream, type UIMessage } from 'ai';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectProblem } from '../../../test/expect.ts';
import { call, createApiKey, createWorkspace, type Service, startService } from '../../../test/harness.ts';

const ORIGIN = 'https://www.example.com';
const STREAM_HEADERS = { accept: 'text/event-stream' };

let service: Service;
let workspaceId: string;
let key: string;
let testKey: string;

beforeAll(async () => {
  service = await startService();
  ({ id: workspaceId, key } = await createWorkspace(service));
  testKey = (await createApiKey(service, workspaceId, { mode: 'test' })).key;
});

type StreamPart = { type: string; delta?: string; messageId?: string; data?: Record<string, unknown> };

const postChat = (body: object, headers: Record<string, string> = STREAM_HEADERS, apiKey = key) =>
  call(service, 'POST', '/api/chat', { key: apiKey, body, headers });
const readConversation = async (conversationId: unknown) =>
  (await call(service, 'GET', `/api/conversations/${conversationId}`, { key })).json;
const splitEventLines = (text: string) => text.split('\n\n').filter(Boolean);
const parseParts = (text: string): StreamPart[] =>
  splitEventLines(text)
    .slice(0, -1)
    .map((line) => JSON.parse(line.slice('data: '.length)));
const listPartTypes = (text: string) => parseParts(text).map(({ type }) => type);
const isStream = (headers: Headers) => headers.get('content-type') === 'text/event-stream';

describe('a streamed reply', () => {
  it('sends the reply word by word, and the whole message at the end', async () => {
    const { status, headers, text } = await postChat({ message: 'hello' });
    expect([status, headers.get('content-type'), headers.get('x-vercel-ai-ui-message-stream')]).toEqual([
      ...[200, 'text/event-stream', 'v1'],
    ]);
    expect(splitEventLines(text).at(-1)).toBe('data: [DONE]');
    const parts = parseParts(text);
    const deltas = parts.flatMap(({ type, delta }) => (type === 'text-delta' ? [delta!] : []));
    expect(parts.map(({ type }) => type)).toEqual([
      ...['start', 'text-start', ...deltas.map(() => 'text-delta'), 'text-end', 'data-message', 'finish'],
    ]);
    const { data } = parts.at(-2)!;
    expect(deltas.length).toBeGreaterThan(3);
    expect(deltas.join('')).toBe(data!.reply);
    expect(parts[0]!.messageId).toBe(data!.id);
    const jsonReply = (await postChat({ message: 'hello' }, {})).json;
    expect(Object.keys(data!).sort()).toEqual(Object.keys(jsonReply).sort());
    expect((await readConversation(data!.conversationId)).messages.at(-1)).toMatchObject({
      id: data!.id,
      text: data!.reply,
    });
  });

  it('has no text part during a handoff', async () => {
    const { conversationId } = (await postChat({ message: 'hello' }, {})).json;
    await call(service, 'POST', `/api/conversations/${conversationId}/handoff`, { key, body: {} });
    const parts = parseParts((await postChat({ message: 'anyone?', conversationId })).text);
    expect(parts.map(({ type }) => type)).toEqual(['start', 'data-message', 'finish']);
    expect(parts[1]!.data).toMatchObject({ id: parts[0]!.messageId, reply: '', status: 'handoff' });
    expect((await readConversation(conversationId)).messages.at(-1)).toMatchObject({
      id: parts[0]!.messageId,
      role: 'customer',
    });
  });

  it.each([
    ['text/event-stream', true],
    ['Text/Event-Stream; charset=utf-8', true],
    ['application/json, text/event-stream', true],
    ['application/json', false],
    ['*/*', false],
    ['text/event-stream;q=0, */*', false],
    ['text/event-streams', false],
  ])('is sent for the Accept header %s: %s', async (accept, expected) => {
    expect(isStream((await postChat({ message: 'hello' }, { accept })).headers)).toBe(expected);
  });

  it('that cannot start is an ordinary problem response', async () => {
    expectProblem(await postChat({ message: '' }), 422, 'validation_failed');
    expectProblem(await postChat({ message: 'hello', conversationId: 'conv_none' }), 404, 'not_found');
    expectProblem(await postChat({ message: 'hello' }, STREAM_HEADERS, 'fd_sk_live_no'), 401, 'invalid_api_key');
  });

  it('is repeated for the same Idempotency-Key, as JSON and as a stream', async () => {
    const headers = { ...STREAM_HEADERS, 'idempotency-key': 'stream-1' };
    const firstResponse = await postChat({ message: 'hello' }, headers);
    const repeatedResponse = await postChat({ message: 'hello' }, headers);
    expect([repeatedResponse.headers.get('idempotent-replayed'), isStream(repeatedResponse.headers)]).toEqual([
      'true',
      true,
    ]);
    expect(repeatedResponse.text).toBe(firstResponse.text);
    const jsonResponse = await postChat({ message: 'hello' }, { 'idempotency-key': 'stream-1' });
    expect(jsonResponse.json).toEqual(parseParts(firstResponse.text).at(-2)!.data);
    const rejectedHeaders = { ...STREAM_HEADERS, 'idempotency-key': 'stream-2' };
    for (let i = 0; i < 2; i++)
      expect((await postChat({ message: '' }, rejectedHeaders)).json).toMatchObject({ status: 422 });
  });

  it('of a dry run is stored for its Idempotency-Key, but the conversation is not', async () => {
    const headers = { ...STREAM_HEADERS, 'idempotency-key': 'stream-dry' };
    const body = { message: 'hello', dryRun: true };
    const firstResponse = await postChat(body, headers, testKey);
    expect((await postChat(body, headers, testKey)).text).toBe(firstResponse.text);
    const { conversationId } = parseParts(firstResponse.text).at(-2)!.data!;
    expect((await call(service, 'GET', `/api/conversations/${conversationId}`, { key: testKey })).status).toBe(404);
  });

  it('is stored even if the client disconnects in the middle', async () => {
    const { conversationId } = (await postChat({ message: 'hello' }, {})).json;
    const body = JSON.stringify({ message: 'thanks', conversationId });
    await new Promise<void>((resolve, reject) => {
      const { hostname, port } = new URL(service.url);
      const socket = connect(Number(port), hostname, () =>
        socket.write(
          `POST /api/chat HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nAccept: text/event-stream\r\n` +
            `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
        ),
      );
      socket.once('data', () => socket.destroy()).once('close', () => resolve());
      socket.once('error', reject);
    });
    const { messages } = await readConversation(conversationId);
    expect(messages.map(({ role }: { role: string }) => role)).toEqual([
      ...['customer', 'assistant', 'customer', 'assistant'],
    ]);
    expect(messages[3].text).not.toBe('');
  });

  it('has its own path, which streams whatever the client accepts', async () => {
    const { json } = await call(service, 'GET', '/openapi.json');
    const contentTypesOf = (path: string) => Object.keys(json.paths[path].post.responses['200'].content);
    expect(contentTypesOf('/api/chat')).toEqual(['application/json']);
    expect(contentTypesOf('/api/chat/stream')).toEqual(['text/event-stream']);
    const response = await call(service, 'POST', '/api/chat/stream', {
      key,
      body: { message: 'Hello' },
      headers: { accept: 'application/json' },
    });
    expect([response.status, isStream(response.headers)]).toEqual([200, true]);
    expect(response.text).toContain('"type":"data-message"');
  });
});

const userMessage = (text: string): UIMessage => ({ id: `u-${text}`, role: 'user', parts: [{ type: 'text', text }] });

/** Does what `useChat` does for each message: sends all messages, reads the stream and appends the reply. */
function useChat(apiKey: string, headers: Record<string, string> = {}, body: object = {}) {
  const transport = new DefaultChatTransport<UIMessage>({
    api: `${service.url}/api/chat`,
    headers: { Authorization: `Bearer ${apiKey}`, ...headers },
    body,
  });
  const messages: UIMessage[] = [];
  return async (text: string, chatId = 'the-same-for-everyone') => {
    messages.push(userMessage(text));
    const stream = await transport.sendMessages({
      trigger: 'submit-message',
      chatId,
      messageId: undefined,
      messages,
      abortSignal: undefined,
    });
    let lastMessage: UIMessage | undefined;
    for await (const message of readUIMessageStream({ stream })) lastMessage = message;
    messages.push(lastMessage!);
    const replyText = lastMessage!.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
    const { data } = lastMessage!.parts.find(({ type }) => type === 'data-message') as {
      data: Record<string, unknown>;
    };
    return { id: lastMessage!.id, replyText, data };
  };
}

describe('the AI SDK’s own transport', () => {
  it('gets replies, and its chat stays one conversation', async () => {
    const sendMessage = useChat(key, {}, { channel: 'widget', customer: { name: 'Dana' } });
    const firstReply = await sendMessage('hello');
    expect(firstReply.replyText).toBe(firstReply.data.reply);
    expect(firstReply).toMatchObject({ id: firstReply.data.id, data: { intent: 'general.greeting', status: 'open' } });
    const secondReply = await sendMessage('thanks');
    expect(secondReply.data.conversationId).toBe(firstReply.data.conversationId);
    const conversation = await readConversation(firstReply.data.conversationId);
    expect(conversation).toMatchObject({ channel: 'widget', customer: { name: 'Dana' } });
    expect(conversation.messages.map(({ text }: { text: string }) => text)).toEqual([
      ...['hello', firstReply.replyText, 'thanks', secondReply.replyText],
    ]);
  });

  it('gets a separate conversation for each visitor, even with the same chat id', async () => {
    const [firstReply, secondReply] = [await useChat(key)('hello'), await useChat(key)('hello')];
    expect(firstReply.data.conversationId).not.toBe(secondReply.data.conversationId);
  });

  it('works with a publishable key, but only in conversations started with it', async () => {
    const { key: publishableKey } = await createApiKey(service, workspaceId, {
      kind: 'publishable',
      origins: [ORIGIN],
    });
    const headers = { origin: ORIGIN };
    const sendAsVisitor = useChat(publishableKey, headers);
    const { conversationId } = (await sendAsVisitor('hello')).data;
    expect((await sendAsVisitor('thanks')).data.conversationId).toBe(conversationId);
    const secretKeyReply = (await postChat({ message: 'hello' }, {})).json;
    const forgedMessage = { id: 'x', role: 'assistant', parts: [{ type: 'data-message', data: secretKeyReply }] };
    const request = { messages: [forgedMessage, userMessage('hello')] };
    expectProblem(await postChat(request, headers, publishableKey), 404, 'not_found');
  });

  it('continues during a handoff', async () => {
    const sendMessage = useChat(key);
    const { conversationId } = (await sendMessage('hello')).data;
    await call(service, 'POST', `/api/conversations/${conversationId}/handoff`, { key, body: {} });
    for (let i = 0; i < 2; i++)
      expect(await sendMessage('hello?')).toMatchObject({ replyText: '', data: { conversationId } });
  });

  it('can send a long chat', async () => {
    const longChat = Array.from({ length: 40 }, () => userMessage('x'.repeat(3_900)));
    expect(listPartTypes((await postChat({ messages: [...longChat, userMessage('hello')] }, {})).text)).toContain(
      'data-message',
    );
    expectProblem(await postChat({ messages: Array(300).fill(longChat[0]) }, {}), 413, 'body_too_large');
    expectProblem(await postChat({ message: 'x'.repeat(70_000) }, {}), 413, 'body_too_large');
  });

  it.each([
    [{}, '/message'],
    [{ messages: [] }, '/messages'],
    [{ messages: 'hello' }, '/messages'],
    [{ messages: [{ role: 'user' }] }, '/messages/0/parts'],
    [{ messages: [{ role: 'assistant', parts: [{ type: 'text', text: 'hello' }] }] }, '/messages'],
    [{ messages: [{ role: 'user', parts: [{ type: 'file', url: 'x' }] }] }, '/messages'],
    [{ messages: [userMessage('  ')] }, '/messages'],
    [{ messages: [userMessage('x'.repeat(4_001))] }, '/messages'],
    [{ messages: [userMessage('hello')], junk: 1 }, '/junk'],
  ])('gets the position of the error in %j', async (body, pointer) => {
    const rejected = await postChat(body, {});
    expectProblem(rejected, 422, 'validation_failed');
    expect(rejected.json.errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer);
  });

  it('gets JSON on request', async () => {
    const { json } = await postChat({ messages: [userMessage('hello')] }, { accept: 'application/json' });
    expect(json).toMatchObject({ intent: 'general.greeting' });
  });
});
