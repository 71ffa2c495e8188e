import { useMutation } from '@tanstack/react-query';
import { BookOpen, FileText, Globe, type LucideIcon, Plus, Trash2, Type } from 'lucide-react';
import { useState } from 'react';
import { api } from '../api.ts';
import { useFormat } from '../format.ts';
import { useMe } from '../me.ts';
import { useRefresh } from '../queries.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Card, PageHeader } from '../ui/card.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { useUrlParams } from '../url.ts';
import { AddKnowledge } from './add-knowledge.tsx';
import { KNOWLEDGE_PATH, type Source, type SourceKind, useSources } from './data.ts';
import { Passages } from './passages.tsx';
import { texts } from './texts.ts';

const KIND_ICONS: Record<SourceKind, LucideIcon> = { text: Type, file: FileText, website: Globe };

export function KnowledgePage() {
  const sourcesQuery = useSources();
  const [{ source: selectedId }, setUrl] = useUrlParams<{ source: string }>();
  const [isAdding, setIsAdding] = useState(false);
  const { hasRoleAtLeast } = useMe();
  const addButton = hasRoleAtLeast('admin') && (
    <Button onClick={() => setIsAdding(true)}>
      <Plus className="size-4" aria-hidden />
      {texts.add}
    </Button>
  );
  return (
    <>
      <PageHeader title={texts.title} description={texts.about} action={addButton} />
      <Loaded query={sourcesQuery}>
        {({ data }) => {
          const selectedSource = data.find(({ id }) => id === selectedId);
          if (selectedSource) return <Passages source={selectedSource} onBack={() => setUrl({ source: undefined })} />;
          return (
            <Card title={texts.list} noPadding>
              {data.length ? (
                <ul>
                  {data.map((source) => (
                    <SourceRow key={source.id} source={source} onOpen={() => setUrl({ source: source.id })} />
                  ))}
                </ul>
              ) : (
                <EmptyState icon={BookOpen} title={texts.empty} text={texts.emptyText} />
              )}
            </Card>
          );
        }}
      </Loaded>
      <AddKnowledge open={isAdding} onClose={() => setIsAdding(false)} />
    </>
  );
}

function SourceRow({ source, onOpen }: { source: Source; onOpen(): void }) {
  const { hasRoleAtLeast } = useMe();
  const { title, kind, url, reason } = source;
  const Icon = KIND_ICONS[kind];
  return (
    <li className="flex items-center gap-1 border-t border-line pr-3 hover:bg-sunken">
      <button
        type="button"
        onClick={onOpen}
        className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3 text-left focus-visible:-outline-offset-2"
      >
        <Icon className="size-5 shrink-0 text-muted" aria-hidden />
        <span className="min-w-0 flex-1 basis-56">
          <span className="block truncate font-medium">{title}</span>
          <span className="block truncate text-sm text-muted">
            {texts.kinds[kind]}
            {url && ` · ${url}`}
          </span>
          {reason && <span className="mt-1 block text-sm break-words text-danger">{reason}</span>}
        </span>
        <SourceStatus source={source} />
      </button>
      {hasRoleAtLeast('admin') && <DeleteButton source={source} />}
    </li>
  );
}

function SourceStatus({ source: { title, status, reason, progress, passages, readAt } }: { source: Source }) {
  const format = useFormat();
  if (status === 'failed') return <Badge tone="danger">{texts.status.failed}</Badge>;
  if (status === 'ready') {
    const passageCount = texts.passages(passages, format.number(passages));
    return (
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        {readAt ? `${passageCount}, ${texts.readAt(format.timeOrDay(readAt))}` : passageCount}
        <Badge tone={reason ? 'warning' : 'success'}>{reason ? texts.refreshFailed : texts.status.ready}</Badge>
      </span>
    );
  }
  const { read, found } = progress;
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      {found > 0 ? (
        <>
          <progress
            aria-label={texts.progressOf(title)}
            value={read}
            max={found}
            className="h-2 w-28 overflow-hidden rounded-full accent-accent"
          />
          <span className="tabular-nums">{texts.progress(format.number(read), format.number(found))}</span>
        </>
      ) : (
        texts.waiting
      )}
      <Badge tone="info">{texts.status.reading}</Badge>
    </span>
  );
}

function DeleteButton({ source: { id, title } }: { source: Source }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const refresh = useRefresh();
  const remove = useMutation({
    mutationFn: () => api.delete(`${KNOWLEDGE_PATH}/${id}`),
    async onSuccess() {
      toast.success(texts.deleted);
      await refresh(KNOWLEDGE_PATH);
    },
  });
  return (
    <>
      <IconButton label={`${texts.delete} ${title}`} onClick={() => setIsConfirming(true)}>
        <Trash2 aria-hidden />
      </IconButton>
      <Confirm
        open={isConfirming}
        onClose={() => setIsConfirming(false)}
        title={texts.deleteTitle(title)}
        text={texts.deleteText}
        action={texts.delete}
        onConfirm={() => remove.mutateAsync()}
      />
    </>
  );
}
