import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectProblem, getErrorPointers } from '../../../../test/expect.ts';
import {
  call,
  createApiKey,
  createWorkspace,
  queryAsDbOwner,
  type Service,
  startService,
} from '../../../../test/harness.ts';
import { expectStatus } from '../../../../test/http.ts';
import { createPng, createPngChunk, JPEG, WEBP } from '../../../../test/images.ts';
import { callFromWidget, ORIGIN } from '../../../../test/visitor.ts';
import { deleteWorkspaces } from '../../privacy/deletion.ts';

let service: Service;
beforeAll(async () => {
  service = await startService(undefined, { jobs: 'off', publicUrl: 'https://desk.example.com' });
});

const PICTURES_PATH = '/api/v1/widget/pictures';
const upload = (key: string, image: Buffer | string) =>
  call(service, 'POST', PICTURES_PATH, {
    key,
    body: { image: typeof image === 'string' ? image : image.toString('base64') },
  });
const setAvatar = (key: string, avatarUrl?: string) =>
  call(service, 'PUT', '/api/v1/config', { key, body: { widget: avatarUrl ? { avatarUrl } : {} } });
const fetchPath = (path: string, headers: Record<string, string> = {}) => fetch(service.url + path, { headers });

describe('an uploaded picture', () => {
  it.each([
    ['image/png', createPng(), 'png'],
    ['image/jpeg', JPEG, 'jpg'],
    ['image/webp', WEBP, 'webp'],
  ])('%s has a permanent URL', async (type, bytes, extension) => {
    const { key } = await createWorkspace(service);
    const { json } = expectStatus(201, await upload(key, bytes));
    expect(json).toEqual({
      id: json.id,
      avatarUrl: `/pictures/${json.id}.${extension}`,
      url: `https://desk.example.com/pictures/${json.id}.${extension}`,
      width: 6,
      height: 4,
    });
    const response = await fetchPath(json.avatarUrl);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': type,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    });
    if (type !== 'image/jpeg') expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes);
    const revalidatedResponse = await fetchPath(json.avatarUrl, {
      'if-none-match': String(response.headers.get('etag')),
    });
    expect(revalidatedResponse.status).toBe(304);
    expect((await upload(key, bytes)).json).toEqual(json);
  });

  it('is shown by the widget with an absolute URL', async () => {
    const { id, key } = await createWorkspace(service);
    const { json } = await upload(key, createPng());
    expectStatus(200, await setAvatar(key, json.avatarUrl));
    const embeddingSite = { key: (await createApiKey(service, id, { kind: 'publishable', origins: [ORIGIN] })).key };
    const { json: session } = await callFromWidget(service, embeddingSite, 'POST', '/api/widget/session', { body: {} });
    expect(session.settings.avatarUrl).toBe(json.url);
  });

  it('is not found under another name', async () => {
    const { key } = await createWorkspace(service);
    const { json } = await upload(key, createPng());
    for (const name of [json.id, `${json.id}.svg`, `${json.id}.html`, `${'a'.repeat(43)}.png`, '..%2fwidget.js'])
      expect((await fetchPath(`/pictures/${name}`)).status).toBe(404);
  });

  it('is deleted, unless the widget shows it', async () => {
    const { key } = await createWorkspace(service);
    const { json } = await upload(key, createPng());
    expectStatus(200, await setAvatar(key, json.avatarUrl));
    expectProblem(await call(service, 'DELETE', `${PICTURES_PATH}/${json.id}`, { key }), 409, 'conflict');
    expect((await fetchPath(json.avatarUrl)).status).toBe(200);
    expectStatus(200, await setAvatar(key));
    expectStatus(204, await call(service, 'DELETE', `${PICTURES_PATH}/${json.id}`, { key }));
    expect((await fetchPath(json.avatarUrl)).status).toBe(404);
    expectProblem(await call(service, 'DELETE', `${PICTURES_PATH}/${json.id}`, { key }), 404, 'not_found');
  });

  it('belongs to one workspace', async () => {
    const [ownWorkspace, otherWorkspace] = [await createWorkspace(service), await createWorkspace(service)];
    const [{ json: ownPicture }, { json: otherPicture }] = [
      await upload(ownWorkspace.key, createPng()),
      await upload(otherWorkspace.key, createPng()),
    ];
    expect(ownPicture.id).not.toBe(otherPicture.id);
    expectProblem(
      await call(service, 'DELETE', `${PICTURES_PATH}/${otherPicture.id}`, { key: ownWorkspace.key }),
      404,
      'not_found',
    );
    expectStatus(204, await call(service, 'DELETE', `${PICTURES_PATH}/${ownPicture.id}`, { key: ownWorkspace.key }));
    expect((await fetchPath(otherPicture.avatarUrl)).status).toBe(200);
  });

  it('is deleted with the workspace', async () => {
    const { id, key } = await createWorkspace(service);
    const { json } = await upload(key, createPng());
    const scheduleDeletionSql = `update workspaces set deletes_at = now(), deletion_asked_by = 'usr_x' where live_id = $1`;
    await queryAsDbOwner(service.connection, scheduleDeletionSql, [id]);
    await deleteWorkspaces(service.database, new Date());
    expect((await fetchPath(json.avatarUrl)).status).toBe(404);
  });

  it('is deleted once there are 20 newer ones, unless the widget shows it', async () => {
    const { key } = await createWorkspace(service);
    const paths: string[] = [];
    for (let i = 0; i < 22; i++) {
      paths.push((await upload(key, createPng(1 + i, 1))).json.avatarUrl);
      if (i === 0) expectStatus(200, await setAvatar(key, paths[0]));
    }
    const statuses = await Promise.all(paths.map(async (path) => (await fetchPath(path)).status));
    expect(statuses).toEqual([200, 404, ...Array(20).fill(200)]);
  });
});

describe('an upload is refused', () => {
  const SCRIPT = '<script>alert(1)</script>';
  it.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'must be a PNG, JPEG or WebP image'],
    ['a page', Buffer.from(`<!doctype html>${SCRIPT}`), 'must be a PNG, JPEG or WebP image'],
    [
      'a page behind a PNG',
      Buffer.concat([createPng(), Buffer.from(SCRIPT)]),
      'is damaged, or holds more than an image',
    ],
    ['half an image', createPng().subarray(0, 40), 'is damaged, or holds more than an image'],
    ['too many pixels', createPng(4_000, 4_000), 'must be at most 1024 × 1024 pixels'],
    ['too many bytes', createPng(6, 4, createPngChunk('teSt', randomBytes(512 * 1024))), 'must be at most 512 KB'],
    ['other text', 'not base64!', 'must be base64'],
  ])('that is %s', async (_, image, detail) => {
    const { key } = await createWorkspace(service);
    const response = await upload(key, image);
    expectProblem(response, 422, 'validation_failed');
    expect(response.json).toMatchObject({ detail: `The image ${detail}.`, errors: [{ pointer: '/image', detail }] });
  });

  it('that is far too large, empty or a raw file', async () => {
    const { key } = await createWorkspace(service);
    expectProblem(await upload(key, 'A'.repeat(800_000)), 413, 'body_too_large');
    expectProblem(await upload(key, ''), 422, 'validation_failed');
    const fileRequest = { key, body: createPng().toString('latin1'), headers: { 'content-type': 'image/png' } };
    expectProblem(await call(service, 'POST', PICTURES_PATH, fileRequest), 415, 'unsupported_media_type');
  });

  it('where the plan or the key does not allow it', async () => {
    const starterWorkspace = await createWorkspace(service, { plan: 'starter' });
    expectProblem(await upload(starterWorkspace.key, createPng()), 403, 'plan_required');
    const sandboxKey = await createApiKey(service, starterWorkspace.id, { mode: 'test' });
    expectStatus(201, await upload(sandboxKey.key, createPng()));
    const readerKey = await createApiKey(service, starterWorkspace.id, { scopes: ['config:read'] });
    expectProblem(await upload(readerKey.key, createPng()), 403, 'insufficient_scope');
    const embeddingSite = {
      key: (await createApiKey(service, starterWorkspace.id, { kind: 'publishable', origins: [ORIGIN] })).key,
    };
    expectProblem(
      await callFromWidget(service, embeddingSite, 'POST', PICTURES_PATH, { body: { image: '' } }),
      403,
      'insufficient_scope',
    );
  });
});

it.each([
  '/pictures/short.png',
  `/pictures/${'a'.repeat(43)}.svg`,
  `/pictures/${'a'.repeat(43)}.png/../x`,
  '//evil.example/a.png',
  '/widget.js',
])('the document refuses %s as a picture', async (avatarUrl) => {
  const { key } = await createWorkspace(service);
  const response = await setAvatar(key, avatarUrl);
  expectProblem(response, 422, 'validation_failed');
  expect(getErrorPointers(response)).toContain('/widget/avatarUrl');
});
