// Replays conversations written by strangers word for word. A reader judges the replies: eval/README.md.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { call, expectStatus } from '../test/http.ts';
import { openSandbox } from './play-all.ts';

type Business = { industry: string; name: string; clock: string; document: Record<string, unknown> };
type ScriptedConversation = { id: string; business: string; kind: string; expect: string; customer: readonly string[] };
type ReplayedConversation = Omit<ScriptedConversation, 'customer'> & {
  turns: { customer: string; reply: string; intent: string }[];
};

function readConversations(folder: string): ScriptedConversation[] {
  return readFileSync(join(folder, 'conversations.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

export async function replayConversations(
  bench: Parameters<typeof openSandbox>[0],
  folder: string,
): Promise<ReplayedConversation[]> {
  const conversations = readConversations(folder);
  const files = readdirSync(join(folder, 'businesses'));
  const runs = files.map(async (file) => {
    const id = file.replace('.json', '');
    const business: Business = JSON.parse(readFileSync(join(folder, 'businesses', file), 'utf8'));
    const replayedConversations: ReplayedConversation[] = [];
    for (const { customer, ...conversation } of conversations.filter(({ business }) => business === id)) {
      // Each conversation gets a business without bookings.
      const { key } = await openSandbox(
        bench,
        { industry: business.industry, config: business.document },
        business.clock,
      );
      replayedConversations.push({ ...conversation, turns: await converse(bench.serviceUrl, key, business, customer) });
    }
    return replayedConversations;
  });
  return (await Promise.all(runs)).flat();
}

async function converse(
  url: string,
  key: string,
  { clock, name }: Business,
  messages: readonly string[],
): Promise<ReplayedConversation['turns']> {
  const turns: ReplayedConversation['turns'] = [];
  let conversationRef = {};
  for (const message of messages) {
    const headers = { 'x-test-clock': clock };
    const { json } = expectStatus(
      200,
      await call({ url }, 'POST', '/api/chat', {
        key,
        headers,
        body: { message, businessName: name, ...conversationRef },
      }),
    );
    conversationRef = { conversationId: json.conversationId };
    turns.push({ customer: message, reply: json.reply, intent: json.intent });
  }
  return turns;
}
