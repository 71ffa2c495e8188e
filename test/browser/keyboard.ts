// Somebody who has a keyboard alone.
import type { Page } from 'playwright-core';

/** What has the focus: its name, and whether one sees that it has it. */
const FOCUSED = `(() => {
  const at = document.activeElement;
  const labels = [...(at.labels ?? [])].map((label) => label.textContent);
  const name = at.getAttribute('aria-label') ?? (labels.join(' ') || at.textContent || at.getAttribute('placeholder'));
  const { outlineStyle, outlineWidth } = getComputedStyle(at);
  const { width, height } = at.getBoundingClientRect();
  return { name: (name ?? '').trim(), tag: at.localName, seen: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && width * height > 0 };
})()`;
type Focused = { name: string; tag: string; seen: boolean };

export const focused = (page: Page) => page.evaluate(FOCUSED) as Promise<Focused>;

/** Tab by Tab, until it is there. Every stop on the way must be seen. */
export async function tabTo(page: Page, name: string | RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const names: string[] = [];
  for (let presses = 0; presses < 260; presses++) {
    await page.keyboard.press(key);
    const at = await focused(page);
    // What has the focus within a frame is the frame's own to show.
    if (at.tag === 'body' || at.tag === 'iframe') continue;
    if (!at.seen) throw new Error(`The focus is not seen on ${at.tag} “${at.name}”`);
    if (typeof name === 'string' ? at.name === name : name.test(at.name)) return;
    names.push(at.name);
  }
  throw new Error(`Tab never comes to ${name}, but to ${names.slice(0, 60).join(' | ')}`);
}

/** On the way there, and pressed. */
export async function press(page: Page, name: string | RegExp, key?: 'Tab' | 'Shift+Tab'): Promise<void> {
  await tabTo(page, name, key);
  await page.keyboard.press('Enter');
}
