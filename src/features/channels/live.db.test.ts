// Live connections of callers: several at once, silent, broken, forged, and too many.

import { get } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { readAttribute } from '../../../test/channels/caller.ts';
import { openPhoneLine, type PhoneLine, TEAM_NUMBER } from '../../../test/channels/phone-line.ts';
import { type ScriptedModel, startScriptedModel } from '../../../test/llm/scripted-model.ts';
import { readConfig } from '../../kernel/config.ts';
import { parseLivePath } from './addresses.ts';
import { signTwilioRequest } from './twilio.ts';

let line: PhoneLine;
beforeAll(async () => {
  line = await openPhoneLine();
});

it('serves two callers at once without mixing them up', async () => {
  const [firstCaller, secondCaller] = [line.createCaller('+12125550190'), line.createCaller('+12125550191')];
  await Promise.all([firstCaller.dial(), secondCaller.dial()]);
  const readBacks = await Promise.all([
    firstCaller.say('a table for two in nine days at six p m please, the name is Olga Smith'),
    secondCaller.say('a table for three in nine days at six p m please, the name is Owen Jones'),
  ]);
  expect(readBacks[0]).toMatch(/table for 2 .*Olga Smith/s);
  expect(readBacks[1]).toMatch(/table for 3 .*Owen Jones/s);
  const codes = await Promise.all([firstCaller.say('yes'), secondCaller.say('yes')]);
  expect(new Set(codes.map((reply) => /code is [^.]+/.exec(reply)?.[0])).size).toBe(2);
});

it('counts turns against the plan, and connects callers to a person once the monthly quota is used up', async () => {
  const { query, findConversationWith, listMessagesWith } = line.restaurant;
  const readMonthUsed = async () => Number((await query('select month_used from call_counters'))[0].month_used);
  const from = '+12125550165';
  const caller = line.createCaller(from);
  await caller.dial();
  await query(`update workspaces set plan = 'starter'`);
  // The change gives back what was taken in advance, so the count is set until it stays.
  await vi.waitFor(async () => {
    await query('update call_counters set month_used = 499');
    await sleep(100);
    expect(await readMonthUsed()).toBe(499);
  });
  expect(await caller.say('do you have parking?')).toMatch(/garage/);
  expect(await readMonthUsed()).toBe(500);
  expect(await caller.say('and what are your opening hours?')).toContain('connecting you to our team');
  expect(await readMonthUsed()).toBe(500);
  expect(await findConversationWith(from)).toMatchObject({ status: 'handoff' });
  expect((await listMessagesWith(from)).at(-1)).toMatchObject({
    role: 'customer',
    text: expect.stringMatching(/hours/),
  });
  await query('update call_counters set month_used = 0');
  await query(`update workspaces set plan = 'business'`);
  await caller.hangUp();
});

it('tells a caller in danger whom to call, even when the plan’s limit per minute is reached', async () => {
  const { query, findConversationWith } = line.restaurant;
  const from = '+12125550166';
  const caller = line.createCaller(from);
  await caller.dial();
  await query(`update workspaces set plan = 'starter'`);
  await query('update call_counters set window_start = now(), window_used = 60');
  expect(await caller.say("my wife collapsed and she isn't breathing")).toContain('911');
  expect(await findConversationWith(from)).toMatchObject({ status: 'handoff' });
  await query('update call_counters set window_used = 0');
  await query(`update workspaces set plan = 'business'`);
  await caller.hangUp();
});

describe('with short pauses and a language model', () => {
  let model: ScriptedModel;
  let modelLine: PhoneLine;
  beforeAll(async () => {
    model = await startScriptedModel();
    const llm = { ...readConfig({}).llm, engine: 'auto' as const, baseUrl: model.url, model: 'scripted' };
    const liveTiming = { openTimeoutMs: 10_000, maxSilenceMs: 200, keypadPauseMs: 50, charactersPerSecond: 100_000 };
    modelLine = await openPhoneLine({ liveTiming }, { llm });
  });

  it('a silent caller is asked once, and then the call ends', async () => {
    const caller = modelLine.createCaller();
    await caller.dial();
    expect(await caller.listen()).toBe('Are you still there?');
    expect(await caller.listen()).toContain('Goodbye');
    expect(await caller.waitForEnd(modelLine.buildSessionUrl())).toContain('<Hangup/>');
  });

  it('the first sentence is said while the model still writes', async () => {
    const caller = modelLine.createCaller();
    await caller.dial();
    model.setScript({ say: 'A bird in green. A bird in blue. And that is all.' });
    const resume = model.pauseAfterFirstSentence();
    await caller.timeToFirstWord('could you write me a poem about budgies?');
    expect(caller.frames.at(-1)).toMatchObject({ token: 'A bird in green. ', last: false });
    resume();
    expect(await caller.listen()).toBe('A bird in green. A bird in blue. And that is all.');
  });

  it('a stopping service closes its connections, so that the calls continue elsewhere', async () => {
    const caller = modelLine.createCaller();
    await caller.dial();
    const closeCode = caller.waitForClose();
    await modelLine.restaurant.service.stop();
    expect(await closeCode).toBe(1012);
  });
});

describe('a broken connection', () => {
  it('is opened again, and the conversation goes on', async () => {
    const from = '+12125550196';
    const caller = line.createCaller(from);
    await caller.dial();
    await caller.say('a table for two in ten days at seven p m please, the name is Una Luck');
    const fields = { CallStatus: 'in-progress', SessionStatus: 'failed', ErrorCode: '64105' };
    const { twiml } = await caller.post(line.buildSessionUrl(), fields);
    expect(readAttribute(twiml, 'welcomeGreeting')).toContain('lost you');
    await caller.connect(readAttribute(twiml, 'url') ?? '');
    expect(await caller.say('yes')).toMatch(/code is/);
    expect(await line.restaurant.query('select 1 from channel_threads where address = $1', [from])).toHaveLength(1);
  });

  it('repeats what was done but not heard', async () => {
    const from = '+12125550197';
    const caller = line.createCaller(from);
    await caller.dial();
    await caller.say('a table for two in eleven days at seven p m please, the name is Una Lost');
    caller.send({ type: 'prompt', voicePrompt: 'yes', lang: 'en-US', last: true });
    caller.breakConnection();
    await expect
      .poll(async () => (await line.readInboxDetails(from)).deliveries.at(-1).heardCharacters, { timeout: 10_000 })
      .toBe(0);
    const fields = { CallStatus: 'in-progress', SessionStatus: 'failed', ErrorCode: '64105' };
    const { twiml } = await caller.post(line.buildSessionUrl(), fields);
    await caller.connect(readAttribute(twiml, 'url') ?? '');
    expect(await caller.listen()).toMatch(/code is ([A-Z2-9], ){5}[A-Z2-9]/);
  });

  it('that cannot be opened ends in a transfer', async () => {
    const caller = line.createCaller();
    await caller.dial();
    const fields = { CallStatus: 'in-progress', SessionStatus: 'failed', ErrorCode: '64102' };
    const { twiml } = await caller.post(`${line.connection.webhookUrl}?event=session&attempt=3`, fields);
    expect(twiml).toContain(`>${TEAM_NUMBER}</Dial>`);
  });
});

describe('somebody who is not Twilio', () => {
  const upgradeStatusOf = (socket: ReturnType<ReturnType<typeof line.createCaller>['openSocket']>) =>
    new Promise<number>((resolve) => {
      socket.once('unexpected-response', (_, { statusCode = 0 }) => resolve(statusCode));
      socket.once('open', () => resolve(101));
    });

  it('cannot announce a call', async () => {
    const from = '+12125550200';
    expect(
      (await line.createCaller(from).post(line.connection.webhookUrl, { CallStatus: 'ringing' }, 'wrong')).status,
    ).toBe(403);
    expect(await line.restaurant.query('select 1 from channel_threads where address = $1', [from])).toEqual([]);
  });

  it('cannot open a call', async () => {
    const caller = line.createCaller();
    const { twiml } = await caller.post(line.connection.webhookUrl, { CallStatus: 'ringing' });
    const url = readAttribute(twiml, 'url') ?? '';
    expect(await upgradeStatusOf(caller.openSocket(url, 'wrong'))).toBe(403);
    expect(
      await upgradeStatusOf(caller.openSocket(url, signTwilioRequest(url, new URLSearchParams(), 'other token'))),
    ).toBe(403);
    expect(await upgradeStatusOf(caller.openSocket(url.replace(/calls\/.*/, 'calls/CAunknown')))).toBe(404);
    expect(await upgradeStatusOf(caller.openSocket(url.replace(line.connection.id, 'chn_unknown')))).toBe(404);
    await caller.connect(url);
    // The URL is good for one connection only.
    expect(await upgradeStatusOf(caller.openSocket(url))).toBe(404);
  });

  it.each([
    ['no JSON', 'garbage'],
    ['no object', '1'],
    ['no type', '{}'],
    ['another call', { type: 'setup', callSid: 'CAother' }],
    ['a second introduction', { type: 'setup', callSid: 'CAx' }],
    ['a prompt without words', { type: 'prompt' }],
    ['keys that do not exist', { type: 'dtmf', digit: '12' }],
    ['a message that is too long', 'x'.repeat(20_000)],
  ])('is cut off: %s', async (_, message) => {
    const caller = line.createCaller();
    await caller.dial();
    caller.send(message);
    expect(await caller.waitForClose()).toBeGreaterThan(1000);
  });

  it('is cut off: bytes', async () => {
    const caller = line.createCaller();
    await caller.dial();
    caller.send(Buffer.from([1, 2, 3]));
    expect(await caller.waitForClose()).toBe(1003);
  });

  it('is cut off: a flood, which others do not notice', async () => {
    const [floodingCaller, otherCaller] = [line.createCaller(), line.createCaller()];
    await Promise.all([floodingCaller.dial(), otherCaller.dial()]);
    for (let n = 0; n < 200; n++) floodingCaller.send({ type: 'info', name: 'clientSpeaking', value: 'on' });
    expect(await floodingCaller.waitForClose()).toBe(1008);
    expect(await otherCaller.say('do you have parking?')).toMatch(/garage/);
  });

  it('is disconnected after a refusal', async () => {
    const { port } = new URL(line.restaurant.service.url);
    const socket = connect({ port: Number(port), allowHalfOpen: true });
    const firstData = new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))));
    const socketClosed = new Promise<void>((resolve) => socket.on('error', () => resolve()));
    const path = `/hooks/${line.connection.id}/calls/CA1`;
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
    );
    expect(await firstData).toMatch(/^HTTP\/1.1 403/);
    // Writing fails only if the other side is gone, and has not just ended its half.
    const writing = setInterval(() => socket.write('x'), 20);
    await socketClosed;
    clearInterval(writing);
  });

  it('does not reach the database with something that is no ID', async () => {
    const { port } = new URL(line.restaurant.service.url);
    expect(
      await upgradeStatusOf(line.createCaller().openSocket(`ws://localhost:${port}/hooks/chn_guess/calls/CA1`)),
    ).toBe(404);
    expect(parseLivePath('/hooks/chn_guess/calls/CA1')).toBeUndefined();
    expect(parseLivePath(`/hooks/${line.connection.id}/calls/CA1`)).toEqual({
      connectionId: line.connection.id,
      callId: 'CA1',
    });
  });

  it('gets a plain HTTP response to other upgrades', async () => {
    const { port } = new URL(line.restaurant.service.url);
    const headers = { connection: 'Upgrade', upgrade: 'h2c' };
    const status = await new Promise<number | undefined>((resolve, reject) =>
      get({ port, path: '/api/health/live', headers }, ({ statusCode }) => resolve(statusCode)).on('error', reject),
    );
    expect(status).toBe(200);
  });
});
