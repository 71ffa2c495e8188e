// The chat reply of Frontdesk beside that of other products, in one run and by turns.
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readCpuTimeMs, readMemoryMb } from '../../test/process-tree.ts';
import { computePercentiles } from '../median.ts';
import { PORT } from '../setup.ts';
import { prepareCompetitors } from './competitors.ts';
import { type RunningContender, whileRunning } from './contender.ts';
import { prepareFrontdesk } from './frontdesk.ts';
import { createMessageSource } from './messages.ts';

const FRONTDESK_PORT = PORT + 10;
const MOST_CONNECTIONS = 50;
const CONNECTION_COUNTS = [1, MOST_CONNECTIONS];
const ROUNDS = 2;
const TURN_SECONDS = Number(process.env.PEERS_SECONDS ?? 8);
/** V8 compiles what is used often, and Frontdesk is larger; what is measured is warm. */
const PEER_WARM_UP_SECONDS = 4;
const OUR_WARM_UP_SECONDS = 30;
const RETRY_MS = 100;

const EXPLANATION = `Comparable: the time from a message of the same three kinds until its reply is read over HTTP (two requests to NLP.js),
and the CPU time and memory of all processes of a product, for Frontdesk with its PostgreSQL.
Not comparable: what is done for a reply; the peers answer from a keyword flow or a few trained sentences and store little,
while Frontdesk understands the message, looks in the business's own document and calendar, and stores everything in PostgreSQL.`;

type Turn = { times: number[]; failures: Error[]; seconds: number; cpuMs: number };
type Row = Record<string, number>;

export async function benchPeers(): Promise<boolean> {
  const competitors = await prepareCompetitors(FRONTDESK_PORT + 1).catch((error: Error) =>
    console.error(error.message),
  );
  if (!competitors) return false;
  const dataDir = await mkdtemp(join(tmpdir(), 'frontdesk-bench-'));
  const table: Record<string, Row> = {};
  try {
    const frontdesk = await prepareFrontdesk(dataDir, FRONTDESK_PORT);
    await whileRunning(frontdesk, async (ours) => {
      await takeTurn(ours, MOST_CONNECTIONS, OUR_WARM_UP_SECONDS);
      for (const competitor of competitors)
        await whileRunning(competitor, async (peer) => {
          await takeTurn(peer, MOST_CONNECTIONS, PEER_WARM_UP_SECONDS);
          for (const connections of CONNECTION_COUNTS) Object.assign(table, await compare(ours, peer, connections));
        });
    });
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
  const loadAverages = loadavg().map((load) => load.toFixed(1));
  console.log(
    `\nChat replies, by turns of ${TURN_SECONDS} s; ${cpus().length} cores, load averages ${loadAverages.join(' ')}`,
  );
  console.table(table);
  console.log(EXPLANATION);
  return true;
}

/** Three rows: the peer, Frontdesk in the turns between, and Frontdesk's figures divided by the peer's. */
async function compare(
  ours: RunningContender,
  peer: RunningContender,
  connections: number,
): Promise<Record<string, Row>> {
  const peerTurns: Turn[] = [];
  const ourTurns: Turn[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const takePeerTurn = async () => peerTurns.push(await takeTurn(peer, connections));
    const takeOurTurn = async () => ourTurns.push(await takeTurn(ours, connections));
    // Whoever was second is first in the next round.
    for (const takeEither of round % 2 ? [takeOurTurn, takePeerTurn] : [takePeerTurn, takeOurTurn]) await takeEither();
  }
  const peerRow = summarize(peer, peerTurns);
  const ourRow = summarize(ours, ourTurns);
  const ratios = Object.keys(peerRow).map((column) => [column, roundToHundredth(ourRow[column]! / peerRow[column]!)]);
  const title = `${peer.contender.name}, ${connections} connection${connections > 1 ? 's' : ''}`;
  return {
    [title]: { ...peerRow, failed: countFailures(peerTurns) },
    [`Frontdesk beside ${title}`]: { ...ourRow, failed: countFailures(ourTurns) },
    [`ratio to ${title}`]: Object.fromEntries(ratios),
  };
}

/** Each connection sends its next message as soon as it has a reply, or a moment after a refusal. */
async function takeTurn(
  { contender, pid }: RunningContender,
  connections: number,
  seconds = TURN_SECONDS,
): Promise<Turn> {
  const nextMessage = createMessageSource();
  const times: number[] = [];
  const failures: Error[] = [];
  const cpuBeforeMs = readCpuTimeMs(pid);
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  const converse = async () => {
    while (performance.now() < endsAt) {
      const sentAt = performance.now();
      try {
        await contender.sendMessage(nextMessage());
        times.push(performance.now() - sentAt);
      } catch (error) {
        failures.push(error as Error);
        await sleep(RETRY_MS);
      }
    }
  };
  await Promise.all(Array.from({ length: connections }, converse));
  if (times.length === 0) throw new Error(`${contender.name} does not reply.`, { cause: failures[0] });
  const elapsedSeconds = (performance.now() - startedAt) / 1000;
  return { times, failures, seconds: elapsedSeconds, cpuMs: readCpuTimeMs(pid) - cpuBeforeMs };
}

function summarize({ pid, startSeconds }: RunningContender, turns: Turn[]): Row {
  const times = turns.flatMap((turn) => turn.times);
  const sumField = (field: 'seconds' | 'cpuMs') => turns.reduce((sum, turn) => sum + turn[field], 0);
  const { 'p50 ms': p50, 'p99 ms': p99 } = computePercentiles(times, 2);
  return {
    'replies/s': Math.round(times.length / sumField('seconds')),
    'p50 ms': p50,
    'p99 ms': p99,
    'CPU ms each': roundToHundredth(sumField('cpuMs') / times.length),
    'memory MB': readMemoryMb(pid),
    'start s': roundToHundredth(startSeconds),
  };
}

const countFailures = (turns: Turn[]): number => turns.reduce((sum, { failures }) => sum + failures.length, 0);
const roundToHundredth = (value: number): number => Number(value.toFixed(2));
