import { rfc3339 } from '../../kernel/clock.ts';
import { must } from '../../kernel/must.ts';
import { type Counts, calculateTotals, estimatePercentile, pickCountFields, selectCountsWithPrefix } from './counts.ts';
import type { Range } from './range.ts';
import type { Measurements } from './read.ts';

export const presentRange = ({ from, to, zone }: Range) => ({
  from: rfc3339(from, zone.name),
  to: rfc3339(to, zone.name),
});

export const presentSeries = ({ entryStartsMs, zone }: Range, { series }: Measurements) =>
  series.map((counts, index) => ({
    at: rfc3339(new Date(must(entryStartsMs[index], 'a start for each entry')), zone.name),
    ...pickCountFields(counts),
  }));

/** The response without the gaps, the quota and the previous range. */
export function presentMeasurements(range: Range, measurements: Measurements) {
  const { totals, parts, conversationsByChannel } = measurements;
  const latencies = selectCountsWithPrefix('latency', parts);
  return {
    ...presentRange(range),
    interval: range.interval,
    timezone: range.zone.name,
    totals: calculateTotals(totals),
    series: presentSeries(range, measurements),
    intents: selectCountsWithPrefix('intent', parts).map(([intent, count]) => ({ intent, count })),
    channels: Object.entries(conversationsByChannel)
      .map(([channel, conversations]) => ({ channel, conversations }))
      .sort((a, b) => b.conversations - a.conversations || (a.channel < b.channel ? -1 : 1)),
    engines: selectCountsWithPrefix('engine', parts).map(([engine, messages]) => ({ engine, messages })),
    engineReasons: selectCountsWithPrefix('reason', parts).map(([reason, messages]) => ({ reason, messages })),
    handoffReasons: selectCountsWithPrefix('handoff', parts).map(([reason, count]) => ({ reason, count })),
    calls: selectCountsWithPrefix('call', parts).map(([call, count]) => {
      const [method = '', route = '', status] = call.split(' ');
      return { method, route, status: Number(status), count };
    }),
    latencyMs: {
      p50: estimatePercentile(latencies, 0.5),
      p95: estimatePercentile(latencies, 0.95),
      p99: estimatePercentile(latencies, 0.99),
    },
    usage: presentUsage(parts),
  };
}

const USAGE_FIELDS = ['replies', 'conversations', 'inputTokens', 'outputTokens', 'cost', 'latencyMs'];

function presentUsage(parts: Counts) {
  const [replies = 0, conversations = 0, inputTokens = 0, outputTokens = 0, cost = 0, latencyMs = 0] = USAGE_FIELDS.map(
    (name) => parts[`usage:${name}`],
  );
  const dropped = selectCountsWithPrefix('dropped', parts).map(([why, count]) => ({ why, count }));
  const averageLatencyMs = replies ? Math.round(latencyMs / replies) : null;
  return { replies, conversations, inputTokens, outputTokens, cost, averageLatencyMs, dropped };
}
