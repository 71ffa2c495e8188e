// A caller, by way of Twilio: the webhooks of a call and the WebSocket of ConversationRelay, signed as Twilio signs them.
import { expect, vi } from 'vitest';
import { WebSocket } from 'ws';
import { signTwilioRequest } from '../../src/features/channels/twilio.ts';
import { addCleanup } from '../harness.ts';

type Frame = { type: string; token?: string; last?: boolean; handoffData?: string; interruptible?: boolean };
type CallerOptions = {
  /** Where the service listens, which may differ from the URLs that are signed. */
  serviceUrl: string;
  authToken: string;
  webhookUrl: string;
  from?: string;
  to: string;
  callSid: string;
};

export const readAttribute = (twiml: string, name: string): string | undefined =>
  new RegExp(` ${name}="([^"]*)"`)
    .exec(twiml)?.[1]
    ?.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));

export function createCaller({ serviceUrl, authToken, webhookUrl, from = '', to, callSid }: CallerOptions) {
  const commonFields = { CallSid: callSid, From: from, To: to, Direction: 'inbound' };
  const frames: (Frame & { receivedAtMs: number })[] = [];
  let socket: WebSocket | undefined;
  let nextFrameIndex = 0;

  async function post(url: string, fields: Record<string, string>, signature?: string) {
    const form = new URLSearchParams({ ...commonFields, ...fields });
    const path = url.slice(new URL(url).origin.length);
    const response = await fetch(`${serviceUrl}${path}`, {
      method: 'POST',
      headers: { 'x-twilio-signature': signature ?? signTwilioRequest(url, form, authToken) },
      body: form,
    });
    return { status: response.status, twiml: await response.text() };
  }

  /** Twilio signs the URL of the WebSocket like that of a webhook without fields. */
  function openSocket(url: string, signature = signTwilioRequest(url, new URLSearchParams(), authToken)) {
    const localUrl = serviceUrl.replace(/^http/, 'ws') + url.slice(new URL(url).origin.length);
    const newSocket = new WebSocket(localUrl, { headers: { 'x-twilio-signature': signature } });
    newSocket.on('error', () => undefined);
    newSocket.on('message', (data) =>
      frames.push({ ...(JSON.parse(String(data)) as Frame), receivedAtMs: performance.now() }),
    );
    addCleanup(async () => newSocket.terminate());
    socket = newSocket;
    return newSocket;
  }

  const send = (message: object | string | Buffer) =>
    socket?.send(typeof message === 'string' || Buffer.isBuffer(message) ? message : JSON.stringify(message));

  const waitUntilFound = <T>(find: () => T | undefined): Promise<T> =>
    vi.waitFor(
      () => {
        const found = find();
        if (found === undefined) throw new Error(`not yet: ${JSON.stringify(frames.slice(nextFrameIndex))}`);
        return found;
      },
      { timeout: 20_000, interval: 5 },
    );

  /** Returns what the voice says until the reply is complete. */
  async function listen(): Promise<string> {
    const lastIndex = await waitUntilFound(() => {
      const index = frames.findIndex(
        ({ type, last: isLast }, frameIndex) => frameIndex >= nextFrameIndex && type === 'text' && isLast,
      );
      return index < 0 ? undefined : index;
    });
    const tokens = frames.slice(nextFrameIndex, lastIndex + 1).map(({ token = '' }) => token);
    nextFrameIndex = lastIndex + 1;
    return tokens.join('').trim();
  }

  return {
    frames,
    post,
    openSocket,
    send,
    listen,
    /** Dials and connects. Returns the TwiML that the service responded with. */
    async dial(): Promise<string> {
      const { status, twiml } = await post(webhookUrl, { CallStatus: 'ringing' });
      expect(status).toBe(200);
      await this.connect(readAttribute(twiml, 'url') ?? '');
      return twiml;
    },
    async connect(url: string): Promise<void> {
      const newSocket = openSocket(url);
      await new Promise<void>((resolve, reject) => {
        newSocket.once('open', () => resolve());
        newSocket.once('close', () => reject(new Error('closed')));
      });
      send({
        type: 'setup',
        sessionId: 'VX1',
        callSid,
        from,
        to,
        direction: 'inbound',
        callStatus: 'RINGING',
        customParameters: {},
      });
    },
    /** Says something and listens to the reply. */
    async say(voicePrompt: string): Promise<string> {
      nextFrameIndex = frames.length;
      send({ type: 'prompt', voicePrompt, lang: 'en-US', last: true });
      return listen();
    },
    /** How long it took from the end of what was said to the first word of the reply. */
    async timeToFirstWord(voicePrompt: string): Promise<number> {
      const startedAt = performance.now();
      nextFrameIndex = frames.length;
      send({ type: 'prompt', voicePrompt, lang: 'en-US', last: true });
      const firstFrame = await waitUntilFound(() => frames.slice(nextFrameIndex).find(({ type }) => type === 'text'));
      return firstFrame.receivedAtMs - startedAt;
    },
    press: (digits: string) => [...digits].map((digit) => send({ type: 'dtmf', digit })),
    interrupt: (utteranceUntilInterrupt: string) =>
      send({ type: 'interrupt', utteranceUntilInterrupt, durationUntilInterruptMs: '460' }),
    /** Twilio reports that the voice has said everything. */
    reportSpeechEnd: () => send({ type: 'info', name: 'agentSpeaking', value: 'off' }),
    /** Waits until the service ends the session. Returns the TwiML for what happens next. */
    async waitForEnd(actionUrl: string): Promise<string> {
      const { handoffData = '' } = await waitUntilFound(() => frames.find(({ type }) => type === 'end'));
      socket?.close();
      const fields = { CallStatus: 'in-progress', SessionStatus: 'ended', HandoffData: handoffData };
      return (await post(actionUrl, fields)).twiml;
    },
    waitForClose: () =>
      new Promise<number>((resolve) => {
        if (socket?.readyState === WebSocket.CLOSED) resolve(0);
        socket?.once('close', (code) => resolve(code));
      }),
    /** The connection breaks. */
    breakConnection: () => socket?.close(),
    /** Hangs up: the connection closes, and the call's end is reported. */
    async hangUp(seconds = 42): Promise<void> {
      socket?.close();
      await post(`${webhookUrl}?event=status`, { CallStatus: 'completed', CallDuration: String(seconds) });
    },
  };
}
