// Calls that the assistant cannot take, and connections that it does not accept.

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectStatus } from '../../../test/business.ts';
import { readAttribute } from '../../../test/channels/caller.ts';
import { openPhoneLine, type PhoneLine, TEAM_NUMBER } from '../../../test/channels/phone-line.ts';
import { addCleanup, call } from '../../../test/harness.ts';

let line: PhoneLine;
beforeAll(async () => {
  line = await openPhoneLine();
});

/** Connects a phone channel without a number to transfer calls to. */
async function connectChannelWithoutTransfer() {
  const { transferTo: _, ...settings } = line.settings;
  const { cookie, service } = line.restaurant;
  expectStatus(200, await call(service, 'PUT', '/api/v1/config', { cookie, body: { contact: {} } }));
  return expectStatus(201, await line.restaurant.connect('phone', settings)).json as { id: string; webhookUrl: string };
}

describe('a call that the assistant cannot take', () => {
  it('is put through while the channel is paused', async () => {
    const { cookie, service } = line.restaurant;
    const setStatus = async (status: string) =>
      expectStatus(
        200,
        await call(service, 'PATCH', `/api/channels/${line.connection.id}`, { cookie, body: { status } }),
      );
    await setStatus('paused');
    const from = '+12125550201';
    const caller = line.createCaller(from);
    const { twiml } = await caller.post(line.connection.webhookUrl, { CallStatus: 'ringing' });
    expect(twiml).toContain(`>${TEAM_NUMBER}</Dial>`);
    await setStatus('active');
    // No one answers, and the team knows.
    const missedResponse = await caller.post(readAttribute(twiml, 'action') ?? '', { DialCallStatus: 'no-answer' });
    expect(missedResponse.twiml).toContain('We’ll let the team know you called.');
    await caller.hangUp(30);
    expect(await line.restaurant.findConversationWith(from)).toMatchObject({ status: 'handoff', channel: 'phone' });
    const { query } = line.restaurant;
    expect(await query(`select customer, stage from conversations where customer ->> 'phone' = $1`, [from])).toEqual([
      { customer: { phone: from }, stage: 'waiting' },
    ]);
    expect(
      await query(`select data ->> 'reason' as reason from events where data #>> '{customer,phone}' = $1`, [from]),
    ).toEqual([{ reason: 'missed call' }]);
    expect(await line.readInboxDetails(from)).toMatchObject({ call: { ended: 'missed', seconds: 30 } });
  });

  it('is handed to the team if its connection broke and there is no transfer number', async () => {
    const { webhookUrl } = await connectChannelWithoutTransfer();
    const from = '+12125550202';
    const caller = line.createCaller(from, webhookUrl);
    await caller.dial();
    await caller.say('do you have parking?');
    const fields = { CallStatus: 'in-progress', SessionStatus: 'failed', ErrorCode: '64102' };
    const { twiml } = await caller.post(`${webhookUrl}?event=session&attempt=3`, fields);
    expect(twiml).toContain('Please call back later.');
    expect(await line.restaurant.findConversationWith(from)).toMatchObject({ status: 'handoff' });
  });

  it('is put through if there are too many callers', async () => {
    let twiml = '';
    for (let n = 0; n <= 20 && !twiml.includes('<Dial'); n++) {
      const caller = line.createCaller();
      ({ twiml } = await caller.post(line.connection.webhookUrl, { CallStatus: 'ringing' }));
      if (!twiml.includes('<Dial')) await caller.connect(readAttribute(twiml, 'url') ?? '');
    }
    expect(twiml).toContain(`>${TEAM_NUMBER}</Dial>`);
  });

  it('gets the busy signal if nobody can be called, and the team knows', async () => {
    const { webhookUrl } = await connectChannelWithoutTransfer();
    for (let n = 0; n < 20; n++) await line.createCaller(undefined, webhookUrl).dial();
    const from = '+12125550203';
    const caller = line.createCaller(from, webhookUrl);
    const ring = () => caller.post(webhookUrl, { CallStatus: 'ringing' });
    expect((await ring()).twiml).toContain('<Reject reason="busy"/>');
    // Twilio asks again if our answer was lost.
    await ring();
    await caller.hangUp(0);
    expect(await line.restaurant.findConversationWith(from)).toMatchObject({ status: 'handoff', channel: 'phone' });
    const reasonsSql = `select data ->> 'reason' as reason from events
      where type = 'conversation.handoff' and data #>> '{customer,phone}' = $1`;
    expect(await line.restaurant.query(reasonsSql, [from])).toEqual([{ reason: 'missed call' }]);
    expect(await line.readInboxDetails(from)).toMatchObject({ call: { ended: 'missed' } });
  });
});

describe('a connection', () => {
  const upgradeStatusOf = (socket: ReturnType<ReturnType<typeof line.createCaller>['openSocket']>) =>
    new Promise<number>((resolve) => {
      socket.once('unexpected-response', (_, { statusCode = 0 }) => resolve(statusCode));
      socket.once('open', () => resolve(101));
    });

  it('is refused if 20 are open, though its call was announced before', async () => {
    const { webhookUrl } = await connectChannelWithoutTransfer();
    const callers = Array.from({ length: 21 }, () => line.createCaller(undefined, webhookUrl));
    const urls: string[] = [];
    for (const caller of callers) {
      const { twiml } = await caller.post(webhookUrl, { CallStatus: 'ringing' });
      urls.push(readAttribute(twiml, 'url') ?? '');
    }
    const statuses: number[] = [];
    for (const [index, caller] of callers.entries())
      statuses.push(await upgradeStatusOf(caller.openSocket(urls[index] ?? '')));
    expect(statuses).toEqual([...Array(20).fill(101), 503]);
  });

  describe('while the database does not answer', () => {
    const OPENING_MS = 1_500;
    let lineWithShortTimeout: PhoneLine;
    beforeAll(async () => {
      const callTiming = {
        openTimeoutMs: OPENING_MS,
        maxSilenceMs: 60_000,
        keypadPauseMs: 50,
        charactersPerSecond: 100_000,
      };
      lineWithShortTimeout = await openPhoneLine({ liveTiming: callTiming });
    });

    /** Asks for an upgrade. `statusLine` is the first line of the response, or empty if the connection is cut. */
    function requestUpgrade(): { socket: Socket; statusLine: Promise<string> } {
      const socket = connect(Number(new URL(lineWithShortTimeout.restaurant.service.url).port));
      addCleanup(async () => socket.destroy());
      const statusLine = new Promise<string>((resolve) => {
        socket.once('data', (data) => resolve(String(data).split('\r\n')[0] ?? ''));
        socket.once('close', () => resolve(''));
        socket.on('error', () => resolve(''));
      });
      socket.write(
        `GET /hooks/${lineWithShortTimeout.connection.id}/calls/CA1 HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n` +
          'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
      );
      return { socket, statusLine };
    }

    it('is one of 50 that wait until they time out, while further ones are refused at once', async () => {
      const lockingClient = new pg.Client(lineWithShortTimeout.restaurant.service.connection);
      await lockingClient.connect();
      await lockingClient.query('begin; lock table channel_connections in access exclusive mode');
      const waitingRequests = Array.from({ length: 50 }, requestUpgrade);
      await Promise.all(waitingRequests.map(({ socket }) => once(socket, 'connect')));
      // The first ones have arrived, because connections are accepted in their order.
      const refusedStatusLine = await requestUpgrade().statusLine;
      expect(refusedStatusLine).toBe('HTTP/1.1 503 Service Unavailable');
      expect(await Promise.all(waitingRequests.map(({ statusLine }) => statusLine))).toEqual(Array(50).fill(''));
      await lockingClient.query('rollback');
      await lockingClient.end();
      // The waiting requests have ended, so that there is room again.
      await expect.poll(async () => requestUpgrade().statusLine).toBe('HTTP/1.1 403 Forbidden');
      const caller = lineWithShortTimeout.createCaller();
      await caller.dial();
      expect(await caller.say('do you have parking?')).toMatch(/garage/);
    });
  });
});
