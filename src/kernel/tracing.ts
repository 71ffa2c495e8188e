// OpenTelemetry traces over OTLP/HTTP: one span per request and one per database statement.
import { AsyncLocalStorage } from 'node:async_hooks';
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { ExportResultCode, parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { AlwaysOnSampler, BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Log } from './log.ts';

export type Tracer = ReturnType<typeof createTracer>;

const EXPORT_INTERVAL_MS = 5_000;
/** Limits memory when the endpoint does not answer. Further spans are dropped. */
const MAX_QUEUED_SPANS = 4_096;

export function createTracer(endpoint: string, log: Log) {
  const otlp = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: EXPORT_INTERVAL_MS,
  });
  let hasWarned = false;
  /** Logs only the first failure until an export succeeds again. */
  function warnDropped(err: unknown): void {
    if (!hasWarned) log.warn({ err }, 'traces could not be sent; some are dropped');
    hasWarned = true;
  }
  const exporter: SpanExporter = {
    export: (spans, done) =>
      otlp.export(spans, (result) => {
        if (result.code === ExportResultCode.SUCCESS) hasWarned = false;
        else warnDropped(result.error);
        done(result);
      }),
    shutdown: () => otlp.shutdown(),
  };
  const batchOptions = {
    maxQueueSize: MAX_QUEUED_SPANS,
    scheduledDelayMillis: EXPORT_INTERVAL_MS,
    exportTimeoutMillis: EXPORT_INTERVAL_MS,
  };
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'frontdesk' }),
    sampler: new AlwaysOnSampler(),
    spanProcessors: [new BatchSpanProcessor({ exporter, ...batchOptions })],
  });
  const tracer = provider.getTracer('frontdesk');
  const currentContext = new AsyncLocalStorage<Context>();
  const requestSpans = new WeakMap<object, Span>();

  return {
    /** Starts the request's span, as a child of the caller's trace if there is one, and runs `next` in its context. */
    startRequest(request: { method: string; headers: Record<string, unknown> }, next: () => void): void {
      const callerSpan = parseTraceParent(String(request.headers.traceparent));
      const parent = callerSpan ? trace.setSpanContext(ROOT_CONTEXT, callerSpan) : ROOT_CONTEXT;
      const attributes = { 'http.request.method': request.method };
      const span = tracer.startSpan(request.method, { kind: SpanKind.SERVER, attributes }, parent);
      requestSpans.set(request, span);
      currentContext.run(trace.setSpan(parent, span), next);
    },
    endRequest(request: { method: string }, route: string, status: number): void {
      const span = requestSpans.get(request)?.updateName(`${request.method} ${route}`);
      span?.setAttributes({ 'http.route': route, 'http.response.status_code': status });
      if (status >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
      span?.end();
    },
    /** The SQL text is safe to export, because its only value is a workspace's id. Returns a function that ends the span. */
    startStatement(text: string): () => void {
      const parent = currentContext.getStore();
      if (!parent) return () => undefined;
      const [verb = ''] = text.trimStart().slice(0, 20).split(/\W/);
      const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text };
      const span = tracer.startSpan(verb.toUpperCase(), { kind: SpanKind.CLIENT, attributes }, parent);
      return () => span.end();
    },
    close: () => provider.shutdown().catch(warnDropped),
  };
}
