import { useEffect, useState } from 'react';
import type { Format } from './format.ts';

const TICK_MS = 20_000;

/** The business's local time, such as `2026-11-20T19:30`, updated as time passes. */
export function useLocalNow(format: Format): string {
  useRegularRerender();
  return format.local(new Date());
}

/** Renders the component again at regular intervals, because what it shows depends on the time. */
export function useRegularRerender(): void {
  const [, rerender] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => rerender((count) => count + 1), TICK_MS);
    return () => clearInterval(timer);
  }, []);
}
