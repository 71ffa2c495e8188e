import { beforeAll, expect, it } from 'vitest';
import { type Service, startService } from '../harness.ts';
import { visit } from './browser.ts';
import { buildDashboard } from './build-dashboard.ts';
import { pressTabUntil, readFocusedElement, tabToAndPress } from './keyboard.ts';
import { OWNER } from './owner.ts';
import { connectSharedBrowser } from './shared-browser.ts';

let service: Service;
let browser: Awaited<ReturnType<typeof connectSharedBrowser>>;

beforeAll(async () => {
  service = await startService(undefined, {}, { dashboardFolder: await buildDashboard() });
  browser = await connectSharedBrowser();
});

it('a workspace can be set up by the keyboard alone', async () => {
  const newcomer = await visit(browser, `${service.url}/signup`, { timezoneId: 'America/New_York' });
  const newPage = newcomer.page;
  const typeInto = async (name: string, text: string) => {
    await pressTabUntil(newPage, name);
    await newPage.keyboard.type(text);
  };
  /** Waits until the element has the focus. */
  const waitForFocus = (name: string) => expect.poll(async () => (await readFocusedElement(newPage)).name).toBe(name);
  const pressAndExpectFocus = (key: string, expectedFocus: string) =>
    newPage.keyboard.press(key).then(() => waitForFocus(expectedFocus));
  await typeInto('Your name', OWNER.name);
  await typeInto('Business name', 'Only Keys');
  await typeInto('Email', 'keys@example.com');
  await typeInto('Password', OWNER.password);
  await newPage.keyboard.press('Enter');
  await newPage.getByText('0 of 6 done').waitFor();
  await tabToAndPress(newPage, /Choose your business type/);
  await newPage.getByRole('heading', { name: 'What type of business do you run?' }).waitFor();
  await tabToAndPress(newPage, 'Choose: Restaurant');
  await newPage.getByRole('heading', { name: 'Tell customers about your business' }).waitFor();
  // The focus is at the start of the step, not at the top of the page.
  await pressAndExpectFocus('Tab', 'Website address');
  await typeInto('Phone', '2125550100');
  await tabToAndPress(newPage, 'Continue');
  await newPage.getByRole('heading', { name: 'When are you open?' }).waitFor();
  // Keeping samples saves them at once, hours together with closed dates. Skipped samples are listed.
  await newPage.getByText(/^Still hidden from customers:/).waitFor();
  const sampleNotice = newPage.getByText('Sample content: hours and closed dates.');
  const sampleBadges = newPage.getByText('Sample', { exact: true });
  await sampleNotice.waitFor();
  expect(await sampleBadges.count()).toBeGreaterThan(0);
  await tabToAndPress(newPage, 'Keep');
  await sampleNotice.waitFor({ state: 'detached' });
  await newPage.reload();
  await newPage.getByRole('heading', { name: 'When are you open?' }).waitFor();
  expect([await sampleNotice.count(), await sampleBadges.count()]).toEqual([0, 0]);
  await tabToAndPress(newPage, 'Add hours on Monday');
  await waitForFocus('Monday, opens');
  await newPage.keyboard.type('1100AM');
  await typeInto('Monday, closes', '1030PM');
  await tabToAndPress(newPage, 'Copy Monday’s hours');
  await waitForFocus('To every day');
  await pressAndExpectFocus('ArrowDown', 'To Monday–Friday');
  await pressAndExpectFocus('ArrowUp', 'To every day');
  await pressAndExpectFocus('Enter', 'Copy Monday’s hours');
  expect(await newPage.getByLabel('Sunday, closes').inputValue()).toBe('22:30');
  await tabToAndPress(newPage, 'Continue');
  await newPage.getByRole('heading', { name: 'What do you offer?' }).waitFor();
  await typeInto('Price, Bruschetta', '12.50');
  await tabToAndPress(newPage, /^Edit Bruschetta/);
  await newPage.getByRole('dialog').waitFor();
  await pressAndExpectFocus('Escape', 'Edit Bruschetta');
  await tabToAndPress(newPage, 'Continue', 'Shift+Tab');
  await newPage.getByRole('heading', { name: 'Review sample content before going live' }).waitFor();
  await tabToAndPress(newPage, 'Keep all');
  await newPage
    .getByRole('heading', { name: 'Review sample content before going live' })
    .waitFor({ state: 'detached' });
  await newPage.getByRole('heading', { name: 'Add it to your website' }).waitFor();
  await typeInto('Website address', 'https://keys.example');
  await newPage.keyboard.press('Enter');
  await newPage.getByRole('region', { name: 'Your install code' }).waitFor();
  // The preview reloads, which must not lose the focus.
  await newPage.frameLocator('iframe').locator('.panel').waitFor();
  await tabToAndPress(newPage, 'Copy code');
  await tabToAndPress(newPage, 'Finish');
  await newPage.getByRole('heading', { name: 'Only Keys' }).waitFor();
  expect(newcomer.consoleLines).toEqual([]);
  await newcomer.context.close();
});
