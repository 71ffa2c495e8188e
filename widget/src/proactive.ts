import type { Settings } from './api-types.ts';
import type { BrowserStorage } from './browser-storage.ts';
import type { Translate } from './texts.ts';

/** Matches paths such as `/menu` or `/menu/*`, where `*` stands for anything. */
export const matchesPagePattern = (path: string, pattern: string): boolean =>
  new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/\*/g, '.*')}$`).test(path);

/** How long a page is open before the greeting is shown, unless the owner chose otherwise. */
export const GREETING_DELAY_SECONDS = 10;

/** Shows a proactive greeting once per visitor. */
export function scheduleGreeting(
  getSettings: () => Settings,
  t: Translate,
  storage: BrowserStorage,
  canGreet: () => boolean,
  greet: (text: string) => void,
) {
  const { enabled, afterSeconds = GREETING_DELAY_SECONDS, pages = [], message } = getSettings().proactive;
  if (!enabled || storage.get().greeted) return;
  if (pages.length && !pages.some((pattern) => matchesPagePattern(location.pathname, pattern))) return;
  setTimeout(() => {
    if (!canGreet() || storage.get().greeted) return;
    storage.set({ greeted: true });
    greet(message || getSettings().greeting || t('greeting'));
  }, afterSeconds * 1000);
}
