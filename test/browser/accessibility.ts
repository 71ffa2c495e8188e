import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { pickTodaysShare } from '../rotation.ts';

const THEMES = ['light', 'dark'] as const;
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** New colors appear a frame later, or when a transition has ended, which may start others in nested elements. */
const WAIT_UNTIL_SETTLED = `(async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const running = () => document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity);
  do {
    await Promise.all(running().map(({ finished }) => finished.catch(() => undefined)));
    for (let frames = 0; frames < 3; frames++) await frame();
  } while (running().length > 0);
})()`;

/** The accessibility violations that axe finds on the page, by all rules or by the given ones. */
export async function findViolations(page: Page, rules = RULES): Promise<string[]> {
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(axe.source);
  await page.evaluate(WAIT_UNTIL_SETTLED);
  return page.evaluate(`axe.run(document, { iframes: false, resultTypes: ['violations'], runOnly: ${JSON.stringify(rules)} })
    .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map((node) => id + ' ' + node.html.slice(0, 160))))`);
}

/** For a page where only the colors have changed since `findViolations` found none. */
export const findColorViolations = (page: Page) => findViolations(page, ['color-contrast']);

/**
 * By all rules in the theme of the day, light or dark: they differ only in colors. In `npm run test:full`, the other
 * theme follows, by the rule for colors.
 */
export async function findViolationsInBothThemes(page: Page): Promise<string[]> {
  const violations: string[] = [];
  for (const [index, colorScheme] of pickTodaysShare(THEMES, 2).entries()) {
    await page.emulateMedia({ colorScheme });
    const themeViolations = index === 0 ? await findViolations(page) : await findColorViolations(page);
    violations.push(...themeViolations.map((violation) => `${colorScheme}: ${violation}`));
  }
  await page.emulateMedia({ colorScheme: 'light' });
  return violations;
}
