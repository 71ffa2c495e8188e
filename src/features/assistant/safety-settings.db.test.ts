// The safety settings of an owner, and what nobody can switch off.
import { beforeAll, describe, expect, it } from 'vitest';
import { expectStatus, openBusiness, type TestBusiness } from '../../../test/business.ts';
import { expectProblem } from '../../../test/expect.ts';
import { type Service, startService } from '../../../test/harness.ts';

let service: Service;
let business: TestBusiness;

beforeAll(async () => {
  service = await startService();
  const safety = { onCall: '(212) 555-0199', personWords: ['press office', 'Anwältin', '——'] };
  business = await openBusiness(service, 'restaurant', { safety });
});

const say = async (message: string) =>
  expectStatus(200, await business.send('POST', '/chat', { body: { message } })).json;

describe('the owner’s words for a handoff', () => {
  it.each(['I am calling from the PRESS OFFICE, are you open?', 'meine Anwältin meldet sich'])(
    'hand off to a person: %s',
    async (message) => {
      expect(await say(message)).toMatchObject({ intent: 'general.human', status: 'handoff' });
    },
  );

  it.each(['Do you press your own olive oil?', 'Are you open on Friday? — thanks'])(
    'match whole words only: %s',
    async (message) => {
      expect((await say(message)).status).toBe('open');
    },
  );

  it('do not take precedence over an emergency', async () => {
    const { reply, intent } = await say('press office here, a guest collapsed and is not breathing');
    expect(intent).toBe('safety.emergency');
    expect(reply).toMatch(/call 911 right now/);
  });
});

describe('the business’s on-call number', () => {
  it('is added to the emergency number, never replaces it', async () => {
    expect((await say('my husband has crushing chest pain')).reply).toMatch(/call 911 .+ reach us at \(212\) 555-0199/);
  });

  it('is left out where somebody needs a crisis line', async () => {
    expect((await say('I want to kill myself')).reply).not.toContain('555-0199');
  });
});

it('refuses to switch emergencies off', async () => {
  const response = await business.send('PUT', '/config', { body: { safety: { emergencies: false } } });
  expectProblem(response, 422, 'validation_failed');
});
