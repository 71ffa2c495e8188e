// Tests refills and appointments requested in a chat: the pharmacy that the patient names, and the earliest times.
import { beforeAll, describe, expect, it } from 'vitest';
import { expectStatus, NOW, openBusiness, type TestBusiness } from '../../../test/business.ts';
import { type Service, startService } from '../../../test/harness.ts';

let service: Service;
let practice: TestBusiness;

beforeAll(async () => {
  service = await startService();
  await service.warmUp();
  practice = await openBusiness(service, 'medical');
});

/** Sends the messages in one conversation and returns the replies. */
async function sendMessages(now: string, ...messages: string[]): Promise<string[]> {
  const replies: string[] = [];
  let conversationId: string | undefined;
  for (const message of messages) {
    const body = { message, ...(conversationId ? { conversationId } : {}) };
    const { json } = expectStatus(200, await practice.send('POST', '/chat', { body, now }));
    ({ conversationId } = json);
    replies.push(json.reply);
  }
  return replies;
}

describe('the pharmacy of a refill', () => {
  it('may be one that is not on the list', async () => {
    const replies = await sendMessages(
      NOW,
      'refill lisinopril please',
      'walgreens',
      'Sam Park, 5/6/1970, 212-555-0144',
      'yes',
    );
    expect(replies[1]).toContain('walgreens isn’t on our list');
    expect(replies[2]).toContain('for Sam Park, sent to walgreens');
    expect(replies[3]).toContain('it goes to walgreens');
  });

  it.each(['CVS on Main Street', 'Costco by the park'])(
    '“%s” is not mistaken for a listed one that shares a word with it',
    async (name) => {
      const [, reply] = await sendMessages(NOW, 'refill lisinopril please', name);
      expect(reply).toContain(`${name} isn’t on our list`);
    },
  );

  it.each([
    ['greene street', 'Greene Street Drugs'],
    ['park place please', 'Park Place Pharmacy'],
    ['the corner one', 'Corner Pharmacy'],
  ])('“%s” selects %s', async (message, name) => {
    const replies = await sendMessages(NOW, 'refill lisinopril please', message, 'Dana Fox, 5/6/1970, 212-555-0144');
    expect(replies[2]).toContain(`sent to ${name}`);
  });

  it('is not taken from the patient’s name', async () => {
    const [, reply] = await sendMessages(NOW, 'refill lisinopril please', 'Sam Park, 5/6/1970, 212-555-0144');
    expect(reply).not.toContain('sent to');
    expect(reply).toContain('harmacy');
  });
});

describe('the earliest times', () => {
  it.each([
    ['2026-11-16T20:00:00-05:00', 'Tuesday, November 17', '8:00 AM'],
    ['2026-11-18T20:00:00-05:00', 'Thursday, November 19', '8:00 AM'],
    [NOW, 'Monday, November 16', '10:00 AM'],
  ])('at %s are the first free ones, regardless of the current time of day', async (now, day, time) => {
    const [reply] = await sendMessages(now, 'i need an appt asap i have a bad cough');
    expect(reply).toContain(`The earliest times I have are ${day} at ${time}`);
  });
});
