import { useQuery } from '@tanstack/react-query';
import { api } from '../api.ts';
import type { Document } from '../business/draft.ts';
import { CONFIG } from '../format.ts';
import { useMe } from '../me.ts';

const DAY_MS = 86_400_000;
type Kept = { key: string; until: number };

/** Gives the sandbox the document of the live workspace, so that what is tried is what customers get. */
export async function copyToSandbox(): Promise<void> {
  const document = await api.get<Document>(CONFIG, { mode: 'live' });
  for (const industry of document.industries) await api.post('/api/v1/setup', { industry }, { mode: 'test' });
  await api.put(CONFIG, document, { mode: 'test' });
}

/** A publishable key of the sandbox for this very page. Such keys are no secret; this browser keeps it for a week. */
async function previewKey(workspace: string): Promise<string> {
  const place = `frontdesk.preview.${workspace}`;
  const kept = JSON.parse(localStorage.getItem(place) ?? 'null') as Kept | null;
  if (kept && kept.until > Date.now() + DAY_MS) return kept.key;
  const until = Date.now() + 7 * DAY_MS;
  const { key } = await api.post<{ key: string }>('/api/keys', {
    name: 'Preview in the dashboard',
    mode: 'test',
    kind: 'publishable',
    origins: [location.origin],
    expiresAt: new Date(until).toISOString(),
  });
  localStorage.setItem(place, JSON.stringify({ key, until }));
  return key;
}

/** The sandbox as the live workspace is now, and a key to talk to it. */
export function useSandbox(document: Document) {
  const { workspace } = useMe();
  return useQuery({
    queryKey: ['sandbox', document],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      await copyToSandbox();
      return previewKey(workspace.id);
    },
  });
}
