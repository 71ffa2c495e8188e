// The URLs that providers call.

export const buildWebhookUrl = (publicUrl: string, connectionId: string): string =>
  `${publicUrl}/hooks/${connectionId}`;

/** Where a provider opens the WebSocket of a call. The IDs are in the path, since not every provider keeps a query. */
export const buildLiveUrl = (publicUrl: string, connectionId: string, callId: string): string =>
  `${publicUrl.replace(/^http/, 'ws')}/hooks/${connectionId}/calls/${callId}`;

/** A connection's ID has the form of `newId('chn')`, so most guesses are refused without looking them up. */
const LIVE_PATH_PATTERN = /^\/hooks\/(chn_[0-9a-z]{26})\/calls\/([\w-]{1,100})$/;

export function parseLivePath(path: string | undefined): { connectionId: string; callId: string } | undefined {
  const [, connectionId, callId] = LIVE_PATH_PATTERN.exec(path ?? '') ?? [];
  return connectionId && callId ? { connectionId, callId } : undefined;
}
