import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../api.ts';
import type { Document } from '../business/draft.ts';
import { useMe } from '../me.ts';
import { Button } from '../ui/button.tsx';
import { texts } from './texts.ts';

const DAY_MS = 86_400_000;
type StoredKey = { key: string; until: number };

/** Copies the live information into the sandbox, unless the sandbox has been edited. */
const copyLiveToSandbox = (overwrite = false) =>
  api.post<{ edited: boolean }>('/api/v1/config/from-live', { overwrite }, { mode: 'test' });

/** Keeps the sandbox in step with live. */
export function useLiveInSandbox(document: Document, enabled = true) {
  return useQuery({
    queryKey: ['sandbox', document],
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => copyLiveToSandbox(),
  });
}

/** Shown when the sandbox has information of its own; offers to replace it. */
export function OwnSandbox({ document }: { document: Document }) {
  const client = useQueryClient();
  const { data } = useLiveInSandbox(document, false);
  const replace = useMutation({
    mutationFn: () => copyLiveToSandbox(true),
    onSuccess: (answer) => client.setQueryData(['sandbox', document], answer),
  });
  if (!data?.edited) return null;
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-lg bg-info-soft px-4 py-2.5 text-info">
      <p>{texts.sandbox.edited}</p>
      <Button small look="secondary" busy={replace.isPending} onClick={() => replace.mutate()}>
        {texts.sandbox.replace}
      </Button>
    </div>
  );
}

/** A publishable sandbox key for this page's origin. Such keys are not secret; the browser keeps it for a week. */
async function previewKey(workspace: string): Promise<string> {
  const storageKey = `frontdesk.preview.${workspace}`;
  const kept = JSON.parse(localStorage.getItem(storageKey) ?? 'null') as StoredKey | null;
  if (kept && kept.until > Date.now() + DAY_MS) return kept.key;
  const until = Date.now() + 7 * DAY_MS;
  const { key } = await api.post<{ key: string }>('/api/keys', {
    name: 'Preview in the dashboard',
    mode: 'test',
    kind: 'publishable',
    origins: [location.origin],
    expiresAt: new Date(until).toISOString(),
  });
  localStorage.setItem(storageKey, JSON.stringify({ key, until }));
  return key;
}

/** A key to talk to the sandbox, once it is ready. */
export function useSandbox(document: Document) {
  const { workspace } = useMe();
  const ready = useLiveInSandbox(document);
  const key = useQuery({
    queryKey: ['preview key'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => previewKey(workspace.id),
  });
  return {
    data: ready.data && key.data,
    error: ready.error ?? key.error,
    refetch: () => Promise.all([ready.refetch(), key.refetch()]),
  };
}
