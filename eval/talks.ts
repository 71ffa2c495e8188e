// Strangers' conversations, replayed word for word. What they are worth is judged by a reader: eval/README.md.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { call, must } from '../test/http.ts';
import { openSandbox } from './play-all.ts';

type Business = { industry: string; name: string; clock: string; document: Record<string, unknown> };
type Talk = { id: string; business: string; kind: string; expect: string; customer: readonly string[] };
type Replayed = Omit<Talk, 'customer'> & { turns: { customer: string; reply: string; intent: string }[] };

function readTalks(folder: string): Talk[] {
  return readFileSync(join(folder, 'conversations.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

export async function replay(bench: Parameters<typeof openSandbox>[0], folder: string): Promise<Replayed[]> {
  const talks = readTalks(folder);
  const files = readdirSync(join(folder, 'businesses'));
  const replayed = files.map(async (file) => {
    const id = file.replace('.json', '');
    const business: Business = JSON.parse(readFileSync(join(folder, 'businesses', file), 'utf8'));
    const done: Replayed[] = [];
    for (const { customer, ...talk } of talks.filter((each) => each.business === id)) {
      // Each on a business that nobody has booked at yet.
      const { key } = await openSandbox(
        bench,
        { industry: business.industry, config: business.document },
        business.clock,
      );
      done.push({ ...talk, turns: await converse(bench.serviceUrl, key, business, customer) });
    }
    return done;
  });
  return (await Promise.all(replayed)).flat();
}

async function converse(
  url: string,
  key: string,
  { clock, name }: Business,
  messages: readonly string[],
): Promise<Replayed['turns']> {
  const turns: Replayed['turns'] = [];
  let conversation = {};
  for (const message of messages) {
    const headers = { 'x-test-clock': clock };
    const { json } = must(
      200,
      await call({ url }, 'POST', '/api/chat', {
        key,
        headers,
        body: { message, businessName: name, ...conversation },
      }),
    );
    conversation = { conversationId: json.conversationId };
    turns.push({ customer: message, reply: json.reply, intent: json.intent });
  }
  return turns;
}
