import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { call, type Service, startService } from '../../../test/harness.ts';

let service: Service;
const browserRequest = { headers: { accept: 'text/html,application/xhtml+xml' } };

beforeAll(async () => {
  const web = await mkdtemp(join(tmpdir(), 'frontdesk-web-'));
  await mkdir(join(web, 'assets'));
  await writeFile(join(web, 'index.html'), '<!doctype html><title>Dashboard</title>');
  await writeFile(join(web, 'assets/index-B7xQ2f9a.js'), 'export {};'.repeat(100));
  for (const name of ['icon.svg', 'theme.js', 'sw.js', 'manifest.webmanifest']) await writeFile(join(web, name), '');
  service = await startService(undefined, {}, { dashboardFolder: web });
});

describe('the built dashboard', () => {
  it.each(['/', '/login', '/business/hours', '/reset-password?token=abc'])('is served at %s', async (path) => {
    const reply = await call(service, 'GET', path, browserRequest);
    expect([reply.status, reply.text]).toEqual([200, '<!doctype html><title>Dashboard</title>']);
    expect(reply.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    expect(reply.headers.get('content-security-policy')).not.toContain('unsafe');
    expect(reply.headers.get('cache-control')).toBe('no-cache');
    const etag = reply.headers.get('etag')!;
    const cachedReply = await call(service, 'GET', path, {
      headers: { ...browserRequest.headers, 'if-none-match': etag },
    });
    expect(cachedReply.status).toBe(304);
  });

  it.each(['/api/nothing', '/v1/nothing', '/nothing.js', '/assets/nothing.js', '/chat/x'])(
    'is not served at %s',
    async (path) => {
      const reply = await call(service, 'GET', path, browserRequest);
      expect([reply.status, reply.json?.code]).toEqual([404, 'not_found']);
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
  ])('serves %s, which browsers look up again each time', async (path, type) => {
    const reply = await call(service, 'GET', path);
    expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    expect(reply.headers.get('content-type')).toContain(type);
    expect(reply.headers.get('content-security-policy')).toContain("manifest-src 'self'");
  });

  it('serves compressed files with an immutable cache', async () => {
    const reply = await call(service, 'GET', '/assets/index-B7xQ2f9a.js', { headers: { 'accept-encoding': 'br' } });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('cache-control')).toContain('immutable');
    expect(reply.headers.get('content-encoding')).toBe('br');
    expect(reply.headers.get('content-type')).toContain('text/javascript');
  });
});
