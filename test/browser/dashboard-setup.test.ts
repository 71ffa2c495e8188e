// A new owner: from sign-up to a widget on a page that books, and a key that works.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, type Service, startService } from '../harness.ts';
import { chatOf, inPage, openBrowser, visit } from './browser.ts';
import { buildDashboard, OWNER, signUpAsOwner } from './owner.ts';
import { html, openSite } from './stage.ts';

let service: Service;
let browser: Awaited<ReturnType<typeof openBrowser>>;
let site: Awaited<ReturnType<typeof openSite>>;
let page: Page;
let said: string[];
let email: string;

beforeAll(async () => {
  const web = await buildDashboard();
  [browser, site, service] = await Promise.all([openBrowser(), openSite(), startService(undefined, {}, { web })]);
  await service.warm();
  ({ page, said } = await visit(browser, `${service.url}/`));
  page.setDefaultTimeout(15_000);
});
afterAll(async () => {
  await browser?.close();
  site?.close();
});

const button = (name: string | RegExp) => page.getByRole('button', { name });
const heading = (name: string) => page.getByRole('heading', { name });

describe('a new owner', () => {
  it('is asked to sign in, and signs up instead', async () => {
    await page.waitForURL('**/login');
    await page.getByRole('link', { name: 'Make an account' }).click();
    email = await signUpAsOwner(page, service.url);
    await page.getByText('0 of 6 done').waitFor();
  });

  it('chooses an industry and tells about the business', async () => {
    await page.getByText('Choose the kind of business').click();
    await button('Choose: Restaurant').click();
    await heading('Tell customers about your business').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Bella Vista');
    await page.getByLabel('Phone').fill('(212) 555-0100');
    await page.getByLabel('Time zone').selectOption('America/New_York');
    await button('Continue').click();
    await heading('When are you open?').waitFor();
  });

  it('sets the hours of a day and copies them to all', async () => {
    const monday = page.getByRole('group', { name: 'Monday' });
    await monday.getByRole('button', { name: 'Add hours on Monday' }).click();
    await monday.getByLabel('Monday, opens').fill('11:00');
    await monday.getByLabel('Monday, closes').fill('23:00');
    await monday.getByRole('button', { name: 'Copy Monday’s hours' }).click();
    await page.getByRole('menuitem', { name: 'To every day' }).click();
    expect(await page.getByLabel('Sunday, opens').inputValue()).toBe('11:00');
    while (await page.getByRole('button', { name: /^Remove the closure/ }).count())
      await page
        .getByRole('button', { name: /^Remove the closure/ })
        .first()
        .click();
    await button('Continue').click();
    await heading('What do you offer?').waitFor();
  });

  it('changes two dishes, pastes cells of a spreadsheet, and imports others with errors by line', async () => {
    await page.getByLabel('Price, Bruschetta').fill('12.50');
    await page.getByLabel('Name, Fried Calamari').fill('Calamari of the day');
    const cell = page.getByLabel('Name, Espresso');
    await cell.evaluate(
      inPage(`(field) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text', 'Ristretto\\tCoffee\\t4.20\\nFlat White\\tCoffee\\t5.10');
        field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      }`),
    );
    expect(await page.getByLabel('Price, Flat White').inputValue()).toBe('5.10');
    await button('Import').click();
    await page
      .getByLabel('Or paste here')
      .fill('Name,Category,Price\nSaffron Risotto,Mains,"23,00"\nNo price,Mains,cheap\n,Mains,4');
    const preview = page.getByRole('region', { name: 'What was read' });
    await preview.getByText('Price: “cheap” cannot be read').waitFor();
    expect(await preview.getByText('Name is missing').isVisible()).toBe(true);
    await button('Add one entry').click();
    await page.getByLabel('Name, Saffron Risotto').waitFor();
    await button('Continue').click();
    await heading('Put it on your website').waitFor();
    const { json } = await call(service, 'GET', '/api/v1/config', { cookie: await cookieOf(page) });
    const dish = (name: string) => json.restaurant.menu.find((own: { name: string }) => own.name === name);
    expect(dish('Bruschetta')).toMatchObject({ price: 1250 });
    expect(dish('Bruschetta').sample).toBeUndefined();
    expect(dish('Calamari of the day')).toBeDefined();
    expect(dish('Saffron Risotto')).toMatchObject({ price: 2300, category: 'Mains', available: true });
  });

  it('tries the widget on the sandbox beside the line', async () => {
    const widget = page.frameLocator('iframe');
    await widget.getByRole('textbox').fill('How much is the saffron risotto?');
    await widget.getByRole('textbox').press('Enter');
    await widget.getByText('$23.00').first().waitFor();
  });

  it('puts the line on a page, where a customer books', async () => {
    await page.getByLabel('Address of your website').fill(site.origin);
    await button('Make the line').click();
    const line = await page.getByRole('region', { name: 'Your line' }).innerText();
    await button('Copy the line').click();
    await page.getByText('Copied').waitFor();
    expect(line).toContain('data-key="fd_pk_live_');
    const customer = await visit(browser, site.put('/', html(line.trim())));
    const chat = chatOf(customer.page);
    await chat.open();
    await chat.say('A table for 2 tomorrow at 7 pm');
    await chat.say('Ann Guest, 212 555 0188');
    await chat.say('Yes please');
    const { json } = await call(service, 'GET', '/api/v1/bookings', { cookie: await cookieOf(page) });
    expect(json.data).toMatchObject([{ partySize: 2, status: 'confirmed', customer: { name: 'Ann Guest' } }]);
    await customer.context.close();
  });

  it('makes a key, which is shown once and works', async () => {
    await page.getByRole('link', { name: 'Finish' }).click();
    await page.getByRole('link', { name: 'Developers' }).click();
    await button('Make a key').click();
    await page.getByLabel('Name').fill('My program');
    await page.getByLabel('Works on').selectOption('live');
    await page.getByRole('dialog').getByRole('button', { name: 'Make a key' }).click();
    const key = (await page.getByRole('region', { name: 'Your key' }).innerText()).trim();
    const { status, json } = await call(service, 'POST', '/api/chat', { key, body: { message: 'When are you open?' } });
    expect([status, json.intent]).toEqual([200, 'general.hours']);
    await button('I have copied it').click();
    expect(await page.getByText(key).count()).toBe(0);
    await button('Actions for My program').click();
    await page.getByRole('menuitem', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('The key is revoked.').waitFor();
    expect((await call(service, 'GET', '/api/conversations', { key })).json.code).toBe('revoked_api_key');
  });

  it('sees what changed, and restores a version', async () => {
    await page.getByRole('link', { name: 'Business' }).click();
    await page.getByRole('link', { name: 'Versions' }).click();
    await button('What changed').first().click();
    await page.getByRole('dialog').getByText('Menu › Bruschetta › Price').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await button('Restore').first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
    await page.getByText(/is live again/).waitFor();
  });

  it('signs out, and in again where they were', async () => {
    await button('Your account').click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await heading('Welcome back').waitFor();
    await page.goto(`${service.url}/team`);
    await page.waitForURL('**/login?next=*');
    await page.getByLabel('E-mail').fill('nobody@example.com');
    await page.getByLabel('Password').fill(OWNER.password);
    await button('Sign in').click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('E-mail').fill(email);
    await button('Sign in').click();
    await heading('Members').waitFor();
  });

  it('has met no error of the page', () => {
    // What the browser says of itself about refused sign-ins, or figures that are not counted, is none.
    expect(said.filter((line) => /^(error|pageerror)/.test(line) && !/status of 40[014]/.test(line))).toEqual([]);
  });
});

const cookieOf = async (from: Page) =>
  (await from.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
