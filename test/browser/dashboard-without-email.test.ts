// A team on an installation that cannot send email: links are passed on by hand.
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { findViolations } from './accessibility.ts';
import { openPage, visit } from './browser.ts';
import { openDashboard } from './dashboard.ts';

const { service, browser, open } = await openDashboard();
const DANA = { name: 'Dana Colleague', email: 'dana@example.com', password: 'Correct-horse-9' };
const NEW_PASSWORD = 'A-new-password-1';
let ownerPage: Page;
let ownerConsoleLines: string[];
let danaPage: Page;

beforeAll(async () => {
  const permissions = ['clipboard-read', 'clipboard-write'];
  ({ page: ownerPage, consoleLines: ownerConsoleLines } = await open('/team', { permissions }));
  ({ page: danaPage } = await visit(browser, `${service.url}/login`));
});

/** A test's service has another port than its public URL. */
const openLink = (page: Page, link: string) => page.goto(link.replace(service.config.publicUrl, service.url));
const readClipboard = () => ownerPage.evaluate('navigator.clipboard.readText()') as Promise<string>;

async function signIn(page: Page, password: string) {
  await page.goto(`${service.url}/login`);
  await page.getByLabel('Email').fill(DANA.email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

it('an owner invites a colleague, who joins by the copied link', async () => {
  await ownerPage.getByRole('button', { name: 'Invite teammate' }).click();
  const dialog = ownerPage.getByRole('dialog');
  await dialog.getByLabel('Email').fill(DANA.email);
  await dialog.getByRole('button', { name: 'Create invitation' }).click();
  await dialog.getByText(`Email isn’t set up, so send this link to ${DANA.email} yourself.`).waitFor();
  expect(await findViolations(ownerPage)).toEqual([]);
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  const link = await readClipboard();
  expect(await dialog.getByLabel('Invitation link').innerText()).toBe(link);
  await dialog.getByRole('button', { name: 'Done' }).click();
  expect(await ownerPage.getByText(/Invitation sent/).count()).toBe(0);

  // It is still there later.
  await ownerPage.evaluate(`navigator.clipboard.writeText('')`);
  await ownerPage.reload();
  await ownerPage.getByRole('button', { name: `Copy link for ${DANA.email}` }).click();
  await expect.poll(readClipboard).toBe(link);
  expect(await findViolations(ownerPage)).toEqual([]);

  await openLink(danaPage, link);
  await danaPage.getByRole('link', { name: 'Create account and join' }).click();
  await danaPage.getByLabel('Your name').fill(DANA.name);
  await danaPage.getByLabel('Password').fill(DANA.password);
  await danaPage.getByRole('button', { name: 'Create account and join' }).click();
  await danaPage.getByRole('heading', { level: 1, name: 'Bella Vista' }).waitFor();
});

it('a member who forgot their password sees who can help', async () => {
  const { page } = await openPage(await browser.newContext(), `${service.url}/forgot`);
  await page.getByText(/Email isn’t set up, so we can’t send a reset link. Ask a workspace owner/).waitFor();
  expect(await page.getByRole('textbox').count()).toBe(0);
  expect(await findViolations(page)).toEqual([]);
});

it('the owner resets the colleague’s password by a link', async () => {
  await ownerPage.reload();
  await ownerPage.getByRole('button', { name: `Create a password reset link for ${DANA.name}` }).click();
  const dialog = ownerPage.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  expect(await findViolations(ownerPage)).toEqual([]);
  const link = await readClipboard();
  expect(link).toContain('/reset-password?token=');
  await dialog.getByRole('button', { name: 'Done' }).click();

  await openLink(danaPage, link);
  await danaPage.getByLabel('New password').fill(NEW_PASSWORD);
  await danaPage.getByRole('button', { name: 'Set password' }).click();
  await danaPage.getByText('Your password has been reset.').waitFor();
  await signIn(danaPage, DANA.password);
  await danaPage.getByRole('alert').waitFor();
  await signIn(danaPage, NEW_PASSWORD);
  await danaPage.getByRole('heading', { level: 1, name: 'Bella Vista' }).waitFor();
  expect(ownerConsoleLines).toEqual([]);
});
