// An owner adds a text, a file and a website, looks at the passages, and deletes a source.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService } from '../harness.ts';
import { createPdf } from '../knowledge/files.ts';
import { createHtml, openWebsite, type Website } from '../knowledge/website.ts';
import { visit } from './browser.ts';
import { buildDashboard } from './build-dashboard.ts';
import { callAsOwner, signUpAsOwner } from './owner.ts';
import { connectSharedBrowser } from './shared-browser.ts';

let serviceUrl: string;
let page: Page;
let consoleLines: string[];
let site: Website;

beforeAll(async () => {
  const dashboardFolder = await buildDashboard();
  ({ url: serviceUrl } = await startService(undefined, { knowledgeAllowPrivate: true }, { dashboardFolder }));
  ({ page, consoleLines } = await visit(await connectSharedBrowser(), `${serviceUrl}/login`));
  await signUpAsOwner(page, serviceUrl);
  await callAsOwner(page, 'POST', '/api/v1/setup', { industry: 'restaurant' });
  site = await openWebsite((path) =>
    path === '/'
      ? createHtml('Our farm', '<h1>Our farm</h1><p>The lamb comes from our own farm in Kent.</p>')
      : undefined,
  );
});
afterAll(async () => {
  await site?.close();
});

const locateSourceRow = (name: string) => page.getByRole('listitem').filter({ hasText: name });

async function addSource(kind: 'Text' | 'File' | 'Website', fillForm: () => Promise<unknown>) {
  await page.getByRole('button', { name: 'Add knowledge' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add knowledge' });
  await dialog.getByLabel('What do you want to add?').selectOption({ label: kind });
  await fillForm();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
}

describe('the knowledge page', () => {
  it('is empty at first', async () => {
    await page.goto(`${serviceUrl}/`);
    await page.getByRole('link', { name: 'Knowledge' }).click();
    await page.getByText('No sources yet').waitFor();
  });

  it('accepts a text, a file and a website, and shows when they have been read', async () => {
    await addSource('Text', async () => {
      await page.getByLabel('Title').fill('House rules');
      await page.getByLabel('Text', { exact: true }).fill('## Prams\nPrams are parked in the hall.');
    });
    await locateSourceRow('House rules').getByText('Ready').waitFor();
    await addSource('File', () =>
      page.getByLabel('File', { exact: true }).setInputFiles({
        name: 'wine.pdf',
        mimeType: 'application/pdf',
        buffer: createPdf([{ heading: 'Wine', lines: ['Corkage is ten dollars a bottle.'] }]),
      }),
    );
    await locateSourceRow('wine.pdf').getByText('1 passage').waitFor();
    await addSource('Website', () => page.getByLabel('Website address').fill(site.url));
    await locateSourceRow(site.url).getByText('Ready').waitFor();
  });

  it('shows errors in the dialog and in the list', async () => {
    await addSource('Website', () => page.getByLabel('Website address').fill('ftp://example.com'));
    await page.getByText('must be an address that begins with https://').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await addSource('File', () =>
      page.getByLabel('File', { exact: true }).setInputFiles({
        name: 'scan.pdf',
        mimeType: 'application/pdf',
        buffer: createPdf([{ lines: [] }]),
      }),
    );
    await locateSourceRow('scan.pdf').getByText('its pages are pictures').waitFor();
    await locateSourceRow('scan.pdf').getByText('Failed').waitFor();
  });

  it('shows the passages, and deletes a source after confirmation', async () => {
    await page.getByRole('button', { name: /House rules Text/ }).click();
    await page.getByText('Prams are parked in the hall.').waitFor();
    await page.getByRole('button', { name: 'All sources' }).click();
    await page.getByRole('button', { name: 'Delete House rules' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('Source deleted.').waitFor();
    await expect.poll(() => locateSourceRow('House rules').count()).toBe(0);
    expect(consoleLines.filter((line) => /^(error|pageerror)/.test(line) && !/status of 4/.test(line))).toEqual([]);
  });
});
