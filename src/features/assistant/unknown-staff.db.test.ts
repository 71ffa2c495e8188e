import { beforeAll, describe, expect, it } from 'vitest';
import { expectStatus, NOW, openBusiness, type TestBusiness } from '../../../test/business.ts';
import { call, type Service, startService } from '../../../test/harness.ts';

let service: Service;
const businesses: Record<string, TestBusiness> = {};

beforeAll(async () => {
  service = await startService();
  await service.warmUp();
  for (const industry of ['medical', 'salon', 'fitness']) businesses[industry] = await openBusiness(service, industry);
});

/** Sends the messages in one conversation and returns the last response. */
async function lastResponseTo(industry: string, ...messages: string[]) {
  const headers = { 'x-test-clock': NOW };
  const key = businesses[industry]?.key;
  let conversationId: string | undefined;
  let response = { reply: '', receipts: [] as object[], suggestions: [] as string[] };
  for (const message of messages) {
    const body = { message, ...(conversationId ? { conversationId } : {}) };
    response = expectStatus(200, await call(service, 'POST', '/api/chat', { key, headers, body })).json;
    ({ conversationId } = response as typeof response & { conversationId: string });
  }
  return response;
}

describe('a request for somebody who does not work here', () => {
  it.each([
    ['medical', 'Can I see Dr. Chen?', 'Dr. Chen', 'Patel'],
    ['medical', 'can i see dr chen for a physical tomorrow at 9', 'dr chen', 'Patel|Brooks'],
    ['medical', 'I want a sick visit with Doctor Okafor on Thursday at 10', 'Doctor Okafor', 'Dr\\.|Sofia'],
    ['medical', 'Is Dr. Chen in on Wednesday?', 'Dr. Chen', 'Patel'],
    ['salon', "I'd like a women's haircut with Jessica on Thursday at 2", 'Jessica', 'Nina|Omar|Chloe'],
    ['salon', 'is Marco free on Saturday?', 'Marco', 'Mei|Nina|Omar|Chloe'],
    ['salon', 'book me in with jessica for a manicure on friday at 11', 'jessica', 'Mei'],
    ['fitness', 'a training session with Bruno tomorrow at 3', 'Bruno', 'Tasha|Kenji|Elena'],
  ])('%s: “%s” is answered with a notice', async (industry, message, name, otherNames) => {
    const { reply } = await lastResponseTo(industry, message);
    expect(reply).toContain(`We don't have anyone called ${name} here.`);
    expect(reply).toMatch(new RegExp(otherNames));
    expect(reply).not.toMatch(/\byes\b/i);
  });

  it.each([
    ['medical', 'Can I see Dr. Patel for a physical on Thursday at 10?', 'Patel'],
    ['medical', 'can i see dr brooks on thursday', 'visit'],
    ['salon', "women's haircut with nina on Thursday at 2", 'Nina'],
    ['salon', "women's haircut with Ninna on Thursday at 2", 'Nina'],
    ['fitness', 'a session with Kenji on Thursday at 3', 'Kenji'],
  ])('%s: “%s” gets no notice, because the person works here', async (industry, message, name) => {
    const { reply } = await lastResponseTo(industry, message);
    expect(reply).not.toContain("We don't have anyone");
    expect(reply).toContain(name);
  });
});

describe('the confirmation request', () => {
  it('names the staff member who is then booked', async () => {
    const messages = [
      'Can I see Dr. Chen for a physical on Thursday at 10?',
      'Dana Fox, March 3, 1980',
      '212 555 0142',
    ];
    const { reply, suggestions } = await lastResponseTo('medical', ...messages);
    const staffName = /with (Dr\. [A-Z]\w+ [A-Z]\w+)/.exec(reply)?.[1];
    expect(suggestions[0]).toBe('Yes please');
    expect(['Dr. Anita Patel', 'Dr. Daniel Brooks']).toContain(staffName);
    const confirmedResponse = await lastResponseTo('medical', ...messages, 'yes');
    expect(confirmedResponse.receipts).toHaveLength(1);
    expect(confirmedResponse.reply).toContain(staffName);
  });
});
