// What the service adds to a language model's own time: before the model is asked, and from the end of its first sentence
// until the customer can read it.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { send } from './chat.ts';
import { mixed } from './customers.ts';
import { median } from './median.ts';
import { type Bench, MODEL_PORT } from './setup.ts';

const TURNS = 40;
const WARM_UP = 10;
/** As fast as large models write. */
const TOKEN_MS = 20;
const TOKENS =
  'What a good question. I would like to pass that on to our team, who know it best. Is that all right?'.match(
    /\s*\S+/g,
  )!;
const FIRST_SENTENCE = TOKENS.findIndex((token) => token.endsWith('.'));
/** A sentence ends where the next one begins. */
const SURE = FIRST_SENTENCE + 1;
const QUESTION = 'Could you write me a poem about budgies?';
const GOALS = { before: 100, sentence: 20 };

type Turn = { before: number; sentence: number };

export async function model(bench: Bench): Promise<boolean> {
  const [{ key } = { key: '' }] = await bench.openWorkspaces(1);
  const { industry, config } = mixed[0]!;
  await send(`${bench.serviceUrl}/api/v1/setup`, 'POST', key, { industry });
  await send(`${bench.serviceUrl}/api/v1/config`, 'PUT', key, { ...config, assistant: { engine: 'llm' } });
  const provider = await startProvider();
  const turns: Turn[] = [];
  try {
    for (let n = -WARM_UP; n < TURNS; n++) {
      const turn = await ask(`${bench.serviceUrl}/api/chat`, key, provider);
      if (n >= 0) turns.push(turn);
    }
  } finally {
    provider.close();
  }
  return report(turns, provider.length());
}

/** One message as a stream, with the times at which the provider and the customer saw what. */
async function ask(url: string, key: string, provider: Provider): Promise<Turn> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', accept: 'text/event-stream' };
  const began = performance.now();
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ message: QUESTION }) });
  let text = '';
  let readAt: number | undefined;
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (text.includes('good question')) readAt ??= performance.now();
  }
  const { askedAt, sureAt } = provider.last();
  if (readAt === undefined) throw new Error(`No sentence of the model came through:\n${text}`);
  return { before: askedAt - began, sentence: readAt - sureAt };
}

type Provider = Awaited<ReturnType<typeof startProvider>>;

async function startProvider() {
  let last = { askedAt: 0, sureAt: 0 };
  let length = 0;
  const server = createServer(async (request, response) => {
    last = { askedAt: performance.now(), sureAt: 0 };
    const body = await Array.fromAsync(request as AsyncIterable<Buffer>);
    length = Buffer.concat(body).length;
    await write(response, () => {
      last.sureAt = performance.now();
    });
  }).listen(MODEL_PORT, '127.0.0.1');
  await once(server, 'listening');
  return {
    last: () => last,
    length: () => length,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function write(response: ServerResponse, sure: () => void): Promise<void> {
  const frame = (delta: object, finish: string | null = null) =>
    response.write(`data: ${JSON.stringify({ id: 'x', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const [at, content] of TOKENS.entries()) {
    await sleep(TOKEN_MS);
    if (at === SURE) sure();
    frame({ role: 'assistant', content });
  }
  frame({}, 'stop');
  response.end('data: [DONE]\n\n');
}

function report(turns: readonly Turn[], length: number): boolean {
  const before = median(turns.map((turn) => turn.before));
  const sentence = median(turns.map((turn) => turn.sentence));
  console.log(`\nPOST /api/chat, answered by a language model that writes a word in ${TOKEN_MS} ms, ${TURNS} turns`);
  console.log(`it is sent ${length.toLocaleString('en')} bytes, with what was said, the business and the tools`);
  const goals: [boolean, string][] = [
    [before < GOALS.before, `the model is asked after ${before.toFixed(1)} ms (goal under ${GOALS.before})`],
    [
      sentence < GOALS.sentence,
      `its first sentence can be read ${sentence.toFixed(1)} ms after it was known to be over (goal under ${GOALS.sentence})`,
    ],
  ];
  for (const [isMet, what] of goals) console.log(`${isMet ? 'met' : 'MISSED'}: ${what}`);
  return goals.every(([isMet]) => isMet);
}
