// Customers call a business and talk to the assistant, with the webhooks and WebSockets that Twilio opens.

import { beforeAll, describe, expect, it, vi } from 'vitest';
import { expectStatus } from '../../../../test/business.ts';
import { readAttribute } from '../../../../test/channels/caller.ts';
import {
  AUTH_TOKEN,
  BUSINESS_NUMBER,
  CALLS_PATH,
  NUMBER_PATH,
  openPhoneLine,
  type PhoneLine,
  TEAM_NUMBER,
} from '../../../../test/channels/phone-line.ts';
import { call } from '../../../../test/harness.ts';

let line: PhoneLine;
beforeAll(async () => {
  line = await openPhoneLine();
});
const parseForm = ({ body }: { body: Buffer }) => Object.fromEntries(new URLSearchParams(body.toString()));

describe('a number', () => {
  it('is connected with its webhooks', () => {
    expect(line.connection.address).toBe(BUSINESS_NUMBER);
    const numberUpdate = line.twilio.calls.find(({ path }) => path === NUMBER_PATH);
    expect(numberUpdate && parseForm(numberUpdate)).toEqual({
      VoiceUrl: line.connection.webhookUrl,
      VoiceMethod: 'POST',
      StatusCallback: `${line.connection.webhookUrl}?event=status`,
      StatusCallbackMethod: 'POST',
    });
  });

  it('is refused with an explanation if it takes no calls or transfers to itself', async () => {
    const textOnlyNumber = await line.restaurant.connect('phone', { ...line.settings, number: '+12125550199' });
    expect(textOnlyNumber).toMatchObject({ status: 422, json: { detail: 'This number can’t take calls.' } });
    const selfTransfer = await line.restaurant.connect('phone', { ...line.settings, transferTo: BUSINESS_NUMBER });
    expect(selfTransfer).toMatchObject({ status: 422, json: { detail: expect.stringContaining('transferred') } });
  });

  it('is tested with a call', async () => {
    const body = { to: '+1 212 555 0177' };
    expectStatus(
      204,
      await call(line.restaurant.service, 'POST', `/api/channels/${line.connection.id}/test`, {
        cookie: line.restaurant.cookie,
        body,
      }),
    );
    const [placedCall] = await line.twilio.waitFor(({ path }) => path === CALLS_PATH, 1);
    expect(placedCall && parseForm(placedCall)).toMatchObject({
      To: '+12125550177',
      From: BUSINESS_NUMBER,
      Twiml: expect.stringContaining('This is a test message from Bella Vista'),
    });
  });
});

describe('a caller', () => {
  it('is greeted in the name of the business', async () => {
    const twiml = await line.createCaller().dial();
    expect(readAttribute(twiml, 'welcomeGreeting')).toBe(
      'Thanks for calling Bella Vista. I’m the AI assistant. How can I help?',
    );
    expect(readAttribute(twiml, 'language')).toBe('en-US');
    expect(readAttribute(twiml, 'dtmfDetection')).toBe('true');
    expect(readAttribute(twiml, 'action')).toBe(line.buildSessionUrl());
  });

  it('books, moves and cancels a table', async () => {
    const from = '+12125550147';
    const caller = line.createCaller(from);
    await caller.dial();
    const readBack = await caller.say('a table for two in three days at seven p m please, the name is Ana Ruiz');
    expect(readBack).toMatch(/table for 2 .*7 PM.*Ana Ruiz.*Shall I book it\?/s);
    expect(await caller.say('yes')).toMatch(/code is ([A-Z2-9], ){5}[A-Z2-9]/);
    expect(await line.restaurant.query('select status, phone, customer from bookings b')).toMatchObject([
      { status: 'confirmed' },
    ]);
    expect(await caller.say('can we make it eight p m instead')).toMatch(/8 PM/);
    expect(await caller.say('yes')).toMatch(/8 PM/);
    await caller.say('cancel it please');
    expect(await caller.say('yes')).toMatch(/cancel/i);
    expect(await line.restaurant.query('select status from bookings b')).toMatchObject([{ status: 'cancelled' }]);
    await caller.hangUp(95);
    expect(await line.restaurant.findConversationWith(from)).toMatchObject({ channel: 'phone' });
    expect(await line.readInboxDetails(from)).toMatchObject({ call: { seconds: 95, ended: 'caller' } });
    // What was said is stored as it was understood.
    expect((await line.restaurant.listMessagesWith(from))[0]?.text).toContain('at 7 pm');
  });

  it('who withholds the number is asked for one', async () => {
    for (const from of ['anonymous', '+266696687', '+86282452253', '']) {
      const caller = line.createCaller(from);
      await caller.dial();
      const reply = await caller.say('a table for two tomorrow at seven thirty p m, my name is Joe Miller');
      expect(reply).toMatch(/phone/i);
      const readBack = await caller.say('two one two five five five oh one nine nine');
      expect(readBack).toMatch(/Shall I book it/);
      await caller.hangUp();
    }
  });

  it('can answer with keys', async () => {
    const caller = line.createCaller();
    await caller.dial();
    await caller.say('a table for two in four days at eight p m please, the name is Kay Lane');
    caller.press('1');
    expect(await caller.listen()).toMatch(/code is/);
    await caller.hangUp();
  });

  it('says goodbye, and the call ends', async () => {
    const from = '+12125550160';
    const caller = line.createCaller(from);
    await caller.dial();
    await caller.say('do you have parking?');
    await caller.say('goodbye');
    expect(await caller.waitForEnd(line.buildSessionUrl())).toContain('<Hangup/>');
    await caller.hangUp();
    expect(await line.readInboxDetails(from)).toMatchObject({ call: { ended: 'assistant' } });
  });

  it('hears only the first items of a long list', async () => {
    const caller = line.createCaller();
    await caller.dial();
    expect(await caller.say('do you have anything vegan?')).toMatch(/vegan: [^,]+, [^,]+, [^,]+, and \d+ more\./);
  });

  it('who says nothing leaves no thread behind', async () => {
    const from = '+12125550161';
    const caller = line.createCaller(from);
    await caller.dial();
    await caller.hangUp();
    await line.restaurant.query(
      `update channel_threads set last_received_at = now() - interval '25 hours' where address = $1`,
      [from],
    );
    await line.restaurant.query('select purge_expired()');
    expect(await line.restaurant.query('select 1 from channel_threads where address = $1', [from])).toEqual([]);
  });

  it('who hangs up right after speaking is still answered, with nothing heard', async () => {
    const from = '+12125550162';
    const caller = line.createCaller(from);
    await caller.dial();
    await caller.say('a table for two in five days at seven p m please, the name is Quinn Fox');
    caller.send({ type: 'prompt', voicePrompt: 'yes', lang: 'en-US', last: true });
    await caller.hangUp();
    await vi.waitFor(async () => expect(await line.restaurant.listMessagesWith(from)).toHaveLength(4), 10_000);
    const [delivery] = (await line.readInboxDetails(from)).deliveries.slice(-1);
    expect(delivery.heardCharacters).toBe(0);
  });

  it('who hangs up right after the first sentence still has it stored', async () => {
    const from = '+12125550164';
    const caller = line.createCaller(from);
    await caller.dial();
    caller.send({ type: 'prompt', voicePrompt: 'please tell the team that I am late', lang: 'en-US', last: true });
    await caller.hangUp();
    await vi.waitFor(async () => expect(await line.restaurant.listMessagesWith(from)).toHaveLength(2), 10_000);
    expect(await line.readInboxDetails(from)).toMatchObject({ call: { seconds: 42 } });
  });

  it('is answered in an emergency with the number to call first', async () => {
    const caller = line.createCaller();
    await caller.dial();
    const reply = await caller.say('my wife is choking, she cannot breathe');
    expect(reply.split('. ')[0]).toContain('911');
    expect(caller.frames.at(-1)?.interruptible ?? false).toBe(false);
    expect(await caller.waitForEnd(line.buildSessionUrl())).toContain(`>${TEAM_NUMBER}</Dial>`);
  });

  it('cannot be answered in writing', async () => {
    const from = '+12125550163';
    const caller = line.createCaller(from);
    await caller.dial();
    await caller.say('do you have parking?');
    await caller.hangUp();
    await line.restaurant.replyTo(from, 'Yes, we do.');
    await line.restaurant.waitForStatus(from, 'failed');
    expect((await line.restaurant.findLatestDeliveryTo(from)).error).toContain('Call the customer back');
  });
});

describe('a caller who wants a person', () => {
  it('is put through', async () => {
    const from = '+12125550170';
    const caller = line.createCaller(from);
    await caller.dial();
    expect(await caller.say('can I talk to a person please')).toContain('connecting you to our team');
    const twiml = await caller.waitForEnd(line.buildSessionUrl());
    expect(twiml).toContain(`>${TEAM_NUMBER}</Dial>`);
    expect(await line.restaurant.findConversationWith(from)).toMatchObject({ status: 'handoff', channel: 'phone' });
    const action = readAttribute(twiml, 'action') ?? '';
    expect((await caller.post(action, { DialCallStatus: 'completed' })).twiml).toContain('<Hangup/>');
    await caller.hangUp(120);
    expect(await line.readInboxDetails(from)).toMatchObject({ call: { seconds: 120, ended: 'transferred' } });
  });

  it('hears that nobody answered', async () => {
    const from = '+12125550171';
    const caller = line.createCaller(from);
    await caller.dial();
    await caller.say('can I talk to a person please');
    await caller.waitForEnd(line.buildSessionUrl());
    const { twiml } = await caller.post(`${line.connection.webhookUrl}?event=dial`, { DialCallStatus: 'no-answer' });
    expect(twiml).toMatch(/<Say .*no one can take your call/);
    await caller.hangUp();
    expect(await line.readInboxDetails(from)).toMatchObject({ call: { ended: 'missed' } });
  });

  it('leaves a message where there is nobody to transfer to', async () => {
    const { transferTo: _, ...settings } = line.settings;
    const connection = expectStatus(201, await line.restaurant.connect('phone', settings)).json;
    const { cookie, service } = line.restaurant;
    const config = (await call(service, 'GET', '/api/v1/config', { cookie })).json;
    expectStatus(200, await call(service, 'PUT', '/api/v1/config', { cookie, body: { contact: {} } }));
    const from = '+12125550172';
    const caller = line.createCaller(from, connection.webhookUrl);
    await caller.dial();
    expect(await caller.say('can I talk to a person please')).toContain('our team will call you back');
    expect(await caller.say('please tell them that I lost a red scarf')).toMatch(/team/);
    await caller.hangUp();
    expect(await line.restaurant.findConversationWith(from)).toMatchObject({ status: 'handoff' });
    expect((await line.restaurant.listMessagesWith(from)).map(({ text }) => text).join(' ')).toContain('red scarf');
    expectStatus(200, await call(service, 'PUT', '/api/v1/config', { cookie, body: { contact: config.contact } }));
  });
});

describe('an interruption', () => {
  it('is stored with what was heard', async () => {
    const from = '+12125550180';
    const caller = line.createCaller(from);
    await caller.dial();
    const reply = await caller.say('what are your opening hours?');
    caller.interrupt(reply.split(' ').slice(0, 3).join(' '));
    await caller.say('and do you have parking?');
    caller.reportSpeechEnd();
    await vi.waitFor(async () => {
      const [firstDelivery, secondDelivery] = (await line.readInboxDetails(from)).deliveries;
      expect(firstDelivery.heardCharacters).toBeGreaterThan(0);
      expect(firstDelivery.heardCharacters).toBeLessThan(reply.length);
      expect(secondDelivery.heardCharacters).toBeNull();
    }, 10_000);
  });

  it('makes the next reply repeat what was done', async () => {
    const caller = line.createCaller('+12125550181');
    await caller.dial();
    await caller.say('a table for two in six days at seven p m please, the name is Eve Hart');
    const bookedReply = await caller.say('yes');
    caller.interrupt(bookedReply.split(' ')[0] ?? '');
    const nextReply = await caller.say('do you have parking?');
    expect(nextReply).toContain(/code is [^.]+/.exec(bookedReply)?.[0]);
  });

  it('before the reply leaves that reply unspoken, and keeps the order of messages', async () => {
    const from = '+12125550182';
    const caller = line.createCaller(from);
    await caller.dial();
    caller.send({ type: 'prompt', voicePrompt: 'what are your opening hours?', lang: 'en-US', last: true });
    const reply = await caller.say('do you have parking?');
    expect(reply).toMatch(/garage/);
    caller.reportSpeechEnd();
    await vi.waitFor(async () => {
      const { deliveries } = await line.readInboxDetails(from);
      expect(deliveries.map(({ heardCharacters }: { heardCharacters: number | null }) => heardCharacters)).toEqual([
        0,
        null,
      ]);
    }, 10_000);
    const transcriptLines = (await line.restaurant.listMessagesWith(from)).map(({ role, text }) => `${role}: ${text}`);
    expect(transcriptLines[0]).toContain('opening hours');
    expect(transcriptLines[2]).toContain('parking');
  });
});

it('answers twelve turns with interruptions, each at once', async () => {
  const caller = line.createCaller('+12125550185');
  await caller.dial();
  const utterances = [
    'hi there',
    'what are your opening hours?',
    'do you have parking?',
    'is there anything vegan?',
    'where are you?',
    'a table for four in eight days',
    'at seven thirty p m',
    'Tom Ford',
    'yes please',
    'actually make it eight p m',
    'yes',
    'thanks, that is all',
  ];
  const responseTimes: number[] = [];
  for (const [index, text] of utterances.entries()) {
    responseTimes.push(await caller.timeToFirstWord(text));
    const reply = await caller.listen();
    expect(reply).not.toBe('');
    if (index % 3 === 1) caller.interrupt(reply.slice(0, reply.length / 2));
  }
  const sortedTimes = responseTimes.toSorted((a, b) => a - b);
  process.stdout.write(
    `First word after ${Math.round((sortedTimes[5]! + sortedTimes[6]!) / 2)} ms (median of 12), at most ${Math.round(sortedTimes.at(-1)!)} ms.\n`,
  );
  await caller.hangUp();
});

it('writes no number, word or token to the logs', () => {
  const log = line.restaurant.service.logLines.join('\n');
  for (const secret of [AUTH_TOKEN, '12125550', 'parking', 'Ana Ruiz', 'red scarf']) expect(log).not.toContain(secret);
});
