import { rfc3339 } from '../../kernel/clock.ts';
import { must } from '../../kernel/must.ts';
import { type Counts, counted, percentile, totalsOf, under } from './counts.ts';
import type { Range } from './range.ts';
import type { Measured } from './read.ts';

export const presentRange = ({ from, to, zone }: Range) => ({
  from: rfc3339(from, zone.name),
  to: rfc3339(to, zone.name),
});

export const presentSeries = ({ starts, zone }: Range, { series }: Measured) =>
  series.map((counts, at) => ({
    at: rfc3339(new Date(must(starts[at], 'a start of each entry')), zone.name),
    ...counted(counts),
  }));

/** All but what comes from elsewhere: gaps, quota, the time before. */
export function presentMeasured(range: Range, measured: Measured) {
  const { totals, parts, conversationsBy } = measured;
  const latencies = under('latency', parts);
  return {
    ...presentRange(range),
    interval: range.interval,
    timezone: range.zone.name,
    totals: totalsOf(totals),
    series: presentSeries(range, measured),
    intents: under('intent', parts).map(([intent, count]) => ({ intent, count })),
    channels: Object.entries(conversationsBy)
      .map(([channel, conversations]) => ({ channel, conversations }))
      .sort((a, b) => b.conversations - a.conversations || (a.channel < b.channel ? -1 : 1)),
    engines: under('engine', parts).map(([engine, messages]) => ({ engine, messages })),
    engineReasons: under('reason', parts).map(([reason, messages]) => ({ reason, messages })),
    handoffReasons: under('handoff', parts).map(([reason, count]) => ({ reason, count })),
    calls: under('call', parts).map(([call, count]) => {
      const [method = '', route = '', status] = call.split(' ');
      return { method, route, status: Number(status), count };
    }),
    latencyMs: {
      p50: percentile(latencies, 0.5),
      p95: percentile(latencies, 0.95),
      p99: percentile(latencies, 0.99),
    },
    usage: usageOf(parts),
  };
}

const MEASURES = ['replies', 'conversations', 'inputTokens', 'outputTokens', 'cost', 'latencyMs'];

function usageOf(parts: Counts) {
  const [replies = 0, conversations = 0, inputTokens = 0, outputTokens = 0, cost = 0, latencyMs = 0] = MEASURES.map(
    (name) => parts[`usage:${name}`],
  );
  const dropped = under('dropped', parts).map(([why, count]) => ({ why, count }));
  const averageLatencyMs = replies ? Math.round(latencyMs / replies) : null;
  return { replies, conversations, inputTokens, outputTokens, cost, averageLatencyMs, dropped };
}
