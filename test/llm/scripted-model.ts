// A language model that says what a test has written down for it, over a real socket: as OpenAI's chat completions or as
// Anthropic's messages, streamed.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { afterAll } from 'vitest';
import { readConfig } from '../../src/kernel/config.ts';
import { startService } from '../harness.ts';

export type Step =
  | { say: string }
  | { call: string; with: unknown; say?: string }
  /** Arguments that are no JSON. */
  | { call: string; raw: string }
  | { status: number }
  | { hang: true }
  /** Says so much, and is gone. */
  | { breakAfter: string };

// biome-ignore lint/suspicious/noExplicitAny: what was asked is looked at freely in tests
type Asked = { path: string; headers: IncomingMessage['headers']; body: any };

export type ScriptedModel = Awaited<ReturnType<typeof startModel>>;

export async function startModel() {
  let script: Step[] = [];
  let forever: Step | undefined;
  let pause: Promise<void> | undefined;
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await textOf(request));
    asked.push({ path: request.url ?? '', headers: request.headers, body });
    const step = script.shift() ?? forever ?? { status: 500 };
    if (request.url?.endsWith('/messages')) await play(step, response, anthropicFrames, pause);
    else await play(step, response, openaiFrames, pause);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked,
    /** What it does at each of the next requests. */
    follows(...steps: Step[]) {
      script = steps;
      forever = undefined;
      pause = undefined;
      asked.length = 0;
    },
    /** The same at every request. */
    always(step: Step) {
      script = [];
      forever = step;
      pause = undefined;
      asked.length = 0;
    },
    /** Holds what comes after the first sentence until it is let go. */
    pauses(): () => void {
      let go: () => void = () => undefined;
      pause = new Promise((resolve) => {
        go = resolve;
      });
      return go;
    },
  };
}

/** A service that asks it. */
export async function startServiceWithModel(engine: 'auto' | 'llm') {
  const model = await startModel();
  const llm = { ...readConfig({}).llm, engine, baseUrl: model.url, model: 'scripted' };
  return { model, service: await startService(undefined, { llm }) };
}

type Frames = {
  text(delta: string): string;
  call(name: string, args: string): string;
  begin(): string;
  end(called: boolean): string;
};

async function play(step: Step, response: ServerResponse, frames: Frames, pause?: Promise<void>): Promise<void> {
  if ('hang' in step) return;
  if ('status' in step) {
    response.writeHead(step.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { message: 'as the script says', type: 'scripted' } }));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(frames.begin());
  const said = 'breakAfter' in step ? step.breakAfter : ('say' in step && step.say) || '';
  for (const [index, part] of said.split(/(?<=\. )/).entries()) {
    if (index > 0) await pause;
    if (part) response.write(frames.text(part));
  }
  if ('breakAfter' in step) return void setImmediate(() => response.destroy());
  const called = 'call' in step;
  if (called) response.write(frames.call(step.call, 'raw' in step ? step.raw : JSON.stringify(step.with)));
  response.end(frames.end(called));
}

const data = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
const chunk = (delta: object, finish_reason: string | null = null) =>
  data({
    id: 'c1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'scripted',
    choices: [{ index: 0, delta, finish_reason }],
  });
let calls = 0;

const openaiFrames: Frames = {
  begin: () => chunk({ role: 'assistant', content: '' }),
  text: (content) => chunk({ content }),
  call: (name, args) =>
    chunk({ tool_calls: [{ index: 0, id: `call_${++calls}`, type: 'function', function: { name, arguments: args } }] }),
  end: (called) =>
    chunk({}, called ? 'tool_calls' : 'stop') +
    data({
      id: 'c1',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'scripted',
      choices: [],
      usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
    }) +
    'data: [DONE]\n\n',
};

const named = (type: string, value: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...value })}\n\n`;
let block = 0;
const inBlock = (content_block: object, delta: object) => {
  const index = block++;
  return (
    named('content_block_start', { index, content_block }) +
    named('content_block_delta', { index, delta }) +
    named('content_block_stop', { index })
  );
};

const anthropicFrames: Frames = {
  begin: () => {
    block = 0;
    const usage = { input_tokens: 100, output_tokens: 1 };
    return named('message_start', {
      message: {
        id: 'm1',
        type: 'message',
        role: 'assistant',
        model: 'scripted',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage,
      },
    });
  },
  text: (text) => inBlock({ type: 'text', text: '' }, { type: 'text_delta', text }),
  call: (name, args) =>
    inBlock(
      { type: 'tool_use', id: `toolu_${++calls}`, name, input: {} },
      { type: 'input_json_delta', partial_json: args },
    ),
  end: (called) =>
    named('message_delta', {
      delta: { stop_reason: called ? 'tool_use' : 'end_turn', stop_sequence: null },
      usage: { output_tokens: 20 },
    }) + named('message_stop', {}),
};
