import autocannon from 'autocannon';
import { computeMedian } from './median.ts';
import type { Bench } from './setup.ts';

const ROWS_PER_WORKSPACE = 10_000;
const ROUNDS = 3;
const ROUND_SECONDS = 4;
const CONNECTIONS = 16;
const GOAL_RATIO = 0.5;

/** Percentiles in milliseconds. */
type Measurement = { perSecond: number; p50: number; p99: number };

/** The full path of an authenticated list (key, limits, tenancy, query, serialisation) next to its parts. */
export async function benchConversationList(bench: Bench): Promise<boolean> {
  await seedConversations(bench);
  const baselineUrl = await bench.getBaselineUrl();
  const contenders: Record<string, autocannon.Request[]> = {
    'bare route': [{ path: '/bare' }],
    'bare route, one statement': bench.workspaces.map(({ id }) => ({ path: `/statement/${id}` })),
    'GET /api/conversations': bench.workspaces.map(({ key }) => ({
      path: '/api/conversations',
      headers: { authorization: `Bearer ${key}` },
    })),
  };
  const rounds: Record<string, Measurement[]> = {};
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, requests] of Object.entries(contenders)) {
      const url = name.startsWith('GET') ? bench.serviceUrl : baselineUrl;
      const measurement = await measure(url, requests, round ? ROUND_SECONDS : 1);
      // The first round only warms up.
      if (round) rounds[name] = [...(rounds[name] ?? []), measurement];
    }
  }
  return report(rounds);
}

async function seedConversations({ dbOwnerPool, workspaces }: Bench): Promise<void> {
  for (const { id } of workspaces) {
    await dbOwnerPool.query(
      `insert into conversations (workspace_id, id, channel, business_name, customer, episodes, preview, message_count, created_at, updated_at)
       select $1, 'conv_' || lpad(n::text, 26, '0'), 'api', 'Bella Vista', '{"name":"Dana Fox","phone":"+12125550142"}',
         '[{"startedAt":"2026-11-15T10:00:00Z","resolvedAt":null}]', 'Hello, and welcome to Bella Vista! What can I do for you?', 2, now(), now()
       from generate_series(1, ${ROWS_PER_WORKSPACE}) n`,
      [id],
    );
  }
  await dbOwnerPool.query('vacuum analyze conversations');
}

async function measure(url: string, requests: autocannon.Request[], seconds: number): Promise<Measurement> {
  const result = await autocannon({ url, requests, connections: CONNECTIONS, duration: seconds });
  if (result.non2xx || result.errors)
    throw new Error(`${result.non2xx} responses were not 2xx, ${result.errors} failed`);
  return { perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}

function report(rounds: Record<string, Measurement[]>): boolean {
  const getMedianRate = (name: string) => computeMedian(rounds[name]!.map(({ perSecond }) => perSecond));
  const referenceRate = getMedianRate('bare route, one statement');
  console.log(
    `\nGET /api/conversations, ${ROWS_PER_WORKSPACE.toLocaleString('en')} rows a workspace, page of 20, ${CONNECTIONS} connections, median of ${ROUNDS} rounds of ${ROUND_SECONDS} s`,
  );
  console.table(
    Object.fromEntries(
      Object.entries(rounds).map(([name, measurements]) => [
        name,
        {
          'requests/s': Math.round(getMedianRate(name)),
          'p50 ms': computeMedian(measurements.map(({ p50 }) => p50)),
          'p99 ms': computeMedian(measurements.map(({ p99 }) => p99)),
          'of one statement': Number((getMedianRate(name) / referenceRate).toFixed(2)),
        },
      ]),
    ),
  );
  const ratio = getMedianRate('GET /api/conversations') / referenceRate;
  console.log(
    `${ratio >= GOAL_RATIO ? 'met' : 'MISSED'}: the whole path is ${ratio.toFixed(2)} of the one-statement route (goal ${GOAL_RATIO})`,
  );
  return ratio >= GOAL_RATIO;
}
