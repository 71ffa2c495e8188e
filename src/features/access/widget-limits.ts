import { isIPv6 } from 'node:net';
import { Problem } from '../../kernel/problem.ts';

/** Every limit on what pages may do with a publishable key. The plan's burst and month hold beside them. */
export const WIDGET_LIMITS = {
  /** Chat, a minute. */
  message: { visitor: 20, address: 60 },
  /** Sessions begun or renewed, a minute. */
  session: { address: 30 },
  /** Live streams open at a time on one instance; those of a visitor are their tabs. */
  streams: { visitor: 6, address: 60, key: 2_000 },
  /** Transcripts by mail, an hour, over all instances; a recipient's are those of one workspace. */
  transcripts: { conversation: 3, address: 10, recipient: 3 },
  /** With any key: mails from here have the operator's address as their sender. */
  transcriptsOfWorkspace: { perDay: 200 },
};

export type WidgetLimits = typeof WIDGET_LIMITS;

const WINDOW_MS = 60_000;
const MOST_KEPT = 50_000;

/**
 * Counts by the minute, in this instance's memory: it keeps one visitor from using up what all share, and what all
 * share is counted exactly elsewhere. Forgotten when there are too many, which lets in more and not fewer.
 */
export function createThrottle() {
  const windows = new Map<string, { endsAt: number; used: number }>();
  return function take(name: string, most: number): Problem | undefined {
    const now = performance.now();
    let window = windows.get(name);
    if (!window || window.endsAt <= now) {
      if (windows.size >= MOST_KEPT) windows.clear();
      window = { endsAt: now + WINDOW_MS, used: 0 };
      windows.set(name, window);
    }
    if (window.used >= most) return tooMany((window.endsAt - now) / 1000);
    window.used += 1;
    return undefined;
  };
}

export function tooMany(inSeconds: number, what = 'Too many requests from here'): Problem {
  const seconds = Math.max(1, Math.ceil(inSeconds));
  return new Problem('rate_limited', `${what}. Try again in ${seconds} s.`, {
    headers: { 'Retry-After': String(seconds) },
  });
}

/** Whoever has one address of IPv6 has a whole network of them. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address;
  const [head = '', tail] = address.split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail?.split(':').filter(Boolean) ?? [];
  const zeros = Array(Math.max(0, 8 - before.length - after.length)).fill('0');
  return [...before, ...zeros, ...after].slice(0, 4).join(':');
}
