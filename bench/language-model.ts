// What the service adds to a language model's own time: before the request to the model, and from the end of its first
// sentence until the customer can read it.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendJson } from './chat.ts';
import { mixedBusinesses } from './customers.ts';
import { computeMedian } from './median.ts';
import { type Bench, MODEL_PORT } from './setup.ts';

const TURNS = 40;
const WARM_UP_TURNS = 10;
/** About as fast as large models write. */
const TOKEN_MS = 20;
const TOKENS =
  'What a good question. I would like to pass that on to our team, who know it best. Is that all right?'.match(
    /\s*\S+/g,
  )!;
const FIRST_SENTENCE_END_INDEX = TOKENS.findIndex((token) => token.endsWith('.'));
/** A sentence is only known to be complete when the next one begins. */
const FIRST_SENTENCE_COMPLETE_INDEX = FIRST_SENTENCE_END_INDEX + 1;
const QUESTION = 'Could you write me a poem about budgies?';
const GOALS_MS = { beforeRequest: 100, sentenceDelay: 20 };

/** In milliseconds. */
type TurnDelays = { beforeRequest: number; sentenceDelay: number };

export async function benchLanguageModel(bench: Bench): Promise<boolean> {
  const [{ key } = { key: '' }] = await bench.openWorkspaces(1);
  const { industry, config } = mixedBusinesses[0]!;
  await sendJson(`${bench.serviceUrl}/api/v1/setup`, 'POST', key, { industry });
  await sendJson(`${bench.serviceUrl}/api/v1/config`, 'PUT', key, { ...config, assistant: { engine: 'llm' } });
  const provider = await startProvider();
  const turns: TurnDelays[] = [];
  try {
    for (let n = -WARM_UP_TURNS; n < TURNS; n++) {
      const turn = await measureTurn(`${bench.serviceUrl}/api/chat`, key, provider);
      if (n >= 0) turns.push(turn);
    }
  } finally {
    provider.close();
  }
  return report(turns, provider.getRequestBytes());
}

/** Streams one message, and compares the times at which the provider and the customer saw it. */
async function measureTurn(url: string, key: string, provider: Provider): Promise<TurnDelays> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', accept: 'text/event-stream' };
  const startedAt = performance.now();
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ message: QUESTION }) });
  let streamText = '';
  let readAt: number | undefined;
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    streamText += chunk;
    if (streamText.includes('good question')) readAt ??= performance.now();
  }
  const { requestedAt, sentenceCompleteAt } = provider.getLastRequest();
  if (readAt === undefined) throw new Error(`No sentence of the model came through:\n${streamText}`);
  return { beforeRequest: requestedAt - startedAt, sentenceDelay: readAt - sentenceCompleteAt };
}

type Provider = Awaited<ReturnType<typeof startProvider>>;

async function startProvider() {
  let lastRequest = { requestedAt: 0, sentenceCompleteAt: 0 };
  let requestBytes = 0;
  const server = createServer(async (request, response) => {
    lastRequest = { requestedAt: performance.now(), sentenceCompleteAt: 0 };
    const body = await Array.fromAsync(request as AsyncIterable<Buffer>);
    requestBytes = Buffer.concat(body).length;
    await streamReply(response, () => {
      lastRequest.sentenceCompleteAt = performance.now();
    });
  }).listen(MODEL_PORT, '127.0.0.1');
  await once(server, 'listening');
  return {
    getLastRequest: () => lastRequest,
    getRequestBytes: () => requestBytes,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function streamReply(response: ServerResponse, onSentenceComplete: () => void): Promise<void> {
  const writeChunk = (delta: object, finishReason: string | null = null) =>
    response.write(
      `data: ${JSON.stringify({ id: 'x', choices: [{ index: 0, delta, finish_reason: finishReason }] })}\n\n`,
    );
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const [index, content] of TOKENS.entries()) {
    await sleep(TOKEN_MS);
    if (index === FIRST_SENTENCE_COMPLETE_INDEX) onSentenceComplete();
    writeChunk({ role: 'assistant', content });
  }
  writeChunk({}, 'stop');
  response.end('data: [DONE]\n\n');
}

function report(turns: readonly TurnDelays[], requestBytes: number): boolean {
  const beforeRequest = computeMedian(turns.map((turn) => turn.beforeRequest));
  const sentenceDelay = computeMedian(turns.map((turn) => turn.sentenceDelay));
  console.log(`\nPOST /api/chat, answered by a language model that writes a word in ${TOKEN_MS} ms, ${TURNS} turns`);
  console.log(`it is sent ${requestBytes.toLocaleString('en')} bytes, with what was said, the business and the tools`);
  const goals: [boolean, string][] = [
    [
      beforeRequest < GOALS_MS.beforeRequest,
      `the model is asked after ${beforeRequest.toFixed(1)} ms (goal under ${GOALS_MS.beforeRequest})`,
    ],
    [
      sentenceDelay < GOALS_MS.sentenceDelay,
      `its first sentence can be read ${sentenceDelay.toFixed(1)} ms after it was known to be over (goal under ${GOALS_MS.sentenceDelay})`,
    ],
  ];
  for (const [isMet, description] of goals) console.log(`${isMet ? 'met' : 'MISSED'}: ${description}`);
  return goals.every(([isMet]) => isMet);
}
