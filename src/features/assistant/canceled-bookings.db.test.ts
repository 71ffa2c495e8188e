// A booking that is already canceled: the assistant says so at once instead of offering to change or cancel it.
import { beforeAll, expect, it } from 'vitest';
import { call, createApiKey, createWorkspace, type Service, startService } from '../../../test/harness.ts';

const CLOCK_HEADER = { 'x-test-clock': '2026-11-18T10:00:00-05:00' };
const ALREADY_CANCELED = { reply: 'That booking is already canceled.', receipts: [] };

let service: Service;
let key: string;
beforeAll(async () => {
  service = await startService();
  const { id } = await createWorkspace(service);
  key = (await createApiKey(service, id, { mode: 'test' })).key;
  await call(service, 'POST', '/api/v1/setup', { key, body: { industry: 'restaurant' } });
});

function startConversation() {
  let conversationId: string | undefined;
  return async (message: string): Promise<{ reply: string; receipts: { code: string }[] }> => {
    const { json } = await call(service, 'POST', '/api/chat', {
      key,
      body: { message, conversationId },
      headers: CLOCK_HEADER,
    });
    ({ conversationId } = json);
    return json;
  };
}

async function book(day: string, contact = 'Dana Fox, 212 555 0142') {
  const say = startConversation();
  await say(`table for 2 on ${day} at 7pm, ${contact}`);
  return (await say('yes please')).receipts[0]!.code;
}

async function cancel(code: string) {
  const say = startConversation();
  await say(`cancel my booking ${code}`);
  expect((await say('yes')).receipts).toMatchObject([{ type: 'booking.cancelled', code }]);
}

it('tells anyone who gives the code that the booking is already canceled', async () => {
  const code = await book('December 1');
  await cancel(code);
  const say = startConversation();
  expect((await say('take me off the list please, cancel my booking')).reply).toMatch(/booking code/);
  expect(await say(`Dana Fox, 212 555 0142, ${code}`)).toMatchObject(ALREADY_CANCELED);
  expect((await say('yes')).reply).not.toMatch(/cancel/);
  for (const request of [`cancel my booking ${code}`, `move my booking ${code} to December 8 at 8pm`])
    expect(await startConversation()(request)).toMatchObject(ALREADY_CANCELED);
});

it.each([
  ['cancel my booking', 'December 2', 'yes'],
  ['move my booking to December 9 at 8pm', 'December 3', 'yes'],
  ['move my booking', 'December 4', 'December 9 at 8pm'],
])('reports a booking that was canceled after "%s" was read back', async (request, day, answer) => {
  const code = await book(day);
  const say = startConversation();
  expect((await say(`${request}, the code is ${code}`)).reply).toMatch(/^Your booking: a table for 2 .*\?$/);
  await cancel(code);
  expect(await say(answer)).toMatchObject(ALREADY_CANCELED);
  expect((await say('yes')).receipts).toEqual([]);
});

it('does not list a canceled booking among those to choose from', async () => {
  const contact = 'Ines Roth, 212 555 0177';
  await cancel(await book('December 5', contact));
  await book('December 8', contact);
  const say = startConversation();
  await say('please cancel my booking');
  expect((await say(contact)).reply).toMatch(/^Your booking: a table for 2 on .*December 8.* Should I cancel it\?$/);
});
