// A caller, by way of Twilio: the webhooks of a call and the WebSocket of ConversationRelay, signed as Twilio signs them.
import { expect, vi } from 'vitest';
import { WebSocket } from 'ws';
import { signTwilioRequest } from '../../src/features/channels/twilio.ts';
import { addCleanup } from '../harness.ts';

type Frame = { type: string; token?: string; last?: boolean; handoffData?: string; interruptible?: boolean };
type Options = {
  /** Where the service listens, which its signed addresses need not name. */
  serviceUrl: string;
  authToken: string;
  webhookUrl: string;
  from?: string;
  to: string;
  callSid: string;
};

export const attributeOf = (twiml: string, name: string): string | undefined =>
  new RegExp(` ${name}="([^"]*)"`)
    .exec(twiml)?.[1]
    ?.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));

export function createCaller({ serviceUrl, authToken, webhookUrl, from = '', to, callSid }: Options) {
  const common = { CallSid: callSid, From: from, To: to, Direction: 'inbound' };
  const frames: (Frame & { at: number })[] = [];
  let socket: WebSocket | undefined;
  let position = 0;

  async function post(url: string, fields: Record<string, string>, signature?: string) {
    const form = new URLSearchParams({ ...common, ...fields });
    const path = url.slice(new URL(url).origin.length);
    const response = await fetch(`${serviceUrl}${path}`, {
      method: 'POST',
      headers: { 'x-twilio-signature': signature ?? signTwilioRequest(url, form, authToken) },
      body: form,
    });
    return { status: response.status, twiml: await response.text() };
  }

  /** Twilio signs the address of the WebSocket like that of a webhook without fields. */
  function open(url: string, signature = signTwilioRequest(url, new URLSearchParams(), authToken)) {
    const address = serviceUrl.replace(/^http/, 'ws') + url.slice(new URL(url).origin.length);
    const opened = new WebSocket(address, { headers: { 'x-twilio-signature': signature } });
    opened.on('error', () => undefined);
    opened.on('message', (data) => frames.push({ ...(JSON.parse(String(data)) as Frame), at: performance.now() }));
    addCleanup(async () => opened.terminate());
    socket = opened;
    return opened;
  }

  const send = (message: object | string | Buffer) =>
    socket?.send(typeof message === 'string' || Buffer.isBuffer(message) ? message : JSON.stringify(message));

  const waitFor = <T>(find: () => T | undefined): Promise<T> =>
    vi.waitFor(
      () => {
        const found = find();
        if (found === undefined) throw new Error(`not yet: ${JSON.stringify(frames.slice(position))}`);
        return found;
      },
      { timeout: 20_000, interval: 5 },
    );

  /** What is said until the reply is complete. */
  async function listen(): Promise<string> {
    const last = await waitFor(() => {
      const index = frames.findIndex(({ type, last: isLast }, at) => at >= position && type === 'text' && isLast);
      return index < 0 ? undefined : index;
    });
    const said = frames.slice(position, last + 1).map(({ token = '' }) => token);
    position = last + 1;
    return said.join('').trim();
  }

  return {
    frames,
    post,
    open,
    send,
    listen,
    /** Dials, and is connected. Returns what Twilio was told to do. */
    async dial(): Promise<string> {
      const { status, twiml } = await post(webhookUrl, { CallStatus: 'ringing' });
      expect(status).toBe(200);
      await this.connect(attributeOf(twiml, 'url') ?? '');
      return twiml;
    },
    async connect(url: string): Promise<void> {
      const opened = open(url);
      await new Promise<void>((resolve, reject) => {
        opened.once('open', () => resolve());
        opened.once('close', () => reject(new Error('closed')));
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
      position = frames.length;
      send({ type: 'prompt', voicePrompt, lang: 'en-US', last: true });
      return listen();
    },
    /** How long it took from the end of what was said to the first word of the reply. */
    async timeToFirstWord(voicePrompt: string): Promise<number> {
      const startedAt = performance.now();
      position = frames.length;
      send({ type: 'prompt', voicePrompt, lang: 'en-US', last: true });
      const first = await waitFor(() => frames.slice(position).find(({ type }) => type === 'text'));
      return first.at - startedAt;
    },
    press: (digits: string) => [...digits].map((digit) => send({ type: 'dtmf', digit })),
    interrupt: (utteranceUntilInterrupt: string) =>
      send({ type: 'interrupt', utteranceUntilInterrupt, durationUntilInterruptMs: '460' }),
    /** Twilio reports that the voice has said everything. */
    hearOut: () => send({ type: 'info', name: 'agentSpeaking', value: 'off' }),
    /** The service ends the session. Returns what Twilio is told to do then. */
    async waitForEnd(action: string): Promise<string> {
      const { handoffData = '' } = await waitFor(() => frames.find(({ type }) => type === 'end'));
      socket?.close();
      const fields = { CallStatus: 'in-progress', SessionStatus: 'ended', HandoffData: handoffData };
      return (await post(action, fields)).twiml;
    },
    waitForClose: () =>
      new Promise<number>((resolve) => {
        if (socket?.readyState === WebSocket.CLOSED) resolve(0);
        socket?.once('close', (code) => resolve(code));
      }),
    /** The connection breaks. */
    breakOff: () => socket?.close(),
    /** Hangs up: the connection closes, and the call's end is reported. */
    async hangUp(seconds = 42): Promise<void> {
      socket?.close();
      await post(`${webhookUrl}?event=status`, { CallStatus: 'completed', CallDuration: String(seconds) });
    },
  };
}
