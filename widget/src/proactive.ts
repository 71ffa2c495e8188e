import type { Settings } from './api-types.ts';
import type { Memory } from './memory.ts';
import type { Translate } from './texts.ts';

/** Matches paths such as `/menu` or `/menu/*`, where `*` stands for anything. */
export const isOnPage = (path: string, pattern: string): boolean =>
  new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/\*/g, '.*')}$`).test(path);

/** How long a page is open before the greeting is shown, unless the owner chose otherwise. */
export const GREETING_DELAY_SECONDS = 10;

/** Shows a proactive greeting once per visitor. */
export function scheduleGreeting(
  settings: () => Settings,
  t: Translate,
  memory: Memory,
  canGreet: () => boolean,
  greet: (text: string) => void,
) {
  const { enabled, afterSeconds = GREETING_DELAY_SECONDS, pages = [], message } = settings().proactive;
  if (!enabled || memory.get().greeted) return;
  if (pages.length && !pages.some((pattern) => isOnPage(location.pathname, pattern))) return;
  setTimeout(() => {
    if (!canGreet() || memory.get().greeted) return;
    memory.set({ greeted: true });
    greet(message || settings().greeting || t('greeting'));
  }, afterSeconds * 1000);
}
