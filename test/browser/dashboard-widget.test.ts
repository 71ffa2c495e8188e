// The widget editor: what is typed is seen in the preview before it is saved, and on a customer's page afterwards.
import type { Page } from 'playwright-core';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { expectStatus } from '../business.ts';
import { call, createApiKey, queryAsDbOwner } from '../harness.ts';
import { createPng } from '../images.ts';
import { findViolations, findViolationsInBothThemes } from './accessibility.ts';
import { locateChat, toPageFunction, visit } from './browser.ts';
import { openDashboard } from './dashboard.ts';
import { createInstallCode, createPageHtml, startWebsite } from './website.ts';

const { service, workspace, key, browser, open } = await openDashboard(['restaurant']);
// Customers load the picture from the service's public URL.
service.config.publicUrl = service.url;
const site = await startWebsite();
afterAll(() => site.close());

const EDITOR_PATH = '/business?section=widget';
const updateConfig = async (body: object) =>
  expectStatus(200, await call(service, 'PUT', '/api/v1/config', { key, body }));
beforeEach(() => updateConfig({ widget: {}, locale: 'en-US' }));

const locatePreview = (page: Page) => {
  const frame = page.frameLocator('iframe[title="Preview"]');
  return { panel: frame.locator('.panel'), launcher: frame.locator('.launcher'), frame };
};
const readAccentColor = (page: Page) => page.locator('.fd').first().evaluate(READ_ACCENT_COLOR);
const READ_ACCENT_COLOR = toPageFunction<string>(`(box) => getComputedStyle(box).getPropertyValue('--accent')`);
/** The focused element's text or placeholder. */
const readFocusedText = (page: Page) =>
  page.evaluate<string>('document.activeElement.innerText || document.activeElement.placeholder');
const uploadPicture = (page: Page, name: string, buffer: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer });

const dropPicture = (page: Page, image: Buffer) =>
  page.getByText('or drop one here').evaluate(
    new Function(
      'target',
      'bytes',
      `const dataTransfer = new DataTransfer();
         dataTransfer.items.add(new File([new Uint8Array(bytes)], 'me.png'));
         target.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));`,
    ) as (target: unknown, bytes: number[]) => void,
    [...image],
  );

describe('an owner', () => {
  it('sees color, greeting and picture in the preview, saves them, and customers see them', async () => {
    const { page, consoleLines } = await open(EDITOR_PATH);
    const { panel, frame } = locatePreview(page);
    await panel.locator('.bubble').first().waitFor();
    await page.getByLabel('Color', { exact: true }).fill('#8a2be2');
    await page.getByLabel('Greeting', { exact: true }).fill('Ciao! A table tonight?');
    await uploadPicture(page, 'me.png', createPng(300, 200));
    await panel.getByText('Ciao! A table tonight?').waitFor();
    const picture = panel.locator('.avatar img');
    await picture.waitFor();
    expect(await frame.locator('.fd').first().evaluate(READ_ACCENT_COLOR)).toBe('rgb(138,43,226)');
    await expect
      .poll(() => picture.evaluate(toPageFunction(`(image) => [image.naturalWidth, image.naturalHeight]`)))
      .toEqual([256, 256]);
    // Nothing is saved yet.
    expect((await call(service, 'GET', '/api/v1/config', { key })).json.widget).toEqual({});
    expect(await page.evaluate<string>('document.activeElement.tagName')).not.toBe('IFRAME');

    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Changes saved.').waitFor();
    const { json } = await call(service, 'GET', '/api/v1/config', { key });
    expect(json.widget).toEqual({
      color: '#8a2be2',
      greeting: 'Ciao! A table tonight?',
      avatarUrl: expect.stringMatching(/^\/pictures\/[\w-]{43}\.webp$/),
    });
    expect(consoleLines).toEqual([]);

    const { key: publishable } = await createApiKey(service, workspace, {
      kind: 'publishable',
      origins: [site.origin],
    });
    const customer = await visit(
      browser,
      site.addPage('/', createPageHtml(createInstallCode(service.url, publishable))),
    );
    const chat = locateChat(customer.page);
    await chat.open();
    await chat.panel.getByText('Ciao! A table tonight?').waitFor();
    expect(await readAccentColor(customer.page)).toBe('rgb(138,43,226)');
    const avatar = chat.panel.locator('.avatar img');
    await expect.poll(() => avatar.evaluate(toPageFunction(`(image) => image.naturalWidth`))).toBe(256);

    await page.getByRole('button', { name: 'Remove picture' }).click();
    await picture.waitFor({ state: 'detached' });
    expect(await readFocusedText(page)).toBe('Upload picture');
    await page.getByRole('button', { name: 'Reset to default: Color' }).click();
    expect(await readFocusedText(page)).toBe('#1f5fd0');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect
      .poll(async () => (await call(service, 'GET', '/api/v1/config', { key })).json.widget)
      .toEqual({ greeting: 'Ciao! A table tonight?' });
    await customer.context.close();
  });

  it('sees what customers see where nothing is set, in the business’s language', async () => {
    await updateConfig({ locale: 'es-MX' });
    const { page } = await open(EDITOR_PATH);
    const placeholder = (label: string) => page.getByLabel(label, { exact: true }).getAttribute('placeholder');
    await page.getByLabel('Title', { exact: true }).waitFor();
    expect(await placeholder('Title')).toBe('Bella Vista');
    expect(await placeholder('Color')).toBe('#1f5fd0');
    expect(await placeholder('Placeholder text')).toBe('Escriba un mensaje…');
    const { panel } = locatePreview(page);
    await panel.getByPlaceholder('Escriba un mensaje…').waitFor();
    expect(await page.getByRole('switch', { name: /^Ratings/ }).isChecked()).toBe(true);
    expect(await page.getByRole('switch', { name: /^Sound/ }).isChecked()).toBe(false);
    await page.getByLabel('Below your name while you’re closed').fill('¡Hasta {time}!');
    await page.getByRole('button', { name: 'Reset to default: Below your name while you’re closed' }).click();
    await page.getByText('More wording').click();
    await page.getByLabel('Send button').waitFor();
  });

  it('sees the form before the chat, the closed widget, its greeting, and the dark theme', async () => {
    const { page } = await open(EDITOR_PATH);
    const { panel, launcher, frame } = locatePreview(page);
    await panel.locator('.bubble').first().waitFor();
    await page.getByRole('switch', { name: /^Pre-chat form/ }).click();
    await panel.getByLabel('Name').waitFor();
    await page.getByLabel('Phone', { exact: true }).selectOption('Required');
    await panel.getByLabel('Phone').waitFor();
    await page.getByRole('group', { name: 'Preview theme' }).getByRole('button', { name: 'Dark' }).click();
    await frame.locator('.fd[data-theme="dark"]').waitFor({ state: 'attached' });
    await page.getByRole('switch', { name: /^Proactive greeting/ }).click();
    await page.getByLabel('Message', { exact: true }).fill('Hungry?');
    await page.getByRole('group', { name: 'Opening hours' }).getByRole('button', { name: 'Closed' }).click();
    await panel.getByText(/^Closed until/).waitFor();
    await page.getByRole('button', { name: 'Button', exact: true }).click();
    await frame.locator('.nudge').getByText('Hungry?').waitFor();
    // Opening the chat in the preview itself moves the switch.
    await launcher.click();
    await page.getByRole('button', { name: 'Chat', exact: true, pressed: true }).waitFor();
  });

  it('sees why a file is not a picture, and is asked before changes are lost', async () => {
    const { page } = await open(EDITOR_PATH);
    await page.getByLabel('Title', { exact: true }).waitFor();
    await uploadPicture(page, 'logo.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    await page.getByRole('alert').getByText('Choose a PNG, JPEG or WebP picture.').waitFor();
    await dropPicture(page, createPng(300, 200));
    await page.getByRole('img', { name: 'Your picture' }).waitFor();
    await uploadPicture(page, 'logo.png', createPng().subarray(0, 60));
    await page.getByRole('alert').getByText('We couldn’t read that picture.').waitFor();
    await page.getByLabel('Title', { exact: true }).fill('Ask us');
    await page.getByRole('link', { name: 'FAQs' }).click();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Ask us');
  });

  it('sees in one line which settings need a higher plan', async () => {
    const setPlan = (plan: string) =>
      queryAsDbOwner(service.connection, 'update workspaces set plan = $2 where live_id = $1', [workspace, plan]);
    await setPlan('starter');
    const { page } = await open(EDITOR_PATH);
    await page.getByText(/^Available on Professional: .*title/).waitFor();
    await page.getByText('Available on Business: removing “Powered by Frontdesk”.').waitFor();
    expect(await page.getByLabel('Title', { exact: true }).count()).toBe(0);
    expect(await page.getByLabel('Greeting', { exact: true }).isEnabled()).toBe(true);
    await setPlan('business');
  });
});

it('the editor with changes is accessible in both themes', async () => {
  await updateConfig({
    widget: { color: '#fd0', title: 'Ask us', preChat: { enabled: true }, proactive: { enabled: true } },
  });
  const { page } = await open(EDITOR_PATH);
  await locatePreview(page).panel.waitFor();
  await uploadPicture(page, 'me.png', createPng(300, 200));
  await page.getByRole('img', { name: 'Your picture' }).waitFor();
  await page.getByText('More wording').click();
  expect(await findViolationsInBothThemes(page)).toEqual([]);
});

it('on a small phone the preview is behind a button, and nothing is too wide', async () => {
  const { page } = await open(EDITOR_PATH, { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true });
  await page.getByRole('button', { name: 'Show preview' }).click();
  await locatePreview(page).panel.locator('.bubble').first().waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Show preview' }).waitFor();
});
