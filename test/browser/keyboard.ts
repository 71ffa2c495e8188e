// Uses a page with the keyboard alone.
import type { Page } from 'playwright-core';

/** The focused element: its name, and whether the focus is visible. */
const FOCUSED = `(() => {
  const at = document.activeElement;
  const labels = [...(at.labels ?? [])].map((label) => label.textContent);
  const name = at.getAttribute('aria-label') ?? (labels.join(' ') || at.textContent || at.getAttribute('placeholder'));
  const { outlineStyle, outlineWidth } = getComputedStyle(at);
  const { width, height } = at.getBoundingClientRect();
  return { name: (name ?? '').trim(), tag: at.localName, isVisible: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && width * height > 0 };
})()`;
type Focused = { name: string; tag: string; isVisible: boolean };

export const focusedElement = (page: Page) => page.evaluate(FOCUSED) as Promise<Focused>;

/** Presses Tab until the element has the focus. The focus must be visible at every stop. */
export async function tabTo(page: Page, name: string | RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const names: string[] = [];
  for (let presses = 0; presses < 260; presses++) {
    await page.keyboard.press(key);
    const at = await focusedElement(page);
    // A frame shows its own focus.
    if (at.tag === 'body' || at.tag === 'iframe') continue;
    if (!at.isVisible) throw new Error(`The focus is not visible on ${at.tag} “${at.name}”`);
    if (typeof name === 'string' ? at.name === name : name.test(at.name)) return;
    names.push(at.name);
  }
  throw new Error(`Tab never comes to ${name}, but to ${names.slice(0, 60).join(' | ')}`);
}

/** Goes there by Tab and presses Enter. */
export async function tabToAndPress(page: Page, name: string | RegExp, key?: 'Tab' | 'Shift+Tab'): Promise<void> {
  await tabTo(page, name, key);
  await page.keyboard.press('Enter');
}
