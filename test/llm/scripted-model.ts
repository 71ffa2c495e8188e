// A language model server that streams scripted responses over a real socket, in the format of OpenAI's chat completions
// or Anthropic's messages.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { afterAll } from 'vitest';
import { readConfig } from '../../src/kernel/config.ts';
import { startService } from '../harness.ts';

export type ScriptStep =
  | { say: string }
  | { call: string; with: unknown; say?: string }
  /** A tool call with arguments that are not JSON. */
  | { call: string; raw: string }
  | { status: number }
  | { hang: true }
  /** Sends this text and then drops the connection. */
  | { breakAfter: string };

// biome-ignore lint/suspicious/noExplicitAny: tests read requests without types
type ModelRequest = { path: string; headers: IncomingMessage['headers']; body: any };

export type ScriptedModel = Awaited<ReturnType<typeof startScriptedModel>>;

export async function startScriptedModel() {
  let script: ScriptStep[] = [];
  let defaultStep: ScriptStep | undefined;
  let pause: Promise<void> | undefined;
  const requests: ModelRequest[] = [];
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await readText(request));
    requests.push({ path: request.url ?? '', headers: request.headers, body });
    const step = script.shift() ?? defaultStep ?? { status: 500 };
    if (request.url?.endsWith('/messages')) await sendStep(step, response, anthropicFormat, pause);
    else await sendStep(step, response, openaiFormat, pause);
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
    requests,
    /** Sets the responses to the next requests. */
    setScript(...steps: ScriptStep[]) {
      script = steps;
      defaultStep = undefined;
      pause = undefined;
      requests.length = 0;
    },
    /** Sets the response to every request. */
    setEveryResponse(step: ScriptStep) {
      script = [];
      defaultStep = step;
      pause = undefined;
      requests.length = 0;
    },
    /** Pauses after the first sentence until the returned function is called. */
    pauseAfterFirstSentence(): () => void {
      let resume: () => void = () => undefined;
      pause = new Promise((resolve) => {
        resume = resolve;
      });
      return resume;
    },
  };
}

/** Starts a service that uses the scripted model. */
export async function startServiceWithModel(engine: 'auto' | 'llm') {
  const model = await startScriptedModel();
  const llm = { ...readConfig({}).llm, engine, baseUrl: model.url, model: 'scripted' };
  return { model, service: await startService(undefined, { llm }) };
}

type StreamFormat = {
  text(delta: string): string;
  call(name: string, args: string): string;
  begin(): string;
  end(isToolCall: boolean): string;
};

async function sendStep(
  step: ScriptStep,
  response: ServerResponse,
  format: StreamFormat,
  pause?: Promise<void>,
): Promise<void> {
  if ('hang' in step) return;
  if ('status' in step) {
    response.writeHead(step.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { message: 'as the script says', type: 'scripted' } }));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(format.begin());
  const text = 'breakAfter' in step ? step.breakAfter : ('say' in step && step.say) || '';
  for (const [index, part] of text.split(/(?<=\. )/).entries()) {
    if (index > 0) await pause;
    if (part) response.write(format.text(part));
  }
  if ('breakAfter' in step) return void setImmediate(() => response.destroy());
  const isToolCall = 'call' in step;
  if (isToolCall) response.write(format.call(step.call, 'raw' in step ? step.raw : JSON.stringify(step.with)));
  response.end(format.end(isToolCall));
}

const formatDataEvent = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
const formatChunkEvent = (delta: object, finish_reason: string | null = null) =>
  formatDataEvent({
    id: 'c1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'scripted',
    choices: [{ index: 0, delta, finish_reason }],
  });
let callCount = 0;

const openaiFormat: StreamFormat = {
  begin: () => formatChunkEvent({ role: 'assistant', content: '' }),
  text: (content) => formatChunkEvent({ content }),
  call: (name, args) =>
    formatChunkEvent({
      tool_calls: [{ index: 0, id: `call_${++callCount}`, type: 'function', function: { name, arguments: args } }],
    }),
  end: (isToolCall) =>
    formatChunkEvent({}, isToolCall ? 'tool_calls' : 'stop') +
    formatDataEvent({
      id: 'c1',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'scripted',
      choices: [],
      usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
    }) +
    'data: [DONE]\n\n',
};

const formatNamedEvent = (type: string, value: object) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...value })}\n\n`;
let blockIndex = 0;
const formatContentBlock = (content_block: object, delta: object) => {
  const index = blockIndex++;
  return (
    formatNamedEvent('content_block_start', { index, content_block }) +
    formatNamedEvent('content_block_delta', { index, delta }) +
    formatNamedEvent('content_block_stop', { index })
  );
};

const anthropicFormat: StreamFormat = {
  begin: () => {
    blockIndex = 0;
    const usage = { input_tokens: 100, output_tokens: 1 };
    return formatNamedEvent('message_start', {
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
  text: (text) => formatContentBlock({ type: 'text', text: '' }, { type: 'text_delta', text }),
  call: (name, args) =>
    formatContentBlock(
      { type: 'tool_use', id: `toolu_${++callCount}`, name, input: {} },
      { type: 'input_json_delta', partial_json: args },
    ),
  end: (isToolCall) =>
    formatNamedEvent('message_delta', {
      delta: { stop_reason: isToolCall ? 'tool_use' : 'end_turn', stop_sequence: null },
      usage: { output_tokens: 20 },
    }) + formatNamedEvent('message_stop', {}),
};
