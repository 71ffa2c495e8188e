import { useEffect, useState } from 'react';
import type { Format } from './format.ts';

const TICK_MS = 20_000;

/** The business's local time, such as `2026-11-20T19:30`; it keeps up with the clock. */
export function useNow(format: Format): string {
  useTick();
  return format.local(new Date());
}

/** Renders again every now and then, for what depends on the time. */
export function useTick(): void {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), TICK_MS);
    return () => clearInterval(timer);
  }, []);
}
