// Calls that the assistant cannot take, and connections that it does not accept.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectStatus } from '../../../test/business.ts';
import { attributeOf } from '../../../test/channels/caller.ts';
import { openPhoneLine, type PhoneLine, TEAM } from '../../../test/channels/phone-line.ts';
import { addCleanup, call } from '../../../test/harness.ts';

let line: PhoneLine;
beforeAll(async () => {
  line = await openPhoneLine();
});

/** A line without a number to transfer calls to. */
async function openLineAlone() {
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
    const unserved = line.caller(from);
    const { twiml } = await unserved.post(line.connection.webhookUrl, { CallStatus: 'ringing' });
    expect(twiml).toContain(`>${TEAM}</Dial>`);
    await setStatus('active');
    // No one answers, and the team knows.
    const missed = await unserved.post(attributeOf(twiml, 'action') ?? '', { DialCallStatus: 'no-answer' });
    expect(missed.twiml).toContain('We’ll let the team know you called.');
    await unserved.hangUp(30);
    expect(await line.restaurant.conversationWith(from)).toMatchObject({ status: 'handoff', channel: 'phone' });
    const { query } = line.restaurant;
    expect(await query(`select customer, stage from conversations where customer ->> 'phone' = $1`, [from])).toEqual([
      { customer: { phone: from }, stage: 'waiting' },
    ]);
    expect(
      await query(`select data ->> 'reason' as reason from events where data #>> '{customer,phone}' = $1`, [from]),
    ).toEqual([{ reason: 'missed call' }]);
    expect(await line.detailsOf(from)).toMatchObject({ call: { ended: 'missed', seconds: 30 } });
  });

  it('goes to the team if it broke and nobody can be called', async () => {
    const { webhookUrl } = await openLineAlone();
    const from = '+12125550202';
    const unlucky = line.caller(from, webhookUrl);
    await unlucky.dial();
    await unlucky.say('do you have parking?');
    const fields = { CallStatus: 'in-progress', SessionStatus: 'failed', ErrorCode: '64102' };
    const { twiml } = await unlucky.post(`${webhookUrl}?event=session&attempt=3`, fields);
    expect(twiml).toContain('Please call back later.');
    expect(await line.restaurant.conversationWith(from)).toMatchObject({ status: 'handoff' });
  });

  it('is put through if too many are on the line', async () => {
    let twiml = '';
    for (let n = 0; n <= 20 && !twiml.includes('<Dial'); n++) {
      const another = line.caller();
      ({ twiml } = await another.post(line.connection.webhookUrl, { CallStatus: 'ringing' }));
      if (!twiml.includes('<Dial')) await another.connect(attributeOf(twiml, 'url') ?? '');
    }
    expect(twiml).toContain(`>${TEAM}</Dial>`);
  });

  it('gets the busy signal if nobody can be called, and the team knows', async () => {
    const { webhookUrl } = await openLineAlone();
    for (let n = 0; n < 20; n++) await line.caller(undefined, webhookUrl).dial();
    const from = '+12125550203';
    const unserved = line.caller(from, webhookUrl);
    const ring = () => unserved.post(webhookUrl, { CallStatus: 'ringing' });
    expect((await ring()).twiml).toContain('<Reject reason="busy"/>');
    // Twilio asks again if our answer was lost.
    await ring();
    await unserved.hangUp(0);
    expect(await line.restaurant.conversationWith(from)).toMatchObject({ status: 'handoff', channel: 'phone' });
    const reasons = `select data ->> 'reason' as reason from events
      where type = 'conversation.handoff' and data #>> '{customer,phone}' = $1`;
    expect(await line.restaurant.query(reasons, [from])).toEqual([{ reason: 'missed call' }]);
    expect(await line.detailsOf(from)).toMatchObject({ call: { ended: 'missed' } });
  });
});

describe('a connection', () => {
  const statusOf = (socket: ReturnType<ReturnType<typeof line.caller>['open']>) =>
    new Promise<number>((resolve) => {
      socket.once('unexpected-response', (_, { statusCode = 0 }) => resolve(statusCode));
      socket.once('open', () => resolve(101));
    });

  it('is refused if 20 are open, though its call was announced before', async () => {
    const { webhookUrl } = await openLineAlone();
    const callers = Array.from({ length: 21 }, () => line.caller(undefined, webhookUrl));
    const urls: string[] = [];
    for (const each of callers) {
      const { twiml } = await each.post(webhookUrl, { CallStatus: 'ringing' });
      urls.push(attributeOf(twiml, 'url') ?? '');
    }
    const statuses: number[] = [];
    for (const [index, each] of callers.entries()) statuses.push(await statusOf(each.open(urls[index] ?? '')));
    expect(statuses).toEqual([...Array(20).fill(101), 503]);
  });

  describe('while the database does not answer', () => {
    const OPENING_MS = 1_500;
    let slow: PhoneLine;
    beforeAll(async () => {
      const liveTiming = { openingMs: OPENING_MS, silenceMs: 60_000, keypadMs: 50, charactersPerSecond: 100_000 };
      slow = await openPhoneLine({ liveTiming });
    });

    /** Asks for an upgrade. Resolves to the answer's first line, or to nothing if the connection is cut. */
    function upgrade(): { socket: Socket; answer: Promise<string> } {
      const socket = connect(Number(new URL(slow.restaurant.service.url).port));
      addCleanup(async () => socket.destroy());
      const answer = new Promise<string>((resolve) => {
        socket.once('data', (data) => resolve(String(data).split('\r\n')[0] ?? ''));
        socket.once('close', () => resolve(''));
        socket.on('error', () => resolve(''));
      });
      socket.write(
        `GET /hooks/${slow.connection.id}/calls/CA1 HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n` +
          'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
      );
      return { socket, answer };
    }

    it('is one of 50 that wait, for a while; others are refused at once', async () => {
      const lock = new pg.Client(slow.restaurant.service.connection);
      await lock.connect();
      await lock.query('begin; lock table channel_connections in access exclusive mode');
      const waiting = Array.from({ length: 50 }, upgrade);
      await Promise.all(waiting.map(({ socket }) => once(socket, 'connect')));
      // The first ones have arrived, because connections are accepted in their order.
      const refused = await upgrade().answer;
      expect(refused).toBe('HTTP/1.1 503 Service Unavailable');
      expect(await Promise.all(waiting.map(({ answer }) => answer))).toEqual(Array(50).fill(''));
      await lock.query('rollback');
      await lock.end();
      // What waited has ended, so that there is room again.
      await expect.poll(async () => upgrade().answer).toBe('HTTP/1.1 403 Forbidden');
      const caller = slow.caller();
      await caller.dial();
      expect(await caller.say('do you have parking?')).toMatch(/garage/);
    });
  });
});
