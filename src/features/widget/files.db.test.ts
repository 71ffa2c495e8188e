import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectProblem } from '../../../test/expect.ts';
import { call, type Service, startService } from '../../../test/harness.ts';
import { callFromWidget, startVisitorSession } from '../../../test/visitor.ts';

const SCRIPT = `console.log(${JSON.stringify('x'.repeat(2_000))});`;
const demoPage = (name: string) =>
  `<!doctype html><html><head><title>x</title><meta name="application-name" content="${name}"></head><body><!-- widget --></body></html>`;

let folder: string;
let service: Service;
let serviceWithoutWidget: Service;
const widgetFolders = () => ({ folder: join(folder, 'dist'), demoFolder: join(folder, 'demo') });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'frontdesk-widget-'));
  await mkdir(join(folder, 'dist'));
  await mkdir(join(folder, 'demo'));
  await writeFile(join(folder, 'dist/widget.js'), SCRIPT);
  await writeFile(join(folder, 'dist/chat-abcd1234.js'), 'export {};');
  await writeFile(join(folder, 'dist/texts-fr-abcd1234.json'), '{"send":"Envoyer"}');
  await writeFile(join(folder, 'dist/secret.txt'), 'no script');
  await writeFile(join(folder, 'demo/restaurant.html'), demoPage('Bella Vista'));
  await writeFile(join(folder, 'demo/medical.html'), demoPage('Harbor Health').replace('<!-- widget -->', ''));
  await writeFile(join(folder, 'demo/demo.css'), 'body {}');
  service = await startService(undefined, {}, { widget: widgetFolders() });
  serviceWithoutWidget = await startService(
    service.connection,
    { demo: 'off' },
    { widget: { folder: join(folder, 'none') } },
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Fetches a response without decompressing it. */
const fetchRaw = (path: string, headers: Record<string, string>, instance = service) =>
  new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    request(instance.url + path, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    })
      .on('error', reject)
      .end();
  });

describe('the widget’s files', () => {
  it('are compressed with the best encoding that the browser accepts', async () => {
    const plainResponse = await fetchRaw('/widget.js', {});
    expect([plainResponse.status, plainResponse.body.toString(), plainResponse.headers['content-encoding']]).toEqual([
      200,
      SCRIPT,
      undefined,
    ]);
    const gzipResponse = await fetchRaw('/widget.js', { 'accept-encoding': 'gzip' });
    expect([gzipResponse.headers['content-encoding'], gunzipSync(gzipResponse.body).toString()]).toEqual([
      'gzip',
      SCRIPT,
    ]);
    const brotliResponse = await fetchRaw('/widget.js', { 'accept-encoding': 'gzip, deflate, br' });
    expect([brotliResponse.headers['content-encoding'], brotliDecompressSync(brotliResponse.body).toString()]).toEqual([
      'br',
      SCRIPT,
    ]);
    expect(brotliResponse.body.length).toBeLessThan(100);
    expect(brotliResponse.headers.vary).toBe('Accept-Encoding');
  });

  it('can be loaded by any page; the script is cached for minutes, its chunks forever', async () => {
    const scriptResponse = await fetchRaw('/widget.js', {});
    expect(scriptResponse.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=300, stale-while-revalidate=86400',
    });
    const revalidatedResponse = await fetchRaw('/widget.js', { 'if-none-match': String(scriptResponse.headers.etag) });
    expect([revalidatedResponse.status, revalidatedResponse.body.length]).toEqual([304, 0]);
    const chunkResponse = await fetchRaw('/widget/chat-abcd1234.js', {});
    expect(chunkResponse.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });

  it('are replaced by the current ones for an earlier version, cached for minutes', async () => {
    const chunkResponse = await fetchRaw('/widget/chat-Zz_9-old.js', {});
    expect([chunkResponse.status, chunkResponse.body.toString()]).toEqual([200, 'export {};']);
    expect(chunkResponse.headers['cache-control']).toContain('max-age=300');
  });

  it('include translations', async () => {
    const textsResponse = await fetchRaw('/widget/texts-fr-abcd1234.json', {});
    expect(textsResponse.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    const outdatedResponse = await fetchRaw('/widget/texts-fr-Zz_9-old.json', {});
    expect([outdatedResponse.status, JSON.parse(outdatedResponse.body.toString())]).toEqual([200, { send: 'Envoyer' }]);
    expectProblem(await call(service, 'GET', '/widget/texts-xx-abcd1234.json'), 404, 'not_found');
  });

  it.each(['/widget/other.js', '/widget/secret.txt', '/widget/..%2fsecret.txt', '/widget/..%2f..%2fpackage.json'])(
    'do not include other files: %s',
    async (path) => expectProblem(await call(service, 'GET', path), 404, 'not_found'),
  );

  it('say what to do if the widget is not built', async () => {
    const { status, text, headers } = await call(serviceWithoutWidget, 'GET', '/widget.js');
    expect(status).toBe(503);
    expect(headers.get('content-type')).toMatch(/javascript/);
    expect(text).toMatch(/^console\.error\(".*npm run build"\);/);
    expectProblem(await call(serviceWithoutWidget, 'GET', '/widget/chat-abcd1234.js'), 404, 'not_found');
  });
});

describe('a demo page', () => {
  const keyInPage = (text: string) => /data-key="(fd_pk_test_\w+)"/.exec(text)?.[1];

  it('contains the widget with a working key', async () => {
    const { status, text, headers } = await call(service, 'GET', '/demo/restaurant');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).toMatch(/script-src 'self';/);
    expect(headers.get('content-security-policy')).not.toMatch(/unsafe/);
    expect(text).toMatch(/<script src="\/widget\.js" data-key="fd_pk_test_\w{36}" async><\/script><\/body>/);
    const embeddingSite = { key: keyInPage(text)!, origin: service.url };
    const { json } = await callFromWidget(service, embeddingSite, 'POST', '/api/widget/session', { body: {} });
    expect(json.settings).toMatchObject({ businessName: 'Bella Vista', industry: 'restaurant' });
    const { token } = await startVisitorSession(service, embeddingSite);
    const chatResponse = await callFromWidget(service, embeddingSite, 'POST', '/api/chat', {
      token,
      body: { message: 'What is on the menu?' },
    });
    expect(chatResponse.json.cards.length).toBeGreaterThan(0);
  });

  it('has the same key on every instance, created only once even for concurrent requests', async () => {
    const otherInstance = await startService(service.connection, {}, { widget: widgetFolders() });
    const pages = await Promise.all(
      [service, otherInstance, service, otherInstance].map(
        async (instance) => (await call(instance, 'GET', '/demo/medical')).text,
      ),
    );
    const keys = new Set(pages.map(keyInPage));
    expect(keys.size).toBe(1);
    const [key] = [...keys];
    for (const instance of [service, otherInstance]) {
      const { json } = await callFromWidget(
        instance,
        { key: key!, origin: instance.url },
        'POST',
        '/api/widget/session',
        {
          body: {},
        },
      );
      expect(json.settings).toMatchObject({ businessName: 'Harbor Health', industry: 'medical' });
    }
    expect(key).not.toBe(keyInPage((await call(service, 'GET', '/demo/restaurant')).text));
  });

  it('is served with its own files only', async () => {
    const { status, headers } = await call(service, 'GET', '/demo/demo.css');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
    for (const path of ['/demo/nothing', '/demo/nothing.css', '/demo/..%2fdist%2fwidget.js', '/demo/restaurant.html'])
      expectProblem(await call(service, 'GET', path), 404, 'not_found');
  });

  it('is not found if the operator has turned demos off', async () => {
    expectProblem(await call(serviceWithoutWidget, 'GET', '/demo/restaurant'), 404, 'not_found');
  });
});
