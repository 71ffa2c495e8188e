import { useMutation } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useState } from 'react';
import { type Answer, api, type ListOf, type Member } from '../api.ts';
import { CONFIG, useFormat } from '../format.ts';
import { useMe } from '../me.ts';
import { useGet, useRefresh } from '../queries.ts';
import { texts as shared } from '../texts.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card, PageHeader } from '../ui/card.tsx';
import { Confirm, Dialog } from '../ui/dialog.tsx';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { SectionTabs } from './business.tsx';
import { differences } from './differences.ts';
import { useBusiness } from './draft.ts';
import { labelOf } from './schema.ts';
import { texts } from './texts.ts';
import { useSchema } from './use-schema.ts';

type Held = Answer<'GET /api/v1/config/versions/{version}'>;
type Version = Omit<Held, 'document'>;
const PATH = `${CONFIG}/versions`;
const PAGE = 50;

export function VersionsPage() {
  const versions = useGet<ListOf<Version>>(PATH, { limit: PAGE });
  const { data: members } = useGet<ListOf<Member>>('/api/members');
  const { data: business } = useBusiness();
  const { data: schema } = useSchema();
  const { can } = useMe();
  const format = useFormat();
  const refresh = useRefresh();
  const [shown, setShown] = useState<number>();
  const [asked, setAsked] = useState<number>();
  const restore = useMutation({
    mutationFn: (version: number) => api.post(`${PATH}/${version}/restore`),
    async onSuccess(_, version) {
      toast.done(texts.versions.restored(version));
      await refresh(CONFIG);
    },
  });
  const whoIs = (id: string) =>
    members?.data.find(({ userId }) => userId === id)?.name ??
    (id.startsWith('key_') ? texts.versions.key : texts.versions.system);
  const own = schema?.industries.filter(({ name }) => business?.industries.includes(name)) ?? [];
  return (
    <>
      <PageHeader title={texts.versions.title} about={texts.versions.about} />
      <SectionTabs current="versions" industries={own} />
      <Card flush>
        <Loaded of={versions}>
          {({ data }) =>
            data.length ? (
              <ol>
                {data.map(({ version, createdAt, by }, index) => (
                  <li
                    key={version}
                    className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-5 py-3 last:border-0"
                  >
                    <div className="min-w-0 flex-1">
                      <p className="font-medium">
                        {texts.versions.version(version)}{' '}
                        {index === 0 && <Badge tone="success">{texts.versions.current}</Badge>}
                      </p>
                      <p className="text-sm text-muted">
                        {format.full(createdAt)} {texts.versions.by} {whoIs(by)}
                      </p>
                    </div>
                    <Button small look="secondary" onClick={() => setShown(version)}>
                      {texts.versions.show}
                    </Button>
                    {index > 0 && can('admin') && (
                      <Button small look="secondary" onClick={() => setAsked(version)}>
                        {texts.versions.restore}
                      </Button>
                    )}
                  </li>
                ))}
              </ol>
            ) : (
              <EmptyState icon={History} title={texts.versions.empty} text={texts.versions.emptyText} />
            )
          }
        </Loaded>
      </Card>
      <Dialog
        wide
        open={shown !== undefined}
        onClose={() => setShown(undefined)}
        title={texts.versions.diff(shown ?? 0)}
        actions={<Button onClick={() => setShown(undefined)}>{shared.actions.close}</Button>}
      >
        {shown !== undefined && <Changes version={shown} />}
      </Dialog>
      <Confirm
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={texts.versions.restoreTitle(asked ?? 0)}
        text={texts.versions.restoreText}
        action={texts.versions.restore}
        mild
        onConfirm={() => restore.mutateAsync(asked!)}
      />
    </>
  );
}

function Changes({ version }: { version: number }) {
  const after = useGet<Held>(`${PATH}/${version}`);
  const before = useGet<Held>(`${PATH}/${version - 1}`, undefined, { enabled: version > 1 });
  if (version === 1) return <p className="text-muted">{texts.versions.first}</p>;
  return (
    <Loaded of={after}>
      {({ document }) => (
        <Loaded of={before}>
          {({ document: old }) => {
            const found = differences(old, document);
            if (!found.length) return <p className="text-muted">{texts.versions.same}</p>;
            return (
              <ul className="flex flex-col gap-3">
                {found.map(({ path, before: was, after: is }) => (
                  <li key={path}>
                    <p className="font-medium">
                      {path
                        .split(' › ')
                        .map((part) => labelOf(part))
                        .join(' › ')}
                    </p>
                    {was !== undefined && <Value label={texts.versions.before} value={was} tone="bg-danger-soft" />}
                    {is !== undefined && <Value label={texts.versions.after} value={is} tone="bg-success-soft" />}
                  </li>
                ))}
              </ul>
            );
          }}
        </Loaded>
      )}
    </Loaded>
  );
}

const Value = ({ label, value, tone }: { label: string; value: unknown; tone: string }) => (
  <pre className={`mt-1 rounded-lg px-3 py-1.5 text-sm break-words whitespace-pre-wrap ${tone}`}>
    <span className="sr-only">{label}: </span>
    {typeof value === 'string' ? value : JSON.stringify(value, null, 1)}
  </pre>
);
