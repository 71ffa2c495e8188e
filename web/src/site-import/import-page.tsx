import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CircleCheck, FileX, Hourglass } from 'lucide-react';
import { useState } from 'react';
import { ApiError, api } from '../api.ts';
import { type EditableDocument, useEditableDocument } from '../business/draft.ts';
import { DocumentContext } from '../business/references.ts';
import type { Schema } from '../business/schema.ts';
import { texts as businessTexts } from '../business/texts.ts';
import { type IndustryDescription, useSchema } from '../business/use-schema.ts';
import { CONFIG_PATH, useFormat } from '../format.ts';
import { useRefresh } from '../queries.ts';
import { Button } from '../ui/button.tsx';
import { Card, PageHeader } from '../ui/card.tsx';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { useUrlParams } from '../url.ts';
import { buildAcceptBody, createInitialChoices, findErrors, getSelectedIds, groupBySection } from './choices.ts';
import { getSourceName, IMPORTS_PATH, type SiteImport, useImport } from './data.ts';
import { ProposalGroup } from './proposals.tsx';
import { SourceLink } from './source-link.tsx';
import { StartImport } from './start-import.tsx';
import { texts } from './texts.ts';

type UrlParams = { id: string; from: string };

export function ImportPage() {
  const [{ id, from }] = useUrlParams<UrlParams>();
  return (
    <>
      <PageHeader title={texts.title} description={texts.about} />
      {id ? <CurrentImport key={id} id={id} /> : <StartImport from={from === 'setup' ? 'setup' : 'business'} />}
    </>
  );
}

function CurrentImport({ id }: { id: string }) {
  const query = useImport(id);
  const [{ from }, setUrl] = useUrlParams<UrlParams>();
  const tryAgainButton = (
    <Button variant="secondary" onClick={() => setUrl({ id: undefined, from })}>
      {texts.again}
    </Button>
  );
  if (query.error instanceof ApiError && query.error.status === 404)
    return <EmptyState icon={Hourglass} title={texts.expiredTitle} text={texts.expiredText} action={tryAgainButton} />;
  return (
    <Loaded query={query}>
      {(siteImport) => {
        if (siteImport.status === 'reading') return <Progress siteImport={siteImport} />;
        if (siteImport.status === 'failed')
          return <EmptyState icon={FileX} title={texts.failed} text={siteImport.reason} action={tryAgainButton} />;
        if (!siteImport.proposals.length && !siteImport.notes.length)
          return (
            <EmptyState
              icon={CircleCheck}
              title={texts.nothingNew}
              text={texts.nothingNewText}
              action={tryAgainButton}
            />
          );
        return <LoadedReview siteImport={siteImport} />;
      }}
    </Loaded>
  );
}

function Progress({ siteImport }: { siteImport: SiteImport }) {
  const format = useFormat();
  const { read, found } = siteImport.progress;
  const label = texts.reading(getSourceName(siteImport));
  return (
    <Card title={label} description={texts.keepOpen}>
      <div role="status" className="flex flex-wrap items-center gap-3 text-muted">
        <progress
          aria-label={label}
          value={found ? read : undefined}
          max={found || 1}
          className="h-2 w-48 accent-accent"
        />
        <span className="tabular-nums">
          {found ? texts.progress(format.number(read), format.number(found)) : texts.waiting}
        </span>
      </div>
    </Card>
  );
}

function LoadedReview({ siteImport }: { siteImport: SiteImport }) {
  const documentQuery = useEditableDocument();
  const schemaQuery = useSchema();
  return (
    <Loaded query={documentQuery}>
      {(documentData) => (
        <Loaded query={schemaQuery}>
          {(schemaInfo) => <Review {...schemaInfo} siteImport={siteImport} businessDocument={documentData} />}
        </Loaded>
      )}
    </Loaded>
  );
}

type ReviewProps = {
  siteImport: SiteImport;
  businessDocument: EditableDocument;
  schema: Schema;
  industries: IndustryDescription[];
};

function Review({ siteImport, businessDocument, schema, industries }: ReviewProps) {
  const { id, proposals, notes } = siteImport;
  const [choices, setChoices] = useState(() => createInitialChoices(proposals, businessDocument));
  const [submittedIds, setSubmittedIds] = useState<string[]>([]);
  const [{ from }] = useUrlParams<UrlParams>();
  const queryClient = useQueryClient();
  const refresh = useRefresh();
  const navigate = useNavigate();
  const leavePage = () =>
    from === 'setup' ? navigate({ to: '/setup', search: { step: 'business' } }) : navigate({ to: '/business' });
  const addProposals = useMutation({
    meta: { handlesErrors: true },
    mutationFn: (idsToAdd: string[]) => {
      setSubmittedIds(idsToAdd);
      return api.post<EditableDocument>(`${IMPORTS_PATH}/${id}/accept`, buildAcceptBody(idsToAdd, choices));
    },
    async onSuccess(savedDocument, addedIds) {
      queryClient.setQueryData([CONFIG_PATH], savedDocument);
      toast.success(texts.added(addedIds.length));
      await leavePage();
      await refresh(IMPORTS_PATH, `${CONFIG_PATH}/versions`);
    },
    onError: (error) =>
      toast.error(error instanceof ApiError && error.errors.length ? businessTexts.conflict : error.message),
  });
  const discard = useMutation({
    mutationFn: () => api.delete(`${IMPORTS_PATH}/${id}`),
    onSuccess: leavePage,
  });
  const errors = addProposals.error instanceof ApiError ? addProposals.error.errors : [];
  const selectedIds = getSelectedIds(proposals, choices);
  const getTitle = (section: string) =>
    (businessTexts.sections as Record<string, string>)[section] ??
    industries.find(({ name }) => name === section)?.title ??
    section;
  const name = getSourceName(siteImport);
  return (
    <DocumentContext value={businessDocument}>
      <div>
        <h2 className="text-lg font-semibold">{siteImport.url ? texts.review(name) : texts.reviewFile(name)}</h2>
        <p className="text-muted">{texts.reviewAbout}</p>
      </div>
      {groupBySection(proposals).map(([section, group]) => (
        <ProposalGroup
          key={section}
          title={getTitle(section)}
          proposals={group}
          choices={choices}
          onChange={(changedChoices) => setChoices((previous) => ({ ...previous, ...changedChoices }))}
          schema={schema}
          businessDocument={businessDocument}
          findProposalErrors={(proposalId) => findErrors(errors, submittedIds, proposalId)}
        />
      ))}
      {notes.length > 0 && (
        <Card title={texts.notes} description={texts.notesAbout}>
          <ul className="flex flex-col gap-3">
            {notes.map(({ url, quote }) => (
              <li key={`${url} ${quote}`}>
                <SourceLink source={{ url, quote }} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      <div className="sticky bottom-0 flex flex-wrap justify-between gap-3 border-t border-line bg-ground py-3">
        <Button variant="secondary" busy={discard.isPending} onClick={() => discard.mutate()}>
          {texts.discard}
        </Button>
        <Button
          busy={addProposals.isPending}
          disabled={!selectedIds.length}
          onClick={() => addProposals.mutate(selectedIds)}
        >
          {texts.add(selectedIds.length)}
        </Button>
      </div>
    </DocumentContext>
  );
}
