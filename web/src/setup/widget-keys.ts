import type { Key } from '../api.ts';

/** The live-mode keys that websites use and that are not revoked. */
export const selectLiveWidgetKeys = (keys: Key[]) =>
  keys.filter(({ kind, mode, revokedAt }) => kind === 'publishable' && mode === 'live' && !revokedAt);
