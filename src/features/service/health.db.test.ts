import { validate } from '@scalar/openapi-parser';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  call,
  createDatabase,
  createWorkspace,
  queryAsDbOwner,
  type Service,
  startService,
} from '../../../test/harness.ts';

let service: Service;
beforeAll(async () => {
  // Without a built dashboard.
  service = await startService(undefined, {}, { dashboardFolder: 'nowhere' });
});

const get = (path: string, headers: Record<string, string> = {}, instance = service) =>
  call(instance, 'GET', path, { headers });

describe('health', () => {
  it('warns about overdue webhooks', async () => {
    const connection = await createDatabase();
    const instance = await startService(connection, { jobs: 'off' });
    const { id } = await createWorkspace(instance);
    const insertEndpointSql = `insert into webhook_endpoints (workspace_id, id, url, events, secrets, created_at, updated_at)
      values ($1, 'whk_1', 'https://example.com', '{*}', '', now(), now())`;
    await queryAsDbOwner(connection, insertEndpointSql, [id]);
    await queryAsDbOwner(
      connection,
      `insert into events (workspace_id, id, type, data, occurred_at) values ($1, 'evt_1', 'ping.x', '{}', now())`,
      [id],
    );
    const readWebhooksCheck = async () => (await get('/api/health', {}, instance)).json.checks.webhooks[0];
    expect(await readWebhooksCheck()).toMatchObject({ status: 'pass' });
    await queryAsDbOwner(connection, `update webhook_deliveries set created_at = now() - interval '6 minutes'`);
    expect(await readWebhooksCheck()).toMatchObject({ status: 'warn', observedValue: 1, observedUnit: 'deliveries' });
    await queryAsDbOwner(connection, `update webhook_endpoints set failing_since = now()`);
    expect(await readWebhooksCheck()).toMatchObject({ status: 'pass' });
  });

  it('has the format that monitoring tools expect', async () => {
    const { status, json, headers } = await get('/api/health');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('application/health+json');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(json).toEqual({
      status: 'pass',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      uptime: expect.any(Number),
      checks: {
        database: [{ status: 'pass', observedValue: expect.any(Number), observedUnit: 'ms', time: expect.any(String) }],
        jobs: [{ status: 'pass', time: expect.any(String) }],
        webhooks: [{ status: 'pass', time: expect.any(String) }],
        assistant: [expect.objectContaining({ status: 'pass', time: expect.any(String) })],
      },
    });
    for (const [check] of Object.values(json.checks) as { time: string }[][]) {
      expect(Math.abs(Date.parse(check!.time) - Date.now())).toBeLessThan(10_000);
    }
  });

  it.for(['/api/health/live', '/api/health/ready', '/v1/health', '/api/v1/health/ready'])(
    'is served at %s',
    async (path) => {
      const { status, json, headers } = await get(path);
      expect({ status, health: json.status }).toEqual({ status: 200, health: 'pass' });
      expect(headers.get('content-type')).toContain('application/health+json');
    },
  );

  it('fails without a job runner, and passes while another instance has one', async () => {
    const runnerlessInstance = await startService(undefined, { jobs: 'off' });
    const failedResponse = await get('/api/health', {}, runnerlessInstance);
    expect(failedResponse.status).toBe(503);
    expect(failedResponse.json).toMatchObject({
      status: 'fail',
      checks: { database: [{ status: 'pass' }], jobs: [{ status: 'fail' }] },
    });
    expect(failedResponse.json.checks.jobs[0].output).toMatch(/runner/);
    expect(failedResponse.headers.get('content-type')).toContain('application/health+json');

    const otherInstance = await startService(runnerlessInstance.connection);
    expect((await get('/api/health', {}, runnerlessInstance)).json.status).toBe('pass');
    await otherInstance.stop();
    expect((await get('/api/health', {}, runnerlessInstance)).json.status).toBe('fail');
    await runnerlessInstance.stop();
  });

  it('ignores dead runners and reports overdue jobs', async () => {
    const instance = await startService(undefined, { jobs: 'off' });
    await queryAsDbOwner(
      instance.connection,
      `insert into job_runners values ('run_dead', now() - interval '31 seconds')`,
    );
    expect((await get('/api/health', {}, instance)).json.checks.jobs[0].status).toBe('fail');
    await queryAsDbOwner(instance.connection, `insert into job_runners values ('run_alive', now())`);
    expect((await get('/api/health', {}, instance)).json.status).toBe('pass');
    await queryAsDbOwner(
      instance.connection,
      `select graphile_worker.add_job('service.purge', run_at => now() - interval '2 minutes')`,
    );
    const { status, json } = await get('/api/health', {}, instance);
    expect({ status, health: json.status, jobs: json.checks.jobs[0] }).toMatchObject({
      status: 200,
      health: 'warn',
      jobs: { status: 'warn', observedValue: 1, observedUnit: 'jobs' },
    });
    await instance.stop();
  });

  it('needs no key and ignores a wrong one', async () => {
    expect((await get('/api/health', { authorization: 'Bearer nonsense' })).status).toBe(200);
  });
});

type Sample = { name: string; labels: Record<string, string>; value: number };
type Family = { help: string; type: string; samples: Sample[] };

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const LABEL_PATTERN = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"/y;
const SUFFIXES: Record<string, string[]> = {
  histogram: ['_bucket', '_sum', '_count'],
  summary: ['', '_sum', '_count'],
};

/** A strict parser of Prometheus' text format 0.0.4. */
function parseMetrics(text: string): Map<string, Family> {
  if (!text.endsWith('\n')) throw new Error('the last line has no end');
  const families = new Map<string, Family>();
  const findFamilyNamed = (name: string) =>
    families.get(name) ?? families.set(name, { help: '', type: '', samples: [] }).get(name)!;
  let currentFamily = '';
  for (const line of text.split('\n').filter(Boolean)) {
    const [, commentKind, name, rest] = new RegExp(`^# (HELP|TYPE) (${NAME}) (.*)$`).exec(line) ?? [];
    if (commentKind === 'HELP') {
      findFamilyNamed(name!).help = rest!;
    } else if (commentKind === 'TYPE') {
      if (!/^(counter|gauge|histogram|summary|untyped)$/.test(rest!)) throw new Error(line);
      if (findFamilyNamed(name!).type || findFamilyNamed(name!).samples.length)
        throw new Error(`second or late type: ${line}`);
      findFamilyNamed(name!).type = rest!;
      currentFamily = name!;
    } else if (!line.startsWith('# ')) {
      const sample = parseSample(line);
      const { type, samples } = findFamilyNamed(currentFamily);
      if (!(SUFFIXES[type] ?? ['']).some((suffix) => sample.name === currentFamily + suffix))
        throw new Error(`stray: ${line}`);
      samples.push(sample);
    }
  }
  return families;
}

function parseSample(line: string): Sample {
  const [, name, labelList, value] = new RegExp(`^(${NAME})(?:\\{(.*)\\})? (\\S+)(?: -?\\d+)?$`).exec(line) ?? [];
  if (!name || !/^([+-]?Inf|nan|[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?)$/i.test(value!))
    throw new Error(`no sample: ${line}`);
  const labels: Record<string, string> = {};
  for (LABEL_PATTERN.lastIndex = 0; labelList && LABEL_PATTERN.lastIndex < labelList.length; ) {
    const [, key, text] = LABEL_PATTERN.exec(labelList) ?? [];
    if (!key || key in labels) throw new Error(`labels: ${line}`);
    labels[key] = text!;
    if (labelList[LABEL_PATTERN.lastIndex] === ',') LABEL_PATTERN.lastIndex++;
  }
  return { name, labels, value: Number(value!.replace('Inf', 'Infinity')) };
}

describe('metrics', () => {
  const readMetrics = async () => parseMetrics((await get('/metrics')).text);
  const REQUEST_DURATION_METRIC = 'frontdesk_http_request_duration_seconds';
  const requestSeries = (families: Map<string, Family>) =>
    new Set(
      families
        .get(REQUEST_DURATION_METRIC)!
        .samples.map(({ labels: { method, route, status } }) => `${method} ${route} ${status}`),
    );

  it('is valid Prometheus text', async () => {
    await get('/api/plans');
    const { status, headers } = await get('/metrics');
    expect({ status, type: headers.get('content-type') }).toEqual({
      status: 200,
      type: 'text/plain; version=0.0.4; charset=utf-8',
    });
    const families = await readMetrics();
    for (const [name, { help, type }] of families)
      expect({ name, help, type }).toMatchObject({ help: /\S/.exec(help) && help, type: /./.exec(type) && type });
    for (const name of [
      'process_cpu_seconds_total',
      'nodejs_eventloop_lag_seconds',
      'frontdesk_database_connections',
    ]) {
      expect([...families.keys()]).toContain(name);
    }
    const series = new Set<string>();
    for (const { samples } of families.values()) {
      for (const { name, labels } of samples) series.add(`${name} ${JSON.stringify(labels)}`);
    }
    expect(series.size).toBe([...families.values()].reduce((sum, { samples }) => sum + samples.length, 0));
  });

  it('counts requests in buckets that add up', async () => {
    const path = '/api/plans';
    const requestSamples = (families: Map<string, Family>) =>
      families
        .get(REQUEST_DURATION_METRIC)!
        .samples.filter(({ labels }) => labels.route === path && labels.method === 'GET' && labels.status === '200');
    const countBefore = requestSamples(await readMetrics()).find(({ name }) => name.endsWith('_count'))?.value ?? 0;
    for (let i = 0; i < 3; i++) await get(path);
    const samples = requestSamples(await readMetrics());
    const countAfter = samples.find(({ name }) => name.endsWith('_count'))!.value;
    expect(countAfter).toBe(countBefore + 3);
    const buckets = samples
      .filter(({ name }) => name.endsWith('_bucket'))
      .map(({ labels, value }) => [Number(labels.le!.replace('Inf', 'Infinity')), value]);
    expect(buckets.at(-1)).toEqual([Number.POSITIVE_INFINITY, countAfter]);
    for (const [index, [bound, value]] of buckets.entries()) {
      if (!index) continue;
      expect(bound).toBeGreaterThan(buckets[index - 1]![0]!);
      expect(value).toBeGreaterThanOrEqual(buckets[index - 1]![1]!);
    }
  });

  it('has no labels that a caller controls', async () => {
    const { key } = await createWorkspace(service);
    const sendRequests = async (n: number) => {
      await get(`/nothing/${n}`);
      await get(`/api/nothing-${n}?x=${n}`);
      await call(service, 'GET', `/api/conversations/conv_${n}`, { key });
      await call(service, 'DELETE', `/api/conversations/conv_${n}`, { key });
      await call(service, 'PUT', `/made-up-${n}`, { key });
      await get(`/api/%zz${n}`);
    };
    await sendRequests(0);
    const seriesBefore = requestSeries(await readMetrics());
    for (let n = 1; n <= 5; n++) await sendRequests(n);
    const seriesAfter = requestSeries(await readMetrics());
    expect([...seriesAfter].filter((series) => !seriesBefore.has(series))).toEqual([]);
    expect([...seriesAfter].join('\n')).not.toMatch(/nothing|made-up|conv_\d/);
    expect([...seriesAfter]).toContain('GET /api/conversations/:id 404');
  });

  it.for(['x-forwarded-for', 'forwarded', 'via'])('is not available through a proxy (%s)', async (header) => {
    const { status, json } = await get('/metrics', { [header]: '203.0.113.7' });
    expect({ status, code: json.code }).toEqual({ status: 404, code: 'not_found' });
  });

  it('requires METRICS_TOKEN if it is set, from anywhere', async () => {
    const guardedService = await startService(service.connection, { jobs: 'off', metricsToken: 'sesame-7' });
    const forwardedHeaders = { 'x-forwarded-for': '203.0.113.7' };
    for (const authorization of ['', 'Bearer wrong', 'Bearer sesame-77', 'Bearer ', 'Basic sesame-7x']) {
      const response = await get('/metrics', authorization ? { authorization } : {}, guardedService);
      expect({ authorization, status: response.status }).toEqual({ authorization, status: 401 });
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
      expect(response.text).not.toContain('sesame');
    }
    const response = await get('/metrics', { authorization: 'Bearer sesame-7', ...forwardedHeaders }, guardedService);
    expect(response.status).toBe(200);
    expect(parseMetrics(response.text).size).toBeGreaterThan(5);
    await guardedService.stop();
  });
});

describe('/openapi.json', () => {
  // Routes that clients rely on, whichever features are served.
  const ROUTES_OF_CLIENTS: [method: string, path: string][] = [
    ['post', '/api/chat'],
    ['get', '/api/conversations'],
    ['get', '/api/conversations/{id}'],
    ['post', '/api/conversations/{id}/messages'],
    ['post', '/api/conversations/{id}/handoff'],
    ['post', '/api/conversations/{id}/resolve'],
    ['post', '/api/conversations/{id}/feedback'],
    ['post', '/api/webhooks'],
    ['get', '/api/webhooks'],
    ['get', '/api/webhooks/{id}'],
    ['patch', '/api/webhooks/{id}'],
    ['delete', '/api/webhooks/{id}'],
    ['post', '/api/webhooks/{id}/test'],
    ['post', '/api/webhooks/{id}/rotate'],
    ['get', '/api/webhooks/{id}/deliveries'],
    ['post', '/api/webhooks/deliveries/{id}/replay'],
    ['get', '/api/analytics'],
    ['get', '/api/health'],
    ['get', '/api/health/live'],
    ['get', '/api/health/ready'],
    ['post', '/api/v1/setup'],
    ['get', '/api/v1/config'],
    ['put', '/api/v1/config'],
    ['get', '/api/v1/config/versions'],
    ['post', '/api/v1/config/versions/{n}/restore'],
    ['get', '/api/v1/knowledge'],
    ['post', '/api/v1/knowledge'],
    ['delete', '/api/v1/knowledge/{id}'],
    ['get', '/api/v1/bookings'],
    ['get', '/api/v1/bookings/{id}'],
    ['patch', '/api/v1/bookings/{id}'],
    ['get', '/api/v1/bookings/{id}/calendar.ics'],
    ['post', '/api/v1/bookings/{id}/cancel'],
    ['get', '/api/v1/availability/explain'],
    ['get', '/api/v1/restaurant/menu'],
    ['get', '/api/v1/restaurant/dietary'],
    ['post', '/api/v1/restaurant/reservations'],
    ['get', '/api/v1/salon/services'],
    ['get', '/api/v1/salon/availability'],
    ['post', '/api/v1/salon/appointments'],
    ['post', '/api/v1/medical/appointments'],
    ['post', '/api/v1/medical/prescriptions'],
    ['get', '/api/v1/medical/prescriptions/{id}'],
    ['patch', '/api/v1/medical/prescriptions/{id}'],
    ['get', '/api/v1/medical/insurance'],
    ['get', '/api/v1/fitness/classes'],
    ['post', '/api/v1/fitness/classes/{occurrenceId}/bookings'],
    ['post', '/api/v1/fitness/membership'],
    ['post', '/api/v1/fitness/training'],
    ['get', '/api/v1/retail/products'],
    ['post', '/api/v1/retail/orders/lookup'],
    ['post', '/api/v1/retail/returns'],
    ['get', '/api/keys'],
    ['post', '/api/keys'],
    ['delete', '/api/keys/{id}'],
    ['post', '/api/keys/{id}/rotate'],
    ['post', '/api/auth/sign-up/email'],
    ['post', '/api/auth/sign-in/email'],
    ['post', '/api/auth/sign-out'],
    ['get', '/api/plans'],
    ['put', '/api/plan'],
    ['get', '/metrics'],
  ];
  type Operation = { operationId: string; parameters?: { in: string; name: string }[]; security: object[] };
  let document: { openapi: string; servers: { url: string }[]; paths: Record<string, Record<string, Operation>> };

  beforeAll(async () => {
    document = (await get('/openapi.json')).json;
  });

  const operations = () =>
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
    );

  it('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await validate(structuredClone(document) as never);
    expect({ valid, errors: errors ?? [] }).toEqual({ valid: true, errors: [] });
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(document.servers).toEqual([{ url: service.config.publicUrl }]);
  });

  it('describes every route that clients rely on and that is served', async () => {
    // Clients do not depend on the names of parameters.
    const withoutParameterNames = (path: string) => path.replace(/\{\w+\}/g, '{}');
    const describedRoutes = new Set(operations().map(({ method, path }) => `${method} ${withoutParameterNames(path)}`));
    const missingRoutes: string[] = [];
    for (const [method, path] of ROUTES_OF_CLIENTS) {
      const url = path.replace(/\{(\w+)\}/g, ':$1');
      const isServed = service.server.hasRoute({ method: method.toUpperCase() as 'GET', url });
      if (isServed && !describedRoutes.has(`${method} ${withoutParameterNames(path)}`))
        missingRoutes.push(`${method} ${path}`);
    }
    expect(missingRoutes).toEqual([]);
    const coreRoutes = ROUTES_OF_CLIENTS.filter(([, path]) =>
      /chat|health|keys|auth|plan|metrics|conversations(\/\{id\})?$/.test(path),
    );
    for (const [method, path] of coreRoutes) expect(Object.keys(document.paths[path] ?? {}), path).toContain(method);
  });

  it('names every operation once, and every path once', () => {
    const ids = operations().map(({ operation }) => operation.operationId);
    expect(ids.length).toBeGreaterThan(15);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    const aliases = operations().filter(({ path }) => path.startsWith('/v1/') || path === '/chat');
    expect(aliases).toEqual([]);
  });

  it('declares the parameters of its paths', () => {
    for (const { method, path, operation } of operations()) {
      const expectedNames = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
      const declaredNames = (operation.parameters ?? [])
        .filter((parameter) => parameter.in === 'path')
        .map(({ name }) => name)
        .sort();
      expect({ method, path, declaredNames }).toEqual({ method, path, declaredNames: expectedNames });
    }
  });

  it('responds with 304 to clients that have it cached', async () => {
    const firstResponse = await get('/openapi.json');
    const etag = firstResponse.headers.get('etag')!;
    expect(etag).toMatch(/^"\S+"$/);
    expect(firstResponse.headers.get('cache-control')).toMatch(/\S/);
    for (const cachedEtag of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const cachedResponse = await get('/openapi.json', { 'if-none-match': cachedEtag });
      expect({
        status: cachedResponse.status,
        text: cachedResponse.text,
        etag: cachedResponse.headers.get('etag'),
      }).toEqual({
        status: 304,
        text: '',
        etag,
      });
    }
    expect((await get('/openapi.json', { 'if-none-match': '"other"' })).status).toBe(200);
  });
});

describe('pages', () => {
  const PAGES: [path: string, type: string][] = [
    ['/', 'text/html; charset=utf-8'],
    ['/docs', 'text/html; charset=utf-8'],
    ['/problems', 'text/html; charset=utf-8'],
    ['/reset-password?token=x', 'text/html; charset=utf-8'],
    ['/invitation?token=x', 'text/html; charset=utf-8'],
  ];

  it.for(PAGES)('%s is %s with a content security policy and an ETag', async ([path, type]) => {
    const { status, headers, text } = await get(path);
    expect({ status, type: headers.get('content-type') }).toEqual({ status: 200, type });
    const policy = headers.get('content-security-policy')!;
    for (const part of ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"])
      expect(policy).toContain(part);
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    const cachedResponse = await get(path, { 'if-none-match': headers.get('etag')! });
    expect(cachedResponse.status).toBe(304);
    // All resources of the page must exist and come from this server.
    const urls = [...text.matchAll(/(?:src|href)="([^"#]+)"/g)].map(([, url]) => url!);
    for (const resourceUrl of urls.filter((url) => /\.(js|css|json|svg|png)$/.test(url))) {
      expect(resourceUrl).toMatch(/^\/[^/]/);
      expect((await get(resourceUrl)).status, resourceUrl).toBe(200);
    }
    expect(text).not.toMatch(/<script(?![^>]*src=)[^>]*>\s*[^<\s]|\son\w+="/);
  });

  it('sends the same with and without gzip', async () => {
    const [plainResponse, zippedResponse] = await Promise.all([
      get('/', { 'accept-encoding': 'identity' }),
      get('/', { 'accept-encoding': 'gzip' }),
    ]);
    expect(plainResponse.headers.get('content-encoding')).toBeNull();
    expect(zippedResponse.headers.get('content-encoding')).toBe('gzip');
    expect(zippedResponse.text).toBe(plainResponse.text);
    expect(zippedResponse.headers.get('vary')).toContain('Accept-Encoding');
  });

  it('explains the problem of a path that does not exist', async () => {
    const { text } = await get('/problems');
    const { json } = await get('/api/nothing');
    expect(text).toContain(`id="${new URL(json.type).hash.slice(1)}"`);
  });
});
