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
import { useUrl } from '../url.ts';
import { AddKnowledge } from './add.tsx';
import { type Kind, KNOWLEDGE, type Source, useSources } from './data.ts';
import { Passages } from './passages.tsx';
import { texts } from './texts.ts';

const ICONS: Record<Kind, LucideIcon> = { text: Type, file: FileText, website: Globe };

export function KnowledgePage() {
  const sources = useSources();
  const [{ source: chosen }, setUrl] = useUrl<{ source: string }>();
  const [adding, setAdding] = useState(false);
  const { can } = useMe();
  const add = can('admin') && (
    <Button onClick={() => setAdding(true)}>
      <Plus className="size-4" aria-hidden />
      {texts.add}
    </Button>
  );
  return (
    <>
      <PageHeader title={texts.title} about={texts.about} action={add} />
      <Loaded of={sources}>
        {({ data }) => {
          const found = data.find(({ id }) => id === chosen);
          if (found) return <Passages source={found} onBack={() => setUrl({ source: undefined })} />;
          return (
            <Card title={texts.list} flush>
              {data.length ? (
                <ul>
                  {data.map((source) => (
                    <Row key={source.id} source={source} onOpen={() => setUrl({ source: source.id })} />
                  ))}
                </ul>
              ) : (
                <EmptyState icon={BookOpen} title={texts.empty} text={texts.emptyText} />
              )}
            </Card>
          );
        }}
      </Loaded>
      <AddKnowledge open={adding} onClose={() => setAdding(false)} />
    </>
  );
}

function Row({ source, onOpen }: { source: Source; onOpen(): void }) {
  const { can } = useMe();
  const { title, kind, url, reason } = source;
  const Icon = ICONS[kind];
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
        <State source={source} />
      </button>
      {can('admin') && <Delete source={source} />}
    </li>
  );
}

function State({ source: { title, status, reason, progress, passages, readAt } }: { source: Source }) {
  const format = useFormat();
  if (status === 'failed') return <Badge tone="danger">{texts.status.failed}</Badge>;
  if (status === 'ready') {
    const known = texts.passages(passages, format.number(passages));
    return (
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        {readAt ? `${known}, ${texts.readAt(format.recent(readAt))}` : known}
        <Badge tone={reason ? 'warning' : 'success'}>{reason ? texts.notAgain : texts.status.ready}</Badge>
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

function Delete({ source: { id, title } }: { source: Source }) {
  const [asked, setAsked] = useState(false);
  const refresh = useRefresh();
  const remove = useMutation({
    mutationFn: () => api.delete(`${KNOWLEDGE}/${id}`),
    async onSuccess() {
      toast.done(texts.deleted);
      await refresh(KNOWLEDGE);
    },
  });
  return (
    <>
      <IconButton label={`${texts.delete} ${title}`} onClick={() => setAsked(true)}>
        <Trash2 aria-hidden />
      </IconButton>
      <Confirm
        open={asked}
        onClose={() => setAsked(false)}
        title={texts.deleteTitle(title)}
        text={texts.deleteText}
        action={texts.delete}
        onConfirm={() => remove.mutateAsync()}
      />
    </>
  );
}
