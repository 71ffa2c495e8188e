// Messages right after a booking, or before it is made: a polite request acts on it, a question about the rules is answered.
import { beforeAll, expect, it } from 'vitest';
import { call, createApiKey, createWorkspace, type Service, startService } from '../../../test/harness.ts';

const CLOCK_HEADER = { 'x-test-clock': '2026-11-18T10:00:00-05:00' };
/** The restaurant is closed on Mondays. */
const OPEN_DECEMBER_DAYS = [1, 2, 3, 4, 5, 8, 9, 10, 11, 12];

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
  return async (message: string) => {
    const { json } = await call(service, 'POST', '/api/chat', {
      key,
      body: { message, conversationId },
      headers: CLOCK_HEADER,
    });
    ({ conversationId } = json);
    return json;
  };
}

let bookingCount = 0;
async function replyAfterBooking(message: string) {
  const say = startConversation();
  await say(`table for 2 on December ${OPEN_DECEMBER_DAYS[bookingCount++ % OPEN_DECEMBER_DAYS.length]} at 7pm`);
  await say('Dana Fox, 212 555 0142');
  expect((await say('yes please')).receipts).toHaveLength(1);
  return say(message);
}

it.each([
  'can you cancel it please?',
  'actually, could you call that off?',
  'could I cancel please',
  'can we cancel?',
  'any chance you could undo that booking?',
])('offers to cancel the booking after a polite request: %s', async (message) => {
  const { intent, reply, receipts } = await replyAfterBooking(message);
  expect({ intent, reply, receipts }).toEqual({
    intent: 'booking.cancel',
    reply: expect.stringMatching(/^Your booking: a table for 2 on .* Should I cancel it\?$/),
    receipts: [],
  });
});

it.each(['what is your cancellation policy?', 'can I cancel if something comes up?', 'do you charge if I cancel?'])(
  'answers a question about the rules right after a booking: %s',
  async (message) => {
    const { intent, reply } = await replyAfterBooking(message);
    expect({ intent, reply }).toEqual({ intent: 'faq', reply: expect.stringContaining('up to 2 hours before') });
  },
);

it('quotes a passage only if it mentions the thing asked for', async () => {
  expect((await startConversation()('have you got a seat for a baby?')).reply).toContain('high chairs');
  for (const thing of ['a jukebox', 'a piano', 'a fireplace'])
    expect((await startConversation()(`do you have ${thing}?`)).reply).toContain("I don't have that information here");
});

it.each(['can you cancel it please?', 'could you scrap the booking?', 'can you call that off'])(
  'drops a booking that is not confirmed yet: %s',
  async (message) => {
    const say = startConversation();
    await say('table for 2 on December 16 at 7pm');
    expect((await say(message)).reply).toMatch(/never mind|skip it/);
    expect((await say('yes')).reply).not.toMatch(/name and phone/);
  },
);

it('remembers the name of a booking until the customer gives the phone number', async () => {
  const sayWhileBooking = startConversation();
  await sayWhileBooking('table for 2 on December 17 at 7pm, Ines Roth, 212 555 0177');
  await sayWhileBooking('yes');
  const say = startConversation();
  expect((await say('There is a reservation under Ines Roth, could you cancel it?')).reply).toBe(
    "What's the booking code, or the phone number it's under?",
  );
  expect((await say('212 555 0177')).reply).toMatch(
    /^Your booking: a table for 2 on .*December 17.* Should I cancel it\?$/,
  );
});
