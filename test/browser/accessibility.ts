import axe from 'axe-core';
import type { Page } from 'playwright-core';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** New colors appear a frame later, or when a transition has ended. */
const SETTLED = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))).then(() =>
  Promise.all(document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
    .map(({ finished }) => finished.catch(() => undefined)))).then(() => undefined)`;

/** The accessibility violations that axe finds on the page, by all rules or by the given ones. */
export async function violations(page: Page, rules = RULES): Promise<string[]> {
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(axe.source);
  await page.evaluate(SETTLED);
  return page.evaluate(`axe.run(document, { iframes: false, runOnly: ${JSON.stringify(rules)} })
    .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map((node) => id + ' ' + node.html.slice(0, 160))))`);
}

/** For a page of which only the colors have changed since `violations` found none. */
export const colorViolations = (page: Page) => violations(page, ['color-contrast']);

/** In the light theme by all rules, and in the dark one, which differs only in colors, by the rule for those. */
export async function violationsInBothThemes(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' });
  const inDark = await colorViolations(page);
  await page.emulateMedia({ colorScheme: 'light' });
  return [...inDark.map((found) => `dark: ${found}`), ...(await violations(page))];
}
