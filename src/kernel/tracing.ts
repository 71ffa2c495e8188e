// OpenTelemetry traces by OTLP over HTTP, as JSON: one span for each request and one for each statement that it sends.
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { Log } from './log.ts';

type Span = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  start: number;
  attributes: Record<string, string | number>;
};

export type Tracer = ReturnType<typeof createTracer>;

const SERVER = 2;
const CLIENT = 3;
const ERROR = 2;
const FLUSH_MS = 5_000;
const AT_ONCE = 512;
/** What an endpoint that does not answer may cost in memory; more spans are dropped. */
const MOST_WAITING = 4_096;

export function createTracer(endpoint: string, log: Log) {
  const current = new AsyncLocalStorage<Span>();
  const requests = new WeakMap<object, Span>();
  const ended: object[] = [];
  let sending: Promise<void> | undefined;
  let silent = false;

  function end(span: Span, failed = false): void {
    if (ended.length >= MOST_WAITING) return;
    const { start, attributes, ...rest } = span;
    ended.push({
      ...rest,
      startTimeUnixNano: nanoseconds(start),
      endTimeUnixNano: nanoseconds(performance.now()),
      attributes: attributesOf(attributes),
      status: failed ? { code: ERROR } : {},
    });
    if (ended.length >= AT_ONCE) void flush();
  }

  /** One at a time, and never in anybody's way: what cannot be sent is dropped and said once. */
  function flush(): Promise<void> {
    sending ??= send().finally(() => {
      sending = undefined;
    });
    return sending;
  }
  async function send(): Promise<void> {
    const spans = ended.splice(0, AT_ONCE);
    if (!spans.length) return;
    const resource = { attributes: attributesOf({ 'service.name': 'frontdesk' }) };
    const body = { resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'frontdesk' }, spans }] }] };
    try {
      const response = await fetch(`${endpoint.replace(/\/+$/, '')}/v1/traces`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(FLUSH_MS),
      });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`The traces' endpoint answered ${response.status}.`);
      silent = false;
    } catch (error) {
      if (!silent) log.warn({ err: error }, 'traces could not be sent; some are dropped');
      silent = true;
    }
  }
  const timer = setInterval(() => void flush(), FLUSH_MS);
  timer.unref();

  return {
    /** What follows belongs to this request, which may be part of its caller's trace. */
    begin(request: { method: string; headers: Record<string, unknown> }, then: () => void): void {
      const [, traceId, parentSpanId] =
        /^00-([0-9a-f]{32})-([0-9a-f]{16})-/.exec(String(request.headers.traceparent)) ?? [];
      const span: Span = {
        traceId: traceId ?? randomBytes(16).toString('hex'),
        spanId: randomBytes(8).toString('hex'),
        ...(parentSpanId ? { parentSpanId } : {}),
        name: request.method,
        kind: SERVER,
        start: performance.now(),
        attributes: { 'http.request.method': request.method },
      };
      requests.set(request, span);
      current.run(span, then);
    },
    end(request: object, route: string, status: number): void {
      const span = requests.get(request);
      if (!span) return;
      const attributes = { ...span.attributes, 'http.route': route, 'http.response.status_code': status };
      end({ ...span, name: `${span.name} ${route}`, attributes }, status >= 500);
    },
    /** Its text holds no values: those are parameters. */
    statement(text: string): () => void {
      const parent = current.getStore();
      if (!parent) return () => undefined;
      const name = text.trimStart().slice(0, 20).split(/\s/)[0]!.toUpperCase();
      const { traceId, spanId: parentSpanId } = parent;
      const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text };
      const spanId = randomBytes(8).toString('hex');
      const span = { traceId, spanId, parentSpanId, name, kind: CLIENT, start: performance.now(), attributes };
      return () => end(span);
    },
    async close(): Promise<void> {
      clearInterval(timer);
      await flush();
      if (ended.length) await flush();
    },
  };
}

const nanoseconds = (ms: number): string => `${Math.round((performance.timeOrigin + ms) * 1000)}000`;

const attributesOf = (values: Record<string, string | number>) =>
  Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }));
