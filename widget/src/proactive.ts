import type { Memory } from './memory.ts';
import type { Settings } from './shapes.ts';
import type { Say } from './texts.ts';

/** `/menu`, `/menu/*`: where the star stands for anything. */
export const isOnPage = (path: string, pattern: string): boolean =>
  new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/\*/g, '.*')}$`).test(path);

/** A greeting of its own accord, once for a visitor. */
export function planGreeting(
  settings: () => Settings,
  say: Say,
  memory: Memory,
  isWanted: () => boolean,
  greet: (words: string) => void,
) {
  const { enabled, afterSeconds = 10, pages = [], message } = settings().proactive;
  if (!enabled || memory.get().greeted) return;
  if (pages.length && !pages.some((pattern) => isOnPage(location.pathname, pattern))) return;
  setTimeout(() => {
    if (!isWanted() || memory.get().greeted) return;
    memory.set({ greeted: true });
    greet(message || settings().greeting || say('greeting'));
  }, afterSeconds * 1000);
}
