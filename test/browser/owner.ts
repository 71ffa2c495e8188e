// A new owner in the dashboard, and its pages.
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { build } from 'vite';

const CONFIG = join(import.meta.dirname, '../../vite.config.ts');

/** The dashboard as it is written now, in a folder of its own: several tests may build at once. */
export async function buildDashboard(): Promise<string> {
  const outDir = await mkdtemp(join(tmpdir(), 'frontdesk-web-'));
  await build({ configFile: CONFIG, logLevel: 'warn', build: { outDir } });
  return outDir;
}

export const OWNER = { name: 'Maria Rossi', businessName: 'Bella Vista', password: 'Correct-horse-9' };
let owners = 0;

/** Makes an account as a person does, and lands on the start page. */
export async function signUpAsOwner(page: Page, url: string): Promise<string> {
  const email = `maria${++owners}-${Date.now()}@example.com`;
  await page.goto(`${url}/signup`);
  await page.getByLabel('Your name').fill(OWNER.name);
  await page.getByLabel('Name of your business').fill(OWNER.businessName);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(OWNER.password);
  await page.getByRole('button', { name: 'Make my account' }).click();
  await page.getByRole('heading', { level: 1, name: OWNER.businessName }).waitFor();
  return email;
}

/** Signed in by the API, in the page's own browser. */
export const asOwner = (page: Page, method: string, path: string, body?: unknown) =>
  page.evaluate(
    async ([how, where, sent]) => {
      const headers = sent ? { 'Content-Type': 'application/json' } : {};
      const answer = await fetch(where as string, {
        method: how as string,
        headers: headers as Record<string, string>,
        body: sent ? JSON.stringify(sent) : undefined,
      });
      return answer.status === 204 ? undefined : answer.json();
    },
    [method, path, body] as const,
  );

/** The pages before anybody is signed in, and those after, each with a heading that shows that it is there. */
export const OPEN_PAGES: Record<string, [path: string, heading: string]> = {
  signup: ['/signup', 'Your assistant, live in five minutes'],
  login: ['/login', 'Welcome back'],
  forgot: ['/forgot', 'Reset your password'],
  reset: ['/reset-password?token=x', 'Choose a new password'],
  invitation: ['/invitation?token=x', 'You are invited to a team'],
};
export const OWNER_PAGES: Record<string, [path: string, heading: string]> = {
  'setup-industry': ['/setup', 'What kind of business is it?'],
  'setup-business': ['/setup?step=business', 'Tell customers about your business'],
  'setup-hours': ['/setup?step=hours', 'When are you open?'],
  'setup-offer': ['/setup?step=offer', 'What do you offer?'],
  'setup-website': ['/setup?step=website', 'Put it on your website'],
  business: ['/business', 'Business'],
  'business-hours': ['/business?section=hours', 'Opening hours'],
  'business-menu': ['/business?section=restaurant', 'Menu'],
  'business-booking': ['/business?section=booking', 'Booking'],
  versions: ['/business/versions', 'Versions'],
  knowledge: ['/knowledge', 'Texts, files and websites'],
  assistant: ['/assistant', 'Playground'],
  keys: ['/developers', 'Keys'],
  webhooks: ['/developers/webhooks', 'Webhooks'],
  usage: ['/developers/usage', 'Plans'],
  team: ['/team', 'Members'],
  account: ['/account', 'Where you are signed in'],
};

/** There, with nothing loading any more. */
export async function openPageOf(page: Page, url: string, [path, heading]: [string, string]) {
  await page.goto(url + path);
  await page.getByRole('heading', { name: heading, exact: true }).first().waitFor();
  await page.locator('.animate-pulse').first().waitFor({ state: 'detached' });
}
