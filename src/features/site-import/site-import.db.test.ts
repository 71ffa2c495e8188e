import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  call,
  createWorkspace,
  type HttpResponse,
  queryAsDbOwner,
  type Service,
  startService,
} from '../../../test/harness.ts';
import { createPdf } from '../../../test/knowledge/files.ts';
import { createHtml, openWebsite, type WebPage, type Website } from '../../../test/knowledge/website.ts';
import { openSite } from '../../../test/sites/sites.ts';

let service: Service;
let key: string;
let site: Website;
let pages: Record<string, WebPage>;

beforeAll(async () => {
  service = await startService(undefined, { knowledgeAllowPrivate: true });
  site = await openWebsite((path) => pages[path]);
});
afterAll(() => site.close());

const IMPORTS_PATH = '/api/v1/config/imports';
const callApi = (method: string, path: string, body?: unknown) => call(service, method, path, { key, body });
const startImport = (body: unknown) => callApi('POST', IMPORTS_PATH, body);

async function openWorkspace(industry: string) {
  ({ key } = await createWorkspace(service));
  expect((await callApi('POST', '/api/v1/setup', { industry })).status).toBe(201);
}

async function runImport(body: unknown): Promise<HttpResponse['json']> {
  const response = await startImport(body);
  expect(response.status, response.text).toBe(201);
  const readImport = async () => (await callApi('GET', `${IMPORTS_PATH}/${response.json.id}`)).json;
  await expect.poll(readImport, { timeout: 60_000, interval: 50 }).not.toMatchObject({ status: 'reading' });
  return readImport();
}

type Proposal = { id: string; pointer: string; options: { value: unknown }[]; missing: string[] };
const proposalsAt = ({ proposals }: { proposals: Proposal[] }, pointer: string) =>
  proposals.filter((proposal) => proposal.pointer === pointer);
const proposalId = (importResult: HttpResponse['json'], pointer: string) => proposalsAt(importResult, pointer)[0]?.id;
const accept = (importResult: HttpResponse['json'], accepted: unknown[]) =>
  callApi('POST', `${IMPORTS_PATH}/${importResult.id}/accept`, { accept: accepted });
const readConfig = async () => (await callApi('GET', '/api/v1/config')).json;
const countVersions = async () => (await callApi('GET', '/api/v1/config/versions')).json.data.length;
const pdfUpload = (lines: string[], heading = 'Menu') => ({
  file: { name: 'menu.pdf', base64: createPdf([{ heading, lines }]).toString('base64') },
});

describe('a website', () => {
  it('is read into proposals with sources, which are accepted as one version', async () => {
    await openWorkspace('restaurant');
    const website = await openSite('wordpress-restaurant');
    const importResult = await runImport({ url: website.url });
    await website.close();
    expect(importResult).toMatchObject({ status: 'ready', reason: null, progress: { read: 3, found: 3 } });
    expect(proposalsAt(importResult, '/contact/phone')).toMatchObject([
      { options: [{ value: '(207) 555-0119', sources: [{ url: `${website.url}/`, quote: '+1 207-555-0119' }, {}] }] },
    ]);
    const [hours] = proposalsAt(importResult, '/hours');
    expect(hours?.options).toHaveLength(2);
    const dishes = proposalsAt(importResult, '/restaurant/menu/-');
    const versionsBefore = await countVersions();

    const unchosenResponse = await accept(importResult, [{ id: hours?.id }]);
    expect(unchosenResponse.status).toBe(422);
    expect(unchosenResponse.json.errors).toEqual([
      { pointer: '/accept/0/value', detail: 'is required, because the website says different things' },
    ]);

    const acceptResponse = await accept(importResult, [
      { id: proposalId(importResult, '/contact/phone') },
      { id: hours?.id, value: hours?.options[1]?.value },
      ...dishes.map(({ id }) => ({ id })),
      { id: proposalId(importResult, '/name'), value: 'Blue Heron' },
    ]);
    expect(acceptResponse.status, acceptResponse.text).toBe(200);
    const document = await readConfig();
    expect(document).toMatchObject({ name: 'Blue Heron', contact: { phone: '(207) 555-0119' } });
    expect(document.hours.fri).toEqual([['11:30', '22:00']]);
    expect(document.samples).not.toContain('/hours');
    expect(document.samples).toContain('/contact/email');
    const importedDishes = document.restaurant.menu.filter(({ sample }: { sample?: boolean }) => !sample);
    expect(importedDishes).toHaveLength(dishes.length);
    expect(importedDishes[0]).toMatchObject({ id: 'new-england-clam-chowder', price: 900, category: 'Starters' });
    expect(await countVersions()).toBe(versionsBefore + 1);

    const remainingImport = (await callApi('GET', `${IMPORTS_PATH}/${importResult.id}`)).json;
    expect(proposalsAt(remainingImport, '/restaurant/menu/-')).toEqual([]);
    expect(proposalsAt(remainingImport, '/contact/email')).toHaveLength(1);
  });

  it('does not propose what the document says already', async () => {
    await openWorkspace('restaurant');
    pages = {
      '/': createHtml('Home', '<p>Call <a href="tel:+12125550145">(212) 555-0145</a></p><p>hi@site.example</p>'),
    };
    const firstImport = await runImport({ url: site.url });
    await accept(firstImport, [{ id: proposalId(firstImport, '/contact/email') }]);
    const secondImport = await runImport({ url: site.url });
    expect(proposalsAt(secondImport, '/contact/email')).toEqual([]);
    expect(proposalsAt(secondImport, '/contact/phone')).toHaveLength(1);
  });

  it('rejects a value that the document cannot have, with a pointer into the request', async () => {
    await openWorkspace('salon');
    pages = {
      '/': createHtml('Prices', '<h2>Hair</h2><ul><li>Cut <b>$30</b></li><li>Color <b>$90</b></li></ul>'),
    };
    const importResult = await runImport({ url: site.url });
    const [cut, color] = proposalsAt(importResult, '/salon/services/-');
    expect(cut).toMatchObject({
      options: [{ value: { name: 'Cut', price: 3_000, category: 'Hair' } }],
      missing: ['durationMinutes'],
    });
    const configBefore = await readConfig();
    const refusedResponse = await accept(importResult, [
      { id: color?.id, value: { name: 'Color', price: 9_000, durationMinutes: 90 } },
      { id: cut?.id },
    ]);
    expect(refusedResponse.status).toBe(422);
    expect(refusedResponse.json.errors).toEqual([
      { pointer: '/accept/1/value/durationMinutes', detail: 'is required' },
    ]);
    expect(await readConfig()).toEqual(configBefore);
    expect((await accept(importResult, [{ id: 'p999' }])).json.errors).toMatchObject([{ pointer: '/accept/0/id' }]);
  });

  it.each<[string, Record<string, WebPage>, RegExp]>([
    ['does not answer', {}, /answered with an error \(404\)/],
    [
      'forbids it',
      { '/robots.txt': { body: 'User-agent: *\nDisallow: /', type: 'text/plain' }, '/': createHtml('A', 'Hi') },
      /robots\.txt/,
    ],
    [
      'needs scripts',
      { '/': { body: '<html><body><div id="root"></div><script src="/app.js"></script></body></html>' } },
      /without running its scripts/,
    ],
    [
      'says nothing about the business',
      { '/': { body: '<html><body><p>Just some words</p></body></html>' } },
      /found no hours/,
    ],
  ])('that %s fails with an explanation', async (_, content, reason) => {
    await openWorkspace('retail');
    pages = content;
    expect(await runImport({ url: site.url })).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(reason),
      proposals: [],
    });
  });

  it('is read without leaving the site, useful pages first', async () => {
    await openWorkspace('restaurant');
    const posts = Array.from({ length: 60 }, (_, n) => `/2026/post-${n}`);
    pages = {
      '/': createHtml('Home', '<p>Welcome</p>', [...posts, 'http://127.0.0.1:1/elsewhere', '/our-menu']),
      '/our-menu': createHtml('Menu', '<ul><li>Soup <b>$5.00</b></li><li>Pie <b>$6.00</b></li></ul>'),
      ...Object.fromEntries(posts.map((path) => [path, createHtml('Post', '<p>A day</p>')])),
    };
    site.requestedPaths.length = 0;
    const importResult = await runImport({ url: site.url });
    expect(importResult.progress).toEqual({ read: 40, found: 40 });
    expect(proposalsAt(importResult, '/restaurant/menu/-')).toHaveLength(2);
    expect(site.requestedPaths.slice(0, 5)).toEqual(['/', '/robots.txt', '/', '/our-menu', '/2026/post-0']);
  });
});

describe('a PDF', () => {
  it('with a menu is read with its sections, prices and descriptions', async () => {
    await openWorkspace('restaurant');
    const importResult = await runImport(
      pdfUpload([
        'STARTERS',
        'Garlic Bread ........ 5.50',
        'with rosemary butter',
        'Olives ........ 4.00',
        'PIZZA',
        'Margherita ........ 12.50',
        'tomato, mozzarella, basil',
        'Quattro Formaggi ........ 14.00',
      ]),
    );
    expect(importResult).toMatchObject({ status: 'ready', file: 'menu.pdf' });
    expect(proposalsAt(importResult, '/restaurant/menu/-').map(({ options }) => options[0]?.value)).toEqual([
      { name: 'Garlic Bread', price: 550, category: 'STARTERS', description: 'with rosemary butter' },
      { name: 'Olives', price: 400, category: 'STARTERS' },
      { name: 'Margherita', price: 1_250, category: 'PIZZA', description: 'tomato, mozzarella, basil' },
      { name: 'Quattro Formaggi', price: 1_400, category: 'PIZZA' },
    ]);
  });

  it('with a price list is read with durations', async () => {
    await openWorkspace('salon');
    const importResult = await runImport(
      pdfUpload(['Cut and finish - 45 min - $55', 'Root tint - 90 min - $70', 'Prices from May.'], 'Prices'),
    );
    expect(proposalsAt(importResult, '/salon/services/-').map(({ options }) => options[0]?.value)).toEqual([
      { name: 'Cut and finish', price: 5_500, durationMinutes: 45 },
      { name: 'Root tint', price: 7_000, durationMinutes: 90 },
    ]);
  });

  it('without text fails with an explanation; other files are refused', async () => {
    await openWorkspace('restaurant');
    expect(await runImport(pdfUpload([], ''))).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(/no text/),
    });
    const textFileResponse = await startImport({
      file: { name: 'a.txt', base64: Buffer.from('Soup 5.00').toString('base64') },
    });
    expect(textFileResponse.json.errors).toEqual([{ pointer: '/file', detail: 'must be a PDF' }]);
    expect((await startImport({})).status).toBe(422);
  });
});

it('an import is not found after it was discarded or has expired', async () => {
  await openWorkspace('restaurant');
  pages = { '/': createHtml('Home', '<p>hi@site.example</p>') };
  const firstImport = await runImport({ url: site.url });
  expect((await callApi('DELETE', `${IMPORTS_PATH}/${firstImport.id}`)).status).toBe(204);
  expect((await callApi('GET', `${IMPORTS_PATH}/${firstImport.id}`)).status).toBe(404);
  const secondImport = await runImport({ url: site.url });
  await queryAsDbOwner(
    service.connection,
    "update site_imports set expires_at = now() - interval '1 second' where id = $1",
    [secondImport.id],
  );
  expect((await callApi('GET', `${IMPORTS_PATH}/${secondImport.id}`)).status).toBe(404);
  expect((await accept(secondImport, [{ id: 'p1' }])).status).toBe(404);
  await queryAsDbOwner(service.connection, 'select delete_expired_site_imports()');
  const { rows } = await queryAsDbOwner(service.connection, 'select id from site_imports where id = $1', [
    secondImport.id,
  ]);
  expect(rows).toEqual([]);
});
