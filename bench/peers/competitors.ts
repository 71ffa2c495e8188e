// The other products: how each is installed and started, and how messages are sent to it.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { get, post } from '../http-client.ts';
import { type Contender, parseResponse } from './contender.ts';
import { install } from './install.ts';

const SERVERS = join(import.meta.dirname, 'servers');
const JSON_HEADERS = { 'content-type': 'application/json' };

export async function prepareCompetitors(firstPort: number): Promise<Contender[]> {
  return [await openNlpjs(firstPort), await openBotkit(firstPort + 1), await openNodeRed(firstPort + 2)];
}

async function openNlpjs(port: number): Promise<Contender> {
  const folder = await install('nlpjs', {
    '@nlpjs/basic': '4.27.0',
    '@nlpjs/directline-connector': '4.26.1',
    '@nlpjs/express-api-server': '4.27.0',
    '@nlpjs/lang-en': '4.26.1',
  });
  return {
    name: 'NLP.js',
    url: buildUrl(port),
    start: () => startNode(folder, port, [join(SERVERS, 'nlpjs.ts')]),
    // With the Direct Line protocol, a client sends the message and then reads what has been said.
    async sendMessage(message) {
      const activities = new URL(`/directline/conversations/${randomUUID()}/activities`, buildUrl(port));
      const activity = { type: 'message', text: message, from: { id: 'customer' } };
      parseResponse(await post(activities, JSON_HEADERS, JSON.stringify(activity)));
      const transcript = parseResponse(await get(activities)) as { activities: { text: string }[] };
      return requireReply(transcript.activities[1]?.text);
    },
  };
}

async function openBotkit(port: number): Promise<Contender> {
  const folder = await install('botkit', { 'botbuilder-adapter-web': '1.0.10', botkit: '4.15.0' });
  const url = new URL('/api/messages', buildUrl(port));
  return {
    name: 'Botkit',
    url: buildUrl(port),
    start: () => startNode(folder, port, [join(SERVERS, 'botkit.ts')]),
    async sendMessage(message) {
      const body = JSON.stringify({ type: 'message', text: message, user: randomUUID() });
      const [reply] = parseResponse(await post(url, JSON_HEADERS, body)) as { text: string }[];
      return requireReply(reply?.text);
    },
  };
}

async function openNodeRed(port: number): Promise<Contender> {
  const folder = await install('node-red', { 'node-red': '4.1.8' });
  const userFolder = join(folder, 'user');
  const url = new URL('/chat', buildUrl(port));
  const settings = [
    'uiHost=127.0.0.1',
    'httpAdminRoot=/admin',
    'logging.console.level=warn',
    'telemetry.enabled=false',
  ];
  const definitions = settings.flatMap((setting) => ['-D', setting]);
  return {
    name: 'Node-RED',
    url: buildUrl(port),
    start() {
      rmSync(userFolder, { recursive: true, force: true });
      cpSync(join(SERVERS, 'node-red-flows.json'), join(userFolder, 'flows.json'));
      const program = join(folder, 'node_modules/node-red/red.js');
      const args = ['--userDir', userFolder, '--port', String(port), ...definitions, 'flows.json'];
      return startNode(folder, port, [program, ...args], { CONVERSATIONS: join(userFolder, 'conversations.jsonl') });
    },
    async sendMessage(message) {
      const body = parseResponse(await post(url, JSON_HEADERS, JSON.stringify({ message }))) as { reply: string };
      return requireReply(body.reply);
    },
  };
}

const buildUrl = (port: number): string => `http://127.0.0.1:${port}`;

function startNode(cwd: string, port: number, args: string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  return spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, NODE_ENV: 'production', NODE_NO_WARNINGS: '1', PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

function requireReply(reply: string | undefined): string {
  if (!reply) throw new Error('The reply is empty.');
  return reply;
}
