// Uses a page with the keyboard alone.
import type { Page } from 'playwright-core';

/** The focused element: its name, and whether the focus is visible. */
const DESCRIBE_FOCUS = `(() => {
  const element = document.activeElement;
  const labels = [...(element.labels ?? [])].map((label) => label.textContent);
  const name = element.getAttribute('aria-label') ?? (labels.join(' ') || element.textContent || element.getAttribute('placeholder'));
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  const { width, height } = element.getBoundingClientRect();
  return { name: (name ?? '').trim(), tag: element.localName, isVisible: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && width * height > 0 };
})()`;
type FocusedElement = { name: string; tag: string; isVisible: boolean };

export const readFocusedElement = (page: Page) => page.evaluate(DESCRIBE_FOCUS) as Promise<FocusedElement>;

/** Presses Tab until the element has the focus. The focus must be visible at every stop. */
export async function pressTabUntil(
  page: Page,
  name: string | RegExp,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  const visitedNames: string[] = [];
  for (let pressCount = 0; pressCount < 260; pressCount++) {
    await page.keyboard.press(key);
    const focused = await readFocusedElement(page);
    // A frame shows its own focus.
    if (focused.tag === 'body' || focused.tag === 'iframe') continue;
    if (!focused.isVisible) throw new Error(`The focus is not visible on ${focused.tag} “${focused.name}”`);
    if (typeof name === 'string' ? focused.name === name : name.test(focused.name)) return;
    visitedNames.push(focused.name);
  }
  throw new Error(`Tab never reaches ${name}, only ${visitedNames.slice(0, 60).join(' | ')}`);
}

/** Moves to the element with Tab and presses Enter. */
export async function tabToAndPress(page: Page, name: string | RegExp, key?: 'Tab' | 'Shift+Tab'): Promise<void> {
  await pressTabUntil(page, name, key);
  await page.keyboard.press('Enter');
}
