// Retention, a customer's export and erasure, the audit log, the request log, deleting the workspace: as an owner does it.
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectStatus } from '../business.ts';
import { call } from '../harness.ts';
import { findViolations } from './accessibility.ts';
import { openDashboard } from './dashboard.ts';

const { service, key, workspace, cookie, open } = await openDashboard(['restaurant', 'medical']);
const CUSTOMER = { name: 'Maria Rossi', phone: '+12125550188', email: 'maria@example.com' };

const sendChat = (message: string) =>
  call(service, 'POST', '/api/chat', { key, body: { message, businessType: 'restaurant', customer: CUSTOMER } });

/** Clicks a button and returns the text of the file that the page saves. */
async function downloadText(page: Page, name: string): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name, exact: true }).click(),
  ]);
  return readFile(await file.path(), 'utf8');
}

const findUnexpectedErrors = (consoleLines: string[]) =>
  consoleLines.filter((line) => /^(error|pageerror)/.test(line) && !/status of 4\d\d/.test(line));

expectStatus(200, await sendChat('When are you open?'));
expectStatus(422, await call(service, 'POST', '/api/chat', { key, body: { message: 'x', junk: 1 } }));

describe('data and privacy', () => {
  it('asks before it shortens the retention', async () => {
    const { page } = await open('/settings');
    await page.getByLabel('Keep data for (days)').fill('90');
    await page.getByRole('button', { name: 'Save changes' }).click();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Shorten retention' }).click();
    await page.getByText('This takes effect tonight').waitFor();
    expect((await call(service, 'GET', '/api/v1/config', { key })).json.retentionDays).toBe(90);
  });

  it('finds, exports and erases a customer', async () => {
    const { page } = await open('/settings');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText('is required, or an email').waitFor();
    await page.getByLabel('Phone').fill('(212) 555-0188');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText('1 conversation').waitFor();
    expect(await downloadText(page, 'Export')).toContain('When are you open?');
    await page.getByRole('button', { name: 'Erase', exact: true }).click();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Erase permanently' }).click();
    await page.getByText('Customer data erased').waitFor();
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText('No data found for this customer').waitFor();
  });

  it('exports the workspace, and the audit log records it', async () => {
    const { page } = await open('/settings');
    const exportedText = await downloadText(page, 'Export workspace');
    expect(exportedText.split('\n')[0]).toContain('"of":"workspace"');
    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByRole('cell', { name: 'Exported the workspace' }).waitFor();
    await page.getByLabel('Activity').selectOption({ label: 'Customers' });
    await page.getByRole('cell', { name: 'Erased a customer’s data' }).waitFor();
    await page.getByRole('cell', { name: 'Exported the workspace' }).waitFor({ state: 'detached' });
    expect(await downloadText(page, 'Export CSV')).toContain('customer.erase');
    await page.getByRole('button', { name: 'Verify log' }).click();
    await page.getByText('Hash of the last entry').first().waitFor();
    expect(await findViolations(page)).toEqual([]);
  });
});

describe('the request log', () => {
  it('shows errors first, and the problem of one of them', async () => {
    const { page } = await open('/developers/requests');
    await page.getByRole('button', { name: 'Open POST /api/chat, 422' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Fix the fields named in `errors`.', { exact: true }).waitFor();
    expect(await dialog.innerText()).toMatch(/req_[\s\S]*\/junk is not a known field[\s\S]*validation_failed/);
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByLabel('Path').fill('/nowhere');
    await page.getByText('No matching requests').waitFor();
  });
});

describe('the second factor', () => {
  it('is set up with a QR code that the page’s policy allows', async () => {
    const { page, consoleLines } = await open('/account');
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('dialog').getByLabel('Password').fill('Correct-horse-9');
    await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click();
    const qrCode = page.getByRole('img', { name: /QR code/ });
    await qrCode.waitFor();
    expect((await qrCode.boundingBox())!.width).toBeGreaterThan(150);
    expect(await findViolations(page)).toEqual([]);
    expect(findUnexpectedErrors(consoleLines)).toEqual([]);
  });
});

describe('deleting the workspace', () => {
  it('asks for name and password, shows a banner, and can be undone', async () => {
    const { page } = await open('/settings');
    await page.getByRole('button', { name: 'Delete workspace' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Type Bella Vista').fill('Bella');
    await dialog.getByLabel('Your password').fill('Correct-horse-9');
    await dialog.getByRole('button', { name: 'Delete in seven days' }).click();
    await dialog.getByText('must be the name of the workspace').waitFor();
    await dialog.getByLabel('Type Bella Vista').fill('Bella Vista');
    await dialog.getByRole('button', { name: 'Delete in seven days' }).click();
    const banner = page.getByRole('region', { name: 'Scheduled for deletion' });
    await banner.waitFor();
    expect((await sendChat('Hello?')).status).toBe(401);
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Keep workspace' }).click();
    await banner.waitFor({ state: 'detached' });
    expect((await sendChat('Hello?')).status).toBe(200);
    const me = await call(service, 'GET', '/api/me', { cookie });
    expect(me.json.workspaces).toMatchObject([{ id: workspace, deletesAt: null }]);
  });
});
