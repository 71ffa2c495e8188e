import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../api.ts';
import type { EditableDocument } from '../business/draft.ts';
import { useMe } from '../me.ts';
import { Button } from '../ui/button.tsx';
import { texts } from './texts.ts';

const MS_PER_DAY = 86_400_000;
/** `until` is in milliseconds since 1970. */
type StoredKey = { key: string; until: number };

/** Copies the live information into the sandbox, unless the sandbox has been edited and may not be overwritten. */
const copyLiveToSandbox = ({ overwrite = false } = {}) =>
  api.post<{ edited: boolean }>('/api/v1/config/from-live', { overwrite }, { mode: 'test' });

/** Keeps the sandbox in step with live. */
export function useSandboxSync(businessDocument: EditableDocument, { enabled = true } = {}) {
  return useQuery({
    queryKey: ['sandbox', businessDocument],
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => copyLiveToSandbox(),
  });
}

/** Shown when the sandbox has information of its own; offers to replace it. */
export function EditedSandboxNotice({ businessDocument }: { businessDocument: EditableDocument }) {
  const queryClient = useQueryClient();
  const { data } = useSandboxSync(businessDocument, { enabled: false });
  const replace = useMutation({
    mutationFn: () => copyLiveToSandbox({ overwrite: true }),
    onSuccess: (response) => queryClient.setQueryData(['sandbox', businessDocument], response),
  });
  if (!data?.edited) return null;
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-lg bg-info-soft px-4 py-2.5 text-info">
      <p>{texts.sandbox.edited}</p>
      <Button small variant="secondary" busy={replace.isPending} onClick={() => replace.mutate()}>
        {texts.sandbox.replace}
      </Button>
    </div>
  );
}

/** A publishable sandbox key for this page's origin. Such keys are not secret; the browser keeps it for a week. */
async function loadPreviewKey(workspace: string): Promise<string> {
  const storageKey = `frontdesk.preview.${workspace}`;
  const storedKey = JSON.parse(localStorage.getItem(storageKey) ?? 'null') as StoredKey | null;
  if (storedKey && storedKey.until > Date.now() + MS_PER_DAY) return storedKey.key;
  const until = Date.now() + 7 * MS_PER_DAY;
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

export function usePreviewKey() {
  const { workspace } = useMe();
  return useQuery({
    queryKey: ['preview key'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => loadPreviewKey(workspace.id),
  });
}

/** A key to talk to the sandbox, once it is ready. */
export function useSandboxKey(businessDocument: EditableDocument) {
  const syncQuery = useSandboxSync(businessDocument);
  const keyQuery = usePreviewKey();
  return {
    data: syncQuery.data && keyQuery.data,
    error: syncQuery.error ?? keyQuery.error,
    refetch: () => Promise.all([syncQuery.refetch(), keyQuery.refetch()]),
  };
}
