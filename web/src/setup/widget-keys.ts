export type Key = {
  id: string;
  name: string;
  mode: 'live' | 'test';
  kind: 'secret' | 'publishable';
  origins: string[] | null;
  revokedAt: string | null;
  expiresAt: string | null;
  lastUsedAt: string | null;
};

/** Of the keys, those that websites use. */
export const liveWidgetKeys = (keys: Key[]) =>
  keys.filter(({ kind, mode, revokedAt }) => kind === 'publishable' && mode === 'live' && !revokedAt);
