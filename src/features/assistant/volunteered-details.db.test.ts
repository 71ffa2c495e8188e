// Details that customers mention in passing are used: an age, a phone number, the size of the group, where to sit.
import { beforeAll, describe, expect, it } from 'vitest';
import { expectStatus, openBusiness, type TestBusiness } from '../../../test/business.ts';
import { readFixtureDocument } from '../../../test/document.ts';
import { type Service, startService } from '../../../test/harness.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});

async function lastResponseTo(business: TestBusiness, ...messages: string[]) {
  const responses: Record<string, string>[] = [];
  for (const message of messages) {
    const conversationId = responses[0]?.conversationId;
    const body = { message, ...(conversationId ? { conversationId } : {}) };
    responses.push(expectStatus(200, await business.send('POST', '/chat', { body })).json);
  }
  return responses.at(-1)!;
}

describe('an age', () => {
  let practice: TestBusiness;
  beforeAll(async () => {
    const { medical } = readFixtureDocument('medical') as unknown as {
      medical: { visitTypes: object[]; providers: object[] };
    };
    const [visitType] = medical.visitTypes as { id: string; name: string }[];
    const visitTypes = ['Adult', "Children's", 'Senior'].map((ageGroup, index) => ({
      ...visitType,
      id: `v${index}`,
      name: `${ageGroup} eye exam`,
    }));
    const providers = medical.providers.map((provider) => ({
      ...provider,
      visitTypes: visitTypes.map(({ id }) => id),
    }));
    const insurance = [
      {
        payer: 'Sun Life',
        plans: [
          { name: 'PHI Standard', accepted: true },
          { name: 'PHI Basic', accepted: false },
        ],
      },
    ];
    practice = await openBusiness(service, 'medical', { medical: { ...medical, visitTypes, providers, insurance } });
  });

  it('selects the matching visit type', async () => {
    expect((await lastResponseTo(practice, 'I need an eye exam')).reply).toMatch(/Adult.*Children's.*Senior/);
    expect((await lastResponseTo(practice, 'I need an eye exam', 'im 34 no problems really')).reply).toMatch(
      /day and time/i,
    );
    const { reply } = await lastResponseTo(
      practice,
      'I need an eye exam',
      "it's for my mother, she's 81",
      'next monday at 9',
    );
    expect(reply).not.toMatch(/Adult|Children/);
  });

  it('is not needed to say which plans of an insurer are accepted', async () => {
    expect((await lastResponseTo(practice, 'do you take sun life?')).reply).toMatch(
      /accept PHI Standard, but not PHI Basic/,
    );
  });
});

describe('a restaurant', () => {
  let restaurant: TestBusiness;
  beforeAll(async () => {
    const services = [{ name: 'The screened porch', description: 'Private, 14 to 30 people, by email only' }];
    restaurant = await openBusiness(service, 'restaurant', { services, faqs: [] });
  });

  it('tells a group too large for a table about the private room', async () => {
    expect((await lastResponseTo(restaurant, 'a table for 18 on saturday at 7')).reply).toMatch(
      /screened porch.*14 to 30 people/,
    );
  });

  it('offers a callback to a customer who leaves a number, and hands over if a person was already offered', async () => {
    const offerResponse = await lastResponseTo(
      restaurant,
      'what are your opening hours?',
      'Carrie Olson, (212) 555-0155',
    );
    expect(offerResponse).toMatchObject({
      status: 'open',
      reply: expect.stringMatching(/Thank you, Carrie\. .*get in touch/),
    });
    const handoffResponse = await lastResponseTo(restaurant, 'do you repair bicycles?', 'Carrie Olson, (212) 555-0155');
    expect(handoffResponse).toMatchObject({ status: 'handoff', reply: expect.stringMatching(/^Thank you, Carrie\./) });
  });
});

it('treats a doubtful message after an emergency as part of it', async () => {
  const gym = await openBusiness(service, 'fitness', {});
  const headInjuryResponse = await lastResponseTo(
    gym,
    'i smacked the back of my head in class. im good just been puking since i woke up',
  );
  expect(headInjuryResponse).toMatchObject({ intent: 'safety.emergency', status: 'handoff' });
  const worseningResponse = await lastResponseTo(
    gym,
    'he hit his head and is vomiting and confused',
    'hes getting really sleepy now',
  );
  expect(worseningResponse).toMatchObject({ intent: 'safety.emergency', reply: expect.stringMatching(/911/) });
  expect(await lastResponseTo(gym, 'he hit his head and is vomiting and confused', 'ok thanks')).toMatchObject({
    reply: '',
  });
});

it('answers the other questions of a letter with one medical question', async () => {
  const practice = await openBusiness(service, 'medical', {});
  const { reply, intent } = await lastResponseTo(
    practice,
    'Hello there. Can I take ibuprofen together with my blood thinner? What are your opening hours on Friday? And where exactly are you? Thanks so much for your help.',
  );
  expect(reply).toMatch(/Friday[\s\S]*(?:doctor|pharmacist)/);
  expect(intent).not.toBe('safety.refused');
});

describe('several requests in one message', () => {
  it('are all answered', async () => {
    const salon = await openBusiness(service, 'salon');
    const { reply: facts } = await lastResponseTo(salon, 'whats your number, address and opening hours');
    expect(facts).toMatch(/open .*Saturday.*\(212\) 555-0145.*Grove Street/s);
    const { reply: prices } = await lastResponseTo(salon, 'haircut price and who is free Saturday');
    expect(prices).toMatch(/Women’s Haircut \(\$75\).*Men’s Haircut \(\$45\).*Which service/s);
  });

  it('include where to sit, asked at once or later', async () => {
    const restaurant = await openBusiness(service, 'restaurant');
    const request = 'can i book for 2 in three days at 7pm';
    expect((await lastResponseTo(restaurant, `${request}, outside please`)).reply).toMatch(
      /7:00 PM \(patio\) is available for 2/,
    );
    expect((await lastResponseTo(restaurant, request, 'outside please')).reply).toMatch(
      /7:00 PM \(patio\) is available for 2/,
    );
  });
});
