import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { call, type Service, startService } from '../../../test/harness.ts';

let service: Service;
const browserRequest = { headers: { accept: 'text/html,application/xhtml+xml' } };

beforeAll(async () => {
  const webFolder = await mkdtemp(join(tmpdir(), 'frontdesk-web-'));
  await mkdir(join(webFolder, 'assets'));
  await writeFile(join(webFolder, 'index.html'), '<!doctype html><title>Dashboard</title>');
  await writeFile(join(webFolder, 'assets/index-B7xQ2f9a.js'), 'export {};'.repeat(100));
  for (const name of ['icon.svg', 'theme.js', 'sw.js', 'manifest.webmanifest'])
    await writeFile(join(webFolder, name), '');
  service = await startService(undefined, {}, { dashboardFolder: webFolder });
});

describe('the built dashboard', () => {
  it.each(['/', '/login', '/business/hours', '/reset-password?token=abc'])('is served at %s', async (path) => {
    const response = await call(service, 'GET', path, browserRequest);
    expect([response.status, response.text]).toEqual([200, '<!doctype html><title>Dashboard</title>']);
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    expect(response.headers.get('content-security-policy')).not.toContain('unsafe');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    const etag = response.headers.get('etag')!;
    const cachedResponse = await call(service, 'GET', path, {
      headers: { ...browserRequest.headers, 'if-none-match': etag },
    });
    expect(cachedResponse.status).toBe(304);
  });

  it.each(['/api/nothing', '/v1/nothing', '/nothing.js', '/assets/nothing.js', '/chat/x'])(
    'is not served at %s',
    async (path) => {
      const response = await call(service, 'GET', path, browserRequest);
      expect([response.status, response.json?.code]).toEqual([404, 'not_found']);
    },
  );

  it('is only served to browsers; API clients get 404', async () => {
    expect((await call(service, 'GET', '/business')).json.code).toBe('not_found');
    expect((await call(service, 'POST', '/business', browserRequest)).json.code).toBe('not_found');
    expect((await call(service, 'GET', '/')).status).toBe(200);
  });

  it.each([
    ['/sw.js', 'text/javascript'],
    ['/manifest.webmanifest', 'application/manifest+json'],
  ])('serves %s, which browsers revalidate each time', async (path, type) => {
    const response = await call(service, 'GET', path);
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    expect(response.headers.get('content-type')).toContain(type);
    expect(response.headers.get('content-security-policy')).toContain("manifest-src 'self'");
  });

  it('serves compressed files with an immutable cache', async () => {
    const response = await call(service, 'GET', '/assets/index-B7xQ2f9a.js', { headers: { 'accept-encoding': 'br' } });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toContain('immutable');
    expect(response.headers.get('content-encoding')).toBe('br');
    expect(response.headers.get('content-type')).toContain('text/javascript');
  });
});
