// OpenTelemetry traces by OTLP over HTTP: one span for each request and one for each statement that it sends.
import { AsyncLocalStorage } from 'node:async_hooks';
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { ExportResultCode, parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { AlwaysOnSampler, BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Log } from './log.ts';

export type Tracer = ReturnType<typeof createTracer>;

const FLUSH_MS = 5_000;
/** What an endpoint that does not answer may cost in memory; more spans are dropped. */
const MOST_WAITING = 4_096;

export function createTracer(endpoint: string, log: Log) {
  const otlp = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces`, timeoutMillis: FLUSH_MS });
  let silent = false;
  /** Never in anybody's way: what cannot be sent is dropped and said once. */
  function sayDropped(err: unknown): void {
    if (!silent) log.warn({ err }, 'traces could not be sent; some are dropped');
    silent = true;
  }
  const exporter: SpanExporter = {
    export: (spans, done) =>
      otlp.export(spans, (result) => {
        if (result.code === ExportResultCode.SUCCESS) silent = false;
        else sayDropped(result.error);
        done(result);
      }),
    shutdown: () => otlp.shutdown(),
  };
  const batches = { maxQueueSize: MOST_WAITING, scheduledDelayMillis: FLUSH_MS, exportTimeoutMillis: FLUSH_MS };
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'frontdesk' }),
    sampler: new AlwaysOnSampler(),
    spanProcessors: [new BatchSpanProcessor({ exporter, ...batches })],
  });
  const tracer = provider.getTracer('frontdesk');
  const current = new AsyncLocalStorage<Context>();
  const requests = new WeakMap<object, Span>();

  return {
    /** What follows belongs to this request, which may be part of its caller's trace. */
    begin(request: { method: string; headers: Record<string, unknown> }, then: () => void): void {
      const caller = parseTraceParent(String(request.headers.traceparent));
      const parent = caller ? trace.setSpanContext(ROOT_CONTEXT, caller) : ROOT_CONTEXT;
      const attributes = { 'http.request.method': request.method };
      const span = tracer.startSpan(request.method, { kind: SpanKind.SERVER, attributes }, parent);
      requests.set(request, span);
      current.run(trace.setSpan(parent, span), then);
    },
    end(request: { method: string }, route: string, status: number): void {
      const span = requests.get(request)?.updateName(`${request.method} ${route}`);
      span?.setAttributes({ 'http.route': route, 'http.response.status_code': status });
      if (status >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
      span?.end();
    },
    /** Its text holds no values: those are parameters. */
    statement(text: string): () => void {
      const parent = current.getStore();
      if (!parent) return () => undefined;
      const [verb = ''] = text.trimStart().slice(0, 20).split(/\s/);
      const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text };
      const span = tracer.startSpan(verb.toUpperCase(), { kind: SpanKind.CLIENT, attributes }, parent);
      return () => span.end();
    },
    close: () => provider.shutdown().catch(sayDropped),
  };
}
