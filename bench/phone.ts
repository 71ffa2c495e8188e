// From the end of what a caller says, as text, to the first words to be spoken, with everything stored. Twilio adds its own
// time for recognizing and speaking.
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { encryptSecrets } from '../src/features/channels/connections.ts';
import { signTwilioRequest } from '../src/features/channels/twilio.ts';
import { newId } from '../src/kernel/ids.ts';
import { sendJson } from './chat.ts';
import { mixedBusinesses } from './customers.ts';
import { computeMedian } from './median.ts';
import type { Bench } from './setup.ts';

const CALLERS = 5;
const CALLS_EACH = 8;
const AUTH_TOKEN = 'bench';
const PHONE_NUMBER = '+12125550100';
const GOAL_MS = 150;
const CALLER_LINES = [
  'hi there',
  'what are your opening hours',
  'do you have parking',
  'is there anything vegan',
  'where are you',
  'a table for four in eight days',
  'at seven thirty p m',
  'Tom Ford',
  'no thank you',
  'can I bring my dog',
  'how much is the tiramisu',
  'thanks',
];

export async function benchPhone(bench: Bench): Promise<boolean> {
  const webhookUrl = await openPhoneLine(bench);
  await playCall(webhookUrl, 'CAwarm');
  const times = await Promise.all(
    Array.from({ length: CALLERS }, async (_, caller) => {
      const callerTimes: number[] = [];
      for (let n = 0; n < CALLS_EACH; n++) callerTimes.push(...(await playCall(webhookUrl, `CA${caller}x${n}`)));
      return callerTimes;
    }),
  );
  const allTimes = times.flat();
  const [medianMs, p95Ms] = [
    computeMedian(allTimes),
    allTimes.toSorted((a, b) => a - b)[Math.floor(allTimes.length * 0.95)] ?? 0,
  ];
  console.log(`\nPhone: ${CALLERS} callers at once, ${allTimes.length} turns, each with its reply stored.`);
  console.log(
    `First words after ${medianMs.toFixed(0)} ms in the median, ${p95Ms.toFixed(0)} ms at the 95th percentile.`,
  );
  console.log(`${medianMs <= GOAL_MS ? 'met' : 'MISSED'}: at most ${GOAL_MS} ms in the median`);
  return medianMs <= GOAL_MS;
}

/** A business with a number, whose provider is this benchmark. */
async function openPhoneLine({ serviceUrl, dbOwnerPool, keyring, openWorkspaces }: Bench): Promise<string> {
  const [{ id: workspaceId, key } = { id: '', key: '' }] = await openWorkspaces(1);
  const business = mixedBusinesses.find(({ industry }) => industry === 'restaurant');
  await sendJson(`${serviceUrl}/api/v1/setup`, 'POST', key, { industry: 'restaurant' });
  await sendJson(`${serviceUrl}/api/v1/config`, 'PUT', key, business?.config);
  const id = newId('chn');
  const settings = { number: PHONE_NUMBER };
  const secrets = encryptSecrets(keyring, {
    id,
    workspaceId,
    businessName: '',
    settings,
    secrets: { authToken: AUTH_TOKEN },
  });
  await dbOwnerPool.query(
    `insert into channel_connections (workspace_id, id, kind, address, settings, secrets, created_at, updated_at)
     values ($1, $2, 'phone', $3, $4, $5, now(), now())`,
    [workspaceId, id, PHONE_NUMBER, settings, secrets],
  );
  return `${serviceUrl}/hooks/${id}`;
}

/** One call. Returns how long each reply took to begin. */
async function playCall(webhookUrl: string, callSid: string): Promise<number[]> {
  const form = new URLSearchParams({ CallSid: callSid, From: '+12125550147', To: PHONE_NUMBER, CallStatus: 'ringing' });
  const headers = { 'x-twilio-signature': signTwilioRequest(webhookUrl, form, AUTH_TOKEN) };
  const response = await fetch(webhookUrl, { method: 'POST', headers, body: form });
  if (!response.ok) throw new Error(`${webhookUrl}: ${response.status}`);
  const url = `${webhookUrl.replace(/^http/, 'ws')}/calls/${callSid}`;
  const signature = signTwilioRequest(url, new URLSearchParams(), AUTH_TOKEN);
  const socket = new WebSocket(url, { headers: { 'x-twilio-signature': signature } });
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'setup', callSid }));
  const times: number[] = [];
  for (const voicePrompt of CALLER_LINES) times.push(await measureTurn(socket, voicePrompt));
  socket.close();
  return times;
}

async function measureTurn(socket: WebSocket, voicePrompt: string): Promise<number> {
  const startedAt = performance.now();
  let firstWordAt: number | undefined;
  const replyFinished = new Promise<void>((resolve) => {
    const listen = (data: unknown) => {
      firstWordAt ??= performance.now();
      if (!(JSON.parse(String(data)) as { last?: boolean }).last) return;
      socket.off('message', listen);
      resolve();
    };
    socket.on('message', listen);
  });
  socket.send(JSON.stringify({ type: 'prompt', voicePrompt, lang: 'en-US', last: true }));
  await replyFinished;
  return (firstWordAt ?? performance.now()) - startedAt;
}
