import axe from 'axe-core';
import type { Page } from 'playwright-core';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** New colors appear a frame later, or when a transition has ended, which may start others in nested elements. */
const SETTLED = `(async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const running = () => document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity);
  do {
    await Promise.all(running().map(({ finished }) => finished.catch(() => undefined)));
    for (let frames = 0; frames < 3; frames++) await frame();
  } while (running().length > 0);
})()`;

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
  await page.emulateMedia({ colorScheme: 'light' });
  const inLight = await violations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const inDark = await colorViolations(page);
  await page.emulateMedia({ colorScheme: 'light' });
  return [...inLight, ...inDark.map((found) => `dark: ${found}`)];
}
