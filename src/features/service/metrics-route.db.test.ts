import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { call, createWorkspace, type Service, startService } from '../../../test/harness.ts';

let service: Service;
let key: string;

beforeAll(async () => {
  service = await startService();
  ({ key } = await createWorkspace(service));
});

type Sample = { name: string; labels: Record<string, string>; value: number };

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const SAMPLE = new RegExp(`^(${NAME})(?:\\{(.*)\\})? (\\S+)$`);
const LABEL_PATTERN = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(,|$)/y;
const SUFFIXES: Record<string, string[]> = {
  histogram: ['_bucket', '_sum', '_count'],
  summary: ['', '_sum', '_count'],
};

/** A parser of Prometheus' text format 0.0.4, stricter than Prometheus: every sample needs its type. HELP lines are not checked. */
function parseMetrics(text: string): Sample[] {
  if (!text.endsWith('\n')) throw new Error('the last line has no end');
  const types = new Map<string, string>();
  const seenSeries = new Set<string>();
  const samples: Sample[] = [];
  let currentFamily = '';
  for (const line of text.slice(0, -1).split('\n')) {
    const [, kind, name = '', rest = ''] = new RegExp(`^# (HELP|TYPE) (${NAME}) (.+)$`).exec(line) ?? [];
    if (kind === 'TYPE') {
      if (types.has(name)) throw new Error(`a second TYPE of ${name}`);
      if (!['counter', 'gauge', 'histogram', 'summary', 'untyped'].includes(rest)) throw new Error(`no type: ${rest}`);
      types.set(name, rest);
      currentFamily = name;
    } else if (!kind && line !== '') {
      const sample = parseSample(line);
      const expectedNames = (SUFFIXES[types.get(currentFamily) ?? ''] ?? ['']).map((suffix) => currentFamily + suffix);
      if (!expectedNames.includes(sample.name)) throw new Error(`${sample.name} among those of ${currentFamily}`);
      const seriesKey = JSON.stringify([sample.name, Object.entries(sample.labels).sort()]);
      if (seenSeries.has(seriesKey)) throw new Error(`twice: ${line}`);
      seenSeries.add(seriesKey);
      samples.push(sample);
    }
  }
  return samples;
}

function parseSample(line: string): Sample {
  const [, name, labelList = '', number] = SAMPLE.exec(line) ?? [];
  if (!name || !/^([+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?|NaN|[+-]Inf)$/.test(number!))
    throw new Error(`no sample: ${line}`);
  const labels: Record<string, string> = {};
  LABEL_PATTERN.lastIndex = 0;
  while (LABEL_PATTERN.lastIndex < labelList.length) {
    const label = LABEL_PATTERN.exec(labelList);
    if (!label || Object.hasOwn(labels, label[1]!)) throw new Error(`no labels: ${line}`);
    labels[label[1]!] = label[2]!;
  }
  return { name, labels, value: Number(number!.replace('Inf', 'Infinity')) };
}

const readMetrics = async () => {
  const { status, text, headers } = await call(service, 'GET', '/metrics');
  expect({ status, type: headers.get('content-type') }).toEqual({
    status: 200,
    type: 'text/plain; version=0.0.4; charset=utf-8',
  });
  return parseMetrics(text);
};

describe('the parser of this test', () => {
  it.each([
    'a 1',
    'a{b="c"} x\n',
    'a{b="c",b="d"} 1\n',
    'a{b=c} 1\n',
    '# TYPE a gauge\nb 1\n',
    '# TYPE a gauge\na 1\na 1\n',
  ])('refuses %j', (text) => {
    expect(() => parseMetrics(text)).toThrow();
  });
});

describe('GET /metrics', () => {
  it('is valid under load and has no labels that a caller controls', async () => {
    const requests = Array.from({ length: 40 }, (_, n) => {
      const paths = [
        '/api/conversations',
        `/api/conversations/conv_${n}`,
        `/nowhere/${n}`,
        `/api/v1/bookings/bkg_${n}?x=${n}`,
      ];
      return call(service, 'GET', paths[n % 4]!, { key });
    });
    const chats = Array.from({ length: 10 }, () =>
      call(service, 'POST', '/api/chat', { key, body: { message: 'hello' } }),
    );
    const scrapes = await Promise.all(Array.from({ length: 5 }, readMetrics));
    await Promise.all([...requests, ...chats]);
    const samples = [...scrapes.flat(), ...(await readMetrics())];
    const frontdeskSamples = samples.filter(({ name }) => name.startsWith('frontdesk_'));
    const knownRoutes = new Set(['unknown', '/metrics', ...routePatterns()]);
    const allowedLabels = {
      route: knownRoutes,
      status: /^[1-5]\d\d$/,
      method: /^[A-Z]+$/,
      state: /^[a-z_]+$/,
      kind: /^(webhook|mail)$/,
      le: /^([\d.]+|\+Inf)$/,
    };
    for (const sample of frontdeskSamples) {
      for (const [name, value] of Object.entries(sample.labels)) {
        const allowedValues = allowedLabels[name as keyof typeof allowedLabels];
        expect({
          sample,
          ok: allowedValues instanceof Set ? allowedValues.has(value) : (allowedValues?.test(value) ?? false),
        }).toMatchObject({ ok: true });
      }
    }
  });

  it('has cumulative histograms, and metrics of jobs, the encoder and the pool', async () => {
    const samples = await readMetrics();
    const names = new Set(samples.map(({ name }) => name));
    for (const name of [
      'jobs',
      'oldest_job_age_seconds',
      'encoder_duration_seconds_count',
      'database_connections',
      'http_request_duration_seconds_count',
    ])
      expect(names).toContain(`frontdesk_${name}`);
    expect(samples.find(({ name }) => name === 'frontdesk_encoder_duration_seconds_count')!.value).toBeGreaterThan(0);
    const buckets = Map.groupBy(
      samples.filter(({ name }) => name.endsWith('_bucket')),
      ({ name, labels: { le: _, ...rest } }) => name + JSON.stringify(rest),
    );
    for (const [, series] of buckets) {
      const values = series.map(({ value }) => value);
      expect(values).toEqual(values.toSorted((a, b) => a - b));
      expect(series.at(-1)!.labels.le).toBe('+Inf');
    }
  });
});

describe('the Grafana dashboard', () => {
  it('only uses existing metrics', async () => {
    const file = await readFile(join(import.meta.dirname, '../../../docs/grafana-dashboard.json'), 'utf8');
    const { panels } = JSON.parse(file) as { panels: { targets: { expr: string }[] }[] };
    const queriedMetrics = panels.flatMap(({ targets }) =>
      targets.flatMap(({ expr }) => expr.match(/(frontdesk|process|nodejs)_\w+/g) ?? []),
    );
    expect(queriedMetrics.length).toBeGreaterThan(10);
    const { text } = await call(service, 'GET', '/metrics');
    const missingMetrics = queriedMetrics.filter(
      (name) => !text.includes(`# TYPE ${name.replace(/_(bucket|count|sum)$/, '')} `),
    );
    expect(missingMetrics).toEqual([]);
  });
});

/** The patterns of all routes. */
function routePatterns(): string[] {
  const tree = service.server.printRoutes({ commonPrefix: false });
  const paths: string[] = [];
  const stack: string[] = [];
  for (const line of tree.split('\n')) {
    const [, indent = '', part] = /^([│ ]*)[├└]── (\S*)/.exec(line) ?? [];
    if (part === undefined) continue;
    stack.length = indent.length / 4;
    stack.push(part);
    paths.push(stack.join('').replace(/\/$/, '') || '/', stack.join(''));
  }
  return paths;
}
