import { useMutation } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useState } from 'react';
import { type Answer, api, type ListOf, type Member } from '../api.ts';
import { CONFIG_PATH, useFormat } from '../format.ts';
import { useMe } from '../me.ts';
import { useGet, useRefresh } from '../queries.ts';
import { texts as sharedTexts } from '../texts.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card, PageHeader } from '../ui/card.tsx';
import { Confirm, Dialog } from '../ui/dialog.tsx';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { SectionTabs } from './business.tsx';
import { findDifferences } from './differences.ts';
import { useEditableDocument } from './draft.ts';
import { getLabel } from './schema.ts';
import { texts } from './texts.ts';
import { useSchema } from './use-schema.ts';

type VersionWithDocument = Answer<'GET /api/v1/config/versions/{version}'>;
type Version = Omit<VersionWithDocument, 'document'>;
const VERSIONS_PATH = `${CONFIG_PATH}/versions`;
const PAGE_SIZE = 50;

export function VersionsPage() {
  const versionsQuery = useGet<ListOf<Version>>(VERSIONS_PATH, { limit: PAGE_SIZE });
  const { data: members } = useGet<ListOf<Member>>('/api/members');
  const { data: business } = useEditableDocument();
  const { data: schema } = useSchema();
  const { hasRoleAtLeast } = useMe();
  const format = useFormat();
  const refresh = useRefresh();
  const [openVersion, setOpenVersion] = useState<number>();
  const [versionToRestore, setVersionToRestore] = useState<number>();
  const restore = useMutation({
    mutationFn: (version: number) => api.post(`${VERSIONS_PATH}/${version}/restore`),
    async onSuccess(_, version) {
      toast.success(texts.versions.restored(version));
      await refresh(CONFIG_PATH);
    },
  });
  const getAuthorName = (id: string) =>
    members?.data.find(({ userId }) => userId === id)?.name ??
    (id.startsWith('key_') ? texts.versions.key : texts.versions.system);
  const activeIndustries = schema?.industries.filter(({ name }) => business?.industries.includes(name)) ?? [];
  return (
    <>
      <PageHeader title={texts.versions.title} description={texts.versions.about} />
      <SectionTabs currentSection="versions" industries={activeIndustries} />
      <Card noPadding>
        <Loaded query={versionsQuery}>
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
                        {format.dateTime(createdAt)} {texts.versions.by} {getAuthorName(by)}
                      </p>
                    </div>
                    <Button small variant="secondary" onClick={() => setOpenVersion(version)}>
                      {texts.versions.show}
                    </Button>
                    {index > 0 && hasRoleAtLeast('admin') && (
                      <Button small variant="secondary" onClick={() => setVersionToRestore(version)}>
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
        open={openVersion !== undefined}
        onClose={() => setOpenVersion(undefined)}
        title={texts.versions.diff(openVersion ?? 0)}
        actions={<Button onClick={() => setOpenVersion(undefined)}>{sharedTexts.actions.close}</Button>}
      >
        {openVersion !== undefined && <VersionChanges version={openVersion} />}
      </Dialog>
      <Confirm
        open={versionToRestore !== undefined}
        onClose={() => setVersionToRestore(undefined)}
        title={texts.versions.restoreTitle(versionToRestore ?? 0)}
        text={texts.versions.restoreText}
        action={texts.versions.restore}
        isReversible
        onConfirm={() => restore.mutateAsync(versionToRestore!)}
      />
    </>
  );
}

function VersionChanges({ version }: { version: number }) {
  const versionQuery = useGet<VersionWithDocument>(`${VERSIONS_PATH}/${version}`);
  const previousVersionQuery = useGet<VersionWithDocument>(`${VERSIONS_PATH}/${version - 1}`, undefined, {
    enabled: version > 1,
  });
  if (version === 1) return <p className="text-muted">{texts.versions.first}</p>;
  return (
    <Loaded query={versionQuery}>
      {({ document: newDocument }) => (
        <Loaded query={previousVersionQuery}>
          {({ document: previousDocument }) => {
            const changes = findDifferences(previousDocument, newDocument);
            if (!changes.length) return <p className="text-muted">{texts.versions.same}</p>;
            return (
              <ul className="flex flex-col gap-3">
                {changes.map(({ path, before: oldValue, after: newValue }) => (
                  <li key={path}>
                    <p className="font-medium">
                      {path
                        .split(' › ')
                        .map((part) => getLabel(part))
                        .join(' › ')}
                    </p>
                    {oldValue !== undefined && (
                      <Value label={texts.versions.before} value={oldValue} toneClass="bg-danger-soft" />
                    )}
                    {newValue !== undefined && (
                      <Value label={texts.versions.after} value={newValue} toneClass="bg-success-soft" />
                    )}
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

const Value = ({ label, value, toneClass }: { label: string; value: unknown; toneClass: string }) => (
  <pre className={`mt-1 rounded-lg px-3 py-1.5 text-sm break-words whitespace-pre-wrap ${toneClass}`}>
    <span className="sr-only">{label}: </span>
    {typeof value === 'string' ? value : JSON.stringify(value, null, 1)}
  </pre>
);
