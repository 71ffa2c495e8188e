import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, createWorkspace, type Service, startService } from '../../test/harness.ts';
import { logSlowStatements } from './database/statement-observer.ts';
import { createLog } from './log.ts';

// biome-ignore lint/suspicious/noExplicitAny: raw OTLP payloads
const exportedTraces: any[] = [];
let collector: Server;
let service: Service;

const parseBody = async (request: IncomingMessage) => JSON.parse(Buffer.concat(await request.toArray()).toString());

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    if (request.url === '/v1/traces') exportedTraces.push(await parseBody(request));
    response.end('{}');
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as AddressInfo;
  service = await startService(undefined, { otlpEndpoint: `http://127.0.0.1:${port}/`, slowQueryMs: 1, jobs: 'off' });
});
afterAll(() => {
  collector.close();
});

it('exports a span for each request and for each of its statements', async () => {
  const { key } = await createWorkspace(service);
  const traceId = 'a'.repeat(32);
  const headers = { traceparent: `00-${traceId}-${'b'.repeat(16)}-01` };
  await call(service, 'POST', '/api/chat', { key, headers, body: { message: 'my secret words' } });
  await service.stop();
  const spans = exportedTraces
    .flatMap(({ resourceSpans }) => resourceSpans[0].scopeSpans[0].spans)
    .filter((span) => span.traceId === traceId);
  const [requestSpan, ...otherRequestSpans] = spans.filter(({ kind }) => kind === 2);
  expect(otherRequestSpans).toEqual([]);
  expect(requestSpan).toMatchObject({ name: 'POST /api/chat', parentSpanId: 'b'.repeat(16), status: {} });
  expect(requestSpan.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 200 } });
  const statementSpans = spans.filter(({ kind }) => kind === 3);
  expect(statementSpans.length).toBeGreaterThan(2);
  for (const { parentSpanId, startTimeUnixNano, endTimeUnixNano } of statementSpans) {
    expect(parentSpanId).toBe(requestSpan.spanId);
    expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano));
  }
  expect(JSON.stringify(exportedTraces)).not.toContain('secret words');
});

it('logs slow statements without their values', async () => {
  const lines: string[] = [];
  const log = createLog('warn', { write: (line) => void lines.push(line) });
  logSlowStatements(log, 60_000)('select 1')();
  const endSlowStatement = logSlowStatements(log, 5)('select  pg_sleep($1)');
  const waitEnd = performance.now() + 6;
  while (performance.now() < waitEnd);
  endSlowStatement();
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { statement: 'select pg_sleep($1)', msg: 'a slow statement' },
  ]);
  expect(service.logLines.some((line) => line.includes('a slow statement'))).toBe(true);
  expect(service.logLines.join('')).not.toContain('secret words');
});
