// A team on an installation that cannot send email: links are passed on by hand.
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { violations } from './accessibility.ts';
import { openPage, visit } from './browser.ts';
import { openDashboard } from './dashboard.ts';

const { service, browser, open } = await openDashboard();
const DANA = { name: 'Dana Colleague', email: 'dana@example.com', password: 'Correct-horse-9' };
const NEW_PASSWORD = 'A-new-password-1';
let owner: Page;
let ownerErrors: string[];
let dana: Page;

beforeAll(async () => {
  const permissions = ['clipboard-read', 'clipboard-write'];
  ({ page: owner, consoleLines: ownerErrors } = await open('/team', { permissions }));
  ({ page: dana } = await visit(browser, `${service.url}/login`));
});

/** The service of a test has another port than its public address. */
const follow = (page: Page, link: string) => page.goto(link.replace(service.config.publicUrl, service.url));
const copied = () => owner.evaluate('navigator.clipboard.readText()') as Promise<string>;

async function signIn(page: Page, password: string) {
  await page.goto(`${service.url}/login`);
  await page.getByLabel('Email').fill(DANA.email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

it('an owner invites a colleague, who joins by the copied link', async () => {
  await owner.getByRole('button', { name: 'Invite teammate' }).click();
  const dialog = owner.getByRole('dialog');
  await dialog.getByLabel('Email').fill(DANA.email);
  await dialog.getByRole('button', { name: 'Create invitation' }).click();
  await dialog.getByText(`Email isn’t set up, so send this link to ${DANA.email} yourself.`).waitFor();
  expect(await violations(owner)).toEqual([]);
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  const link = await copied();
  expect(await dialog.getByLabel('Invitation link').innerText()).toBe(link);
  await dialog.getByRole('button', { name: 'Done' }).click();
  expect(await owner.getByText(/Invitation sent/).count()).toBe(0);

  // It is still there later.
  await owner.evaluate(`navigator.clipboard.writeText('')`);
  await owner.reload();
  await owner.getByRole('button', { name: `Copy link for ${DANA.email}` }).click();
  await expect.poll(copied).toBe(link);
  expect(await violations(owner)).toEqual([]);

  await follow(dana, link);
  await dana.getByRole('link', { name: 'Create account and join' }).click();
  await dana.getByLabel('Your name').fill(DANA.name);
  await dana.getByLabel('Password').fill(DANA.password);
  await dana.getByRole('button', { name: 'Create account and join' }).click();
  await dana.getByRole('heading', { level: 1, name: 'Bella Vista' }).waitFor();
});

it('whoever forgot their password is told who can help', async () => {
  const { page } = await openPage(await browser.newContext(), `${service.url}/forgot`);
  await page.getByText(/Email isn’t set up, so we can’t send a reset link. Ask a workspace owner/).waitFor();
  expect(await page.getByRole('textbox').count()).toBe(0);
  expect(await violations(page)).toEqual([]);
});

it('the owner resets the colleague’s password by a link', async () => {
  await owner.reload();
  await owner.getByRole('button', { name: `Create a password reset link for ${DANA.name}` }).click();
  const dialog = owner.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  expect(await violations(owner)).toEqual([]);
  const link = await copied();
  expect(link).toContain('/reset-password?token=');
  await dialog.getByRole('button', { name: 'Done' }).click();

  await follow(dana, link);
  await dana.getByLabel('New password').fill(NEW_PASSWORD);
  await dana.getByRole('button', { name: 'Set password' }).click();
  await dana.getByText('Your password has been reset.').waitFor();
  await signIn(dana, DANA.password);
  await dana.getByRole('alert').waitFor();
  await signIn(dana, NEW_PASSWORD);
  await dana.getByRole('heading', { level: 1, name: 'Bella Vista' }).waitFor();
  expect(ownerErrors).toEqual([]);
});
