import type { Key } from '../api.ts';

/** Of the keys, those that websites use. */
export const liveWidgetKeys = (keys: Key[]) =>
  keys.filter(({ kind, mode, revokedAt }) => kind === 'publishable' && mode === 'live' && !revokedAt);
