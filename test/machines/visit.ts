// What a reader of the README does with a newly started service.
import { setTimeout as sleep } from 'node:timers/promises';

export type ChatSession = { key: string; conversationId: string };

export async function waitUntilHealthy(url: string, signal: AbortSignal): Promise<void> {
  const isHealthy = () =>
    fetch(`${url}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isHealthy())) {
    signal.throwIfAborted();
    await sleep(250);
  }
}

/** Signs up, creates a key and asks for a table. */
export async function signUpAndChat(url: string): Promise<ChatSession> {
  const account = { name: 'Ann', email: 'ann@example.com', password: 'correct horse battery' };
  const { headers } = await send(`${url}/api/auth/sign-up/email`, {}, account);
  const cookie = headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const { json } = await send(`${url}/api/keys`, { cookie }, { name: 'first', mode: 'test', kind: 'secret' });
  const chatRequest = {
    message: 'Table for 4 tomorrow at half seven?',
    businessType: 'restaurant',
    businessName: 'Bella Vista',
  };
  const { json: chatResponse } = await send(`${url}/api/chat`, { authorization: `Bearer ${json.key}` }, chatRequest);
  if (chatResponse.intent !== 'restaurant.reserve')
    throw new Error(`the first chat was answered with ${JSON.stringify(chatResponse)}`);
  return { key: json.key, conversationId: chatResponse.conversationId };
}

/** Checks that the conversation still exists after a restart. */
export async function checkConversationExists(url: string, { key, conversationId }: ChatSession): Promise<void> {
  const { text } = await send(`${url}/api/conversations`, { authorization: `Bearer ${key}` });
  if (!text.includes(conversationId)) throw new Error(`after the second start the conversations are ${text}`);
}

async function send(url: string, headers: Record<string, string>, body?: object) {
  const response = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    body: body && JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`);
  return { text, json: JSON.parse(text), headers: response.headers };
}
