import type { Key } from '../api.ts';

/** The keys that websites use. */
export const liveWidgetKeys = (keys: Key[]) =>
  keys.filter(({ kind, mode, revokedAt }) => kind === 'publishable' && mode === 'live' && !revokedAt);
