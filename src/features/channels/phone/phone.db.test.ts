// Customers call a business and talk to the assistant, with the webhooks and WebSockets that Twilio opens.
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { expectStatus } from '../../../../test/business.ts';
import { attributeOf } from '../../../../test/channels/caller.ts';
import {
  CALLS_PATH,
  NUMBER,
  NUMBER_PATH,
  openPhoneLine,
  type PhoneLine,
  TEAM,
  TOKEN,
} from '../../../../test/channels/phone-line.ts';
import { call } from '../../../../test/harness.ts';

let line: PhoneLine;
beforeAll(async () => {
  line = await openPhoneLine();
});
const formOf = ({ body }: { body: Buffer }) => Object.fromEntries(new URLSearchParams(body.toString()));

describe('a number', () => {
  it('is connected with its webhooks', () => {
    expect(line.connection.address).toBe(NUMBER);
    const update = line.twilio.calls.find(({ path }) => path === NUMBER_PATH);
    expect(update && formOf(update)).toEqual({
      ...{ VoiceUrl: line.connection.webhookUrl, VoiceMethod: 'POST' },
      ...{ StatusCallback: `${line.connection.webhookUrl}?event=status`, StatusCallbackMethod: 'POST' },
    });
  });

  it('is refused with words', async () => {
    const textOnly = await line.restaurant.connect('phone', { ...line.settings, number: '+12125550199' });
    expect(textOnly).toMatchObject({ status: 422, json: { detail: 'This number can’t take calls.' } });
    const loop = await line.restaurant.connect('phone', { ...line.settings, transferTo: NUMBER });
    expect(loop).toMatchObject({ status: 422, json: { detail: expect.stringContaining('transferred') } });
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
    const [placed] = await line.twilio.waitFor(({ path }) => path === CALLS_PATH, 1);
    expect(placed && formOf(placed)).toMatchObject({
      ...{ To: '+12125550177', From: NUMBER },
      Twiml: expect.stringContaining('This is a test message from Bella Vista'),
    });
  });
});

describe('a caller', () => {
  it('is greeted in the name of the business', async () => {
    const twiml = await line.caller().dial();
    expect(attributeOf(twiml, 'welcomeGreeting')).toBe(
      'Thanks for calling Bella Vista. I’m the AI assistant. How can I help?',
    );
    expect(attributeOf(twiml, 'language')).toBe('en-US');
    expect(attributeOf(twiml, 'dtmfDetection')).toBe('true');
    expect(attributeOf(twiml, 'action')).toBe(line.sessionUrl());
  });

  it('books, moves and cancels a table', async () => {
    const from = '+12125550147';
    const ana = line.caller(from);
    await ana.dial();
    const readBack = await ana.say('a table for two in three days at seven p m please, the name is Ana Ruiz');
    expect(readBack).toMatch(/table for 2 .*7 PM.*Ana Ruiz.*Shall I book it\?/s);
    expect(await ana.say('yes')).toMatch(/code is ([A-Z2-9], ){5}[A-Z2-9]/);
    expect(await line.restaurant.query('select status, phone, customer from bookings b')).toMatchObject([
      { status: 'confirmed' },
    ]);
    expect(await ana.say('can we make it eight p m instead')).toMatch(/8 PM/);
    expect(await ana.say('yes')).toMatch(/8 PM/);
    await ana.say('cancel it please');
    expect(await ana.say('yes')).toMatch(/cancel/i);
    expect(await line.restaurant.query('select status from bookings b')).toMatchObject([{ status: 'cancelled' }]);
    await ana.hangUp(95);
    expect(await line.restaurant.conversationWith(from)).toMatchObject({ channel: 'phone' });
    expect(await line.detailsOf(from)).toMatchObject({ call: { seconds: 95, ended: 'caller' } });
    // What was said is stored as it was understood.
    expect((await line.restaurant.messagesWith(from))[0]?.text).toContain('at 7 pm');
  });

  it('who withholds the number is asked for one', async () => {
    for (const from of ['anonymous', '+266696687', '+86282452253', '']) {
      const anonymous = line.caller(from);
      await anonymous.dial();
      const reply = await anonymous.say('a table for two tomorrow at seven thirty p m, my name is Joe Miller');
      expect(reply).toMatch(/phone/i);
      const readBack = await anonymous.say('two one two five five five oh one nine nine');
      expect(readBack).toMatch(/Shall I book it/);
      await anonymous.hangUp();
    }
  });

  it('can answer with keys', async () => {
    const keys = line.caller();
    await keys.dial();
    await keys.say('a table for two in four days at eight p m please, the name is Kay Lane');
    keys.press('1');
    expect(await keys.listen()).toMatch(/code is/);
    await keys.hangUp();
  });

  it('says goodbye, and the call ends', async () => {
    const from = '+12125550160';
    const polite = line.caller(from);
    await polite.dial();
    await polite.say('do you have parking?');
    await polite.say('goodbye');
    expect(await polite.waitForEnd(line.sessionUrl())).toContain('<Hangup/>');
    await polite.hangUp();
    expect(await line.detailsOf(from)).toMatchObject({ call: { ended: 'assistant' } });
  });

  it('hears the first of many', async () => {
    const curious = line.caller();
    await curious.dial();
    expect(await curious.say('do you have anything vegan?')).toMatch(/vegan: [^,]+, [^,]+, [^,]+, and \d+ more\./);
  });

  it('who says nothing leaves nothing', async () => {
    const from = '+12125550161';
    const silent = line.caller(from);
    await silent.dial();
    await silent.hangUp();
    await line.restaurant.query(
      `update channel_threads set last_received_at = now() - interval '25 hours' where address = $1`,
      [from],
    );
    await line.restaurant.query('select purge_expired()');
    expect(await line.restaurant.query('select 1 from channel_threads where address = $1', [from])).toEqual([]);
  });

  it('who hangs up after the last word has still said it', async () => {
    const from = '+12125550162';
    const quick = line.caller(from);
    await quick.dial();
    await quick.say('a table for two in five days at seven p m please, the name is Quinn Fox');
    quick.send({ type: 'prompt', voicePrompt: 'yes', lang: 'en-US', last: true });
    await quick.hangUp();
    await vi.waitFor(async () => expect(await line.restaurant.messagesWith(from)).toHaveLength(4), 10_000);
    const [reply] = (await line.detailsOf(from)).deliveries.slice(-1);
    expect(reply.heardCharacters).toBe(0);
  });

  it('who hangs up after the first sentence has still said it', async () => {
    const from = '+12125550164';
    const quick = line.caller(from);
    await quick.dial();
    quick.send({ type: 'prompt', voicePrompt: 'please tell the team that I am late', lang: 'en-US', last: true });
    await quick.hangUp();
    await vi.waitFor(async () => expect(await line.restaurant.messagesWith(from)).toHaveLength(2), 10_000);
    expect(await line.detailsOf(from)).toMatchObject({ call: { seconds: 42 } });
  });

  it('is answered in an emergency with the number to call first', async () => {
    const emergency = line.caller();
    await emergency.dial();
    const reply = await emergency.say('my wife is choking, she cannot breathe');
    expect(reply.split('. ')[0]).toContain('911');
    expect(emergency.frames.at(-1)?.interruptible ?? false).toBe(false);
    expect(await emergency.waitForEnd(line.sessionUrl())).toContain(`>${TEAM}</Dial>`);
  });

  it('can only be answered on the phone', async () => {
    const from = '+12125550163';
    const ended = line.caller(from);
    await ended.dial();
    await ended.say('do you have parking?');
    await ended.hangUp();
    await line.restaurant.replyTo(from, 'Yes, we do.');
    await line.restaurant.waitForStatus(from, 'failed');
    expect((await line.restaurant.latestDeliveryTo(from)).error).toContain('Call the customer back');
  });
});

describe('a caller who wants a person', () => {
  it('is put through', async () => {
    const from = '+12125550170';
    const wants = line.caller(from);
    await wants.dial();
    expect(await wants.say('can I talk to a person please')).toContain('connecting you to our team');
    const twiml = await wants.waitForEnd(line.sessionUrl());
    expect(twiml).toContain(`>${TEAM}</Dial>`);
    expect(await line.restaurant.conversationWith(from)).toMatchObject({ status: 'handoff', channel: 'phone' });
    const action = attributeOf(twiml, 'action') ?? '';
    expect((await wants.post(action, { DialCallStatus: 'completed' })).twiml).toContain('<Hangup/>');
    await wants.hangUp(120);
    expect(await line.detailsOf(from)).toMatchObject({ call: { seconds: 120, ended: 'transferred' } });
  });

  it('hears that nobody answered', async () => {
    const from = '+12125550171';
    const wants = line.caller(from);
    await wants.dial();
    await wants.say('can I talk to a person please');
    await wants.waitForEnd(line.sessionUrl());
    const { twiml } = await wants.post(`${line.connection.webhookUrl}?event=dial`, { DialCallStatus: 'no-answer' });
    expect(twiml).toMatch(/<Say .*no one can take your call/);
    await wants.hangUp();
    expect(await line.detailsOf(from)).toMatchObject({ call: { ended: 'missed' } });
  });

  it('leaves a message where there is nobody to transfer to', async () => {
    const { transferTo: _, ...settings } = line.settings;
    const alone = expectStatus(201, await line.restaurant.connect('phone', settings)).json;
    const { cookie, service } = line.restaurant;
    const config = (await call(service, 'GET', '/api/v1/config', { cookie })).json;
    expectStatus(200, await call(service, 'PUT', '/api/v1/config', { cookie, body: { contact: {} } }));
    const from = '+12125550172';
    const wants = line.caller(from, alone.webhookUrl);
    await wants.dial();
    expect(await wants.say('can I talk to a person please')).toContain('our team will call you back');
    expect(await wants.say('please tell them that I lost a red scarf')).toMatch(/team/);
    await wants.hangUp();
    expect(await line.restaurant.conversationWith(from)).toMatchObject({ status: 'handoff' });
    expect((await line.restaurant.messagesWith(from)).map(({ text }) => text).join(' ')).toContain('red scarf');
    expectStatus(200, await call(service, 'PUT', '/api/v1/config', { cookie, body: { contact: config.contact } }));
  });
});

describe('an interruption', () => {
  it('is stored with what was heard', async () => {
    const from = '+12125550180';
    const impatient = line.caller(from);
    await impatient.dial();
    const reply = await impatient.say('what are your opening hours?');
    impatient.interrupt(reply.split(' ').slice(0, 3).join(' '));
    await impatient.say('and do you have parking?');
    impatient.hearOut();
    await vi.waitFor(async () => {
      const [first, second] = (await line.detailsOf(from)).deliveries;
      expect(first.heardCharacters).toBeGreaterThan(0);
      expect(first.heardCharacters).toBeLessThan(reply.length);
      expect(second.heardCharacters).toBeNull();
    }, 10_000);
  });

  it('does not hide what was done', async () => {
    const eager = line.caller('+12125550181');
    await eager.dial();
    await eager.say('a table for two in six days at seven p m please, the name is Eve Hart');
    const booked = await eager.say('yes');
    eager.interrupt(booked.split(' ')[0] ?? '');
    const next = await eager.say('do you have parking?');
    expect(next).toContain(/code is [^.]+/.exec(booked)?.[0]);
  });

  it('before the reply keeps the reply unsaid, and the order', async () => {
    const from = '+12125550182';
    const fast = line.caller(from);
    await fast.dial();
    fast.send({ type: 'prompt', voicePrompt: 'what are your opening hours?', lang: 'en-US', last: true });
    const reply = await fast.say('do you have parking?');
    expect(reply).toMatch(/garage/);
    fast.hearOut();
    await vi.waitFor(async () => {
      const { deliveries } = await line.detailsOf(from);
      expect(deliveries.map(({ heardCharacters }: { heardCharacters: number | null }) => heardCharacters)).toEqual([
        0,
        null,
      ]);
    }, 10_000);
    const texts = (await line.restaurant.messagesWith(from)).map(({ role, text }) => `${role}: ${text}`);
    expect(texts[0]).toContain('opening hours');
    expect(texts[2]).toContain('parking');
  });
});

it('answers twelve turns with interruptions, each at once', async () => {
  const talkative = line.caller('+12125550185');
  await talkative.dial();
  const said = [
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
  const times: number[] = [];
  for (const [index, text] of said.entries()) {
    times.push(await talkative.timeToFirstWord(text));
    const reply = await talkative.listen();
    expect(reply).not.toBe('');
    if (index % 3 === 1) talkative.interrupt(reply.slice(0, reply.length / 2));
  }
  const sorted = times.toSorted((a, b) => a - b);
  process.stdout.write(
    `First word after ${Math.round((sorted[5]! + sorted[6]!) / 2)} ms (median of 12), at most ${Math.round(sorted.at(-1)!)} ms.\n`,
  );
  await talkative.hangUp();
});

it('leaves no number, word or token in the logs', () => {
  const log = line.restaurant.service.logLines.join('\n');
  for (const secret of [TOKEN, '12125550', 'parking', 'Ana Ruiz', 'red scarf']) expect(log).not.toContain(secret);
});
