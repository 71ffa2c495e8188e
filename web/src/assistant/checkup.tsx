import { Link } from '@tanstack/react-router';
import { ListChecks, LoaderCircle } from 'lucide-react';
import { activeWorkspace } from '../active-workspace.ts';
import type { EditableDocument } from '../business/draft.ts';
import { getLabel } from '../business/schema.ts';
import { getEditLink } from '../business/sections.ts';
import { Answers, Changes } from '../checkup/answers.tsx';
import {
  type Checkup as CheckupResult,
  type Checkups,
  type Finding,
  useCheckup,
  useCheckups,
  useRunCheckup,
} from '../checkup/data.ts';
import { texts } from '../checkup/texts.ts';
import { useFormat } from '../format.ts';
import { useMe } from '../me.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, getButtonClass } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import { useUrlParams } from '../url.ts';

/** Live changes are checked automatically, the sandbox only on request. */
const isAwaitingCheckup = ({ version, latest }: Checkups) =>
  activeWorkspace.mode === 'live' && latest?.version !== version;

export function CheckupTab({ businessDocument }: { businessDocument: EditableDocument }) {
  const { hasRoleAtLeast } = useMe();
  const checkupsQuery = useCheckups(isAwaitingCheckup);
  const [{ version }, setUrl] = useUrlParams<{ version: string }>();
  const earlierCheckupQuery = useCheckup(version);
  const runCheckup = useRunCheckup();
  const startCheckup = () => {
    setUrl({ version: undefined });
    runCheckup.mutate(undefined);
  };
  if (!businessDocument.industry) return <EmptyState icon={ListChecks} title={texts.empty} text={texts.notSetUp} />;
  return (
    <Loaded query={checkupsQuery}>
      {(checkups) => (
        <>
          <Card
            title={texts.title}
            description={texts.about}
            action={
              hasRoleAtLeast('admin') && (
                <Button busy={runCheckup.isPending} onClick={startCheckup}>
                  {texts.check}
                </Button>
              )
            }
          >
            <div role="status">
              {runCheckup.isPending && <InProgress text={texts.checking} />}
              {!runCheckup.isPending && isAwaitingCheckup(checkups) && (
                <InProgress text={texts.checkingVersion(checkups.version)} />
              )}
            </div>
            {version ? (
              <Loaded query={earlierCheckupQuery}>{(result) => <ResultSummary result={result} />}</Loaded>
            ) : checkups.latest ? (
              <ResultSummary result={checkups.latest} />
            ) : (
              <EmptyState icon={ListChecks} title={texts.empty} text={texts.emptyText} />
            )}
          </Card>
          <ResultDetails result={version ? earlierCheckupQuery.data : (checkups.latest ?? undefined)} />
          {checkups.history.length > 1 && <History history={checkups.history} />}
        </>
      )}
    </Loaded>
  );
}

const InProgress = ({ text }: { text: string }) => (
  <p className="flex items-center gap-2 pb-2 text-muted">
    <LoaderCircle className="size-4 animate-spin" aria-hidden />
    {text}
  </p>
);

function ResultSummary({
  result: { version, createdAt, passed, failed, skipped, findings },
}: {
  result: CheckupResult;
}) {
  const format = useFormat();
  const answerCount = passed + failed;
  return (
    <div className="flex flex-col gap-2">
      <p className={`text-lg font-semibold ${failed ? 'text-danger' : findings.length ? '' : 'text-success'}`}>
        {failed ? texts.someWrong(failed, answerCount) : answerCount ? texts.allCorrect(answerCount) : texts.nothing}
        {findings.length > 0 && ` · ${texts.found(findings.length)}`}
      </p>
      <div
        role="img"
        aria-label={texts.correctCount(passed, answerCount)}
        className="flex h-2 max-w-md overflow-hidden rounded-full bg-danger"
      >
        <span className="bg-success" style={{ width: `${(100 * passed) / Math.max(1, answerCount)}%` }} />
      </div>
      <p className="text-sm text-muted">
        {version !== null && texts.checkedVersion(version, format.dateTime(createdAt))}
        {skipped > 0 && `. ${texts.skipped(skipped)}`}
      </p>
    </div>
  );
}

function ResultDetails({ result }: { result: CheckupResult | undefined }) {
  if (!result) return null;
  const { since: previousVersion, changes, results, findings } = result;
  return (
    <>
      {findings.length > 0 && <Findings findings={findings} />}
      {previousVersion !== null && (
        <Card title={texts.changes(previousVersion)}>
          <Changes changes={changes} results={results} />
        </Card>
      )}
      <Card noPadding>
        <Answers key={result.createdAt} results={results} />
      </Card>
    </>
  );
}

const Findings = ({ findings }: { findings: Finding[] }) => (
  <Card title={texts.findings} description={texts.findingsAbout}>
    <ul className="flex flex-col divide-y divide-line">
      {findings.map(({ id, text, at: pointer }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-2">
          <span className="min-w-0 flex-1 break-words">
            <span className="font-medium">
              {getLabel(pointer.split('/').findLast((part) => /^[a-z]/i.test(part)) ?? '')}:{' '}
            </span>
            {text}
          </span>
          <Link {...getEditLink(pointer)} className={getButtonClass('secondary', 'small')}>
            {texts.fix}
          </Link>
        </li>
      ))}
    </ul>
  </Card>
);

function History({ history }: { history: Checkups['history'] }) {
  const format = useFormat();
  return (
    <Card title={texts.history} noPadding>
      <Table
        label={texts.history}
        rows={history}
        rowKey={({ version }) => String(version)}
        columns={[
          {
            header: texts.version,
            cell: ({ version }) => (
              <Link
                to="/assistant"
                search={{ tab: 'checkup', version: String(version) }}
                className="text-accent underline"
              >
                {texts.versionNumber(version)}
              </Link>
            ),
          },
          { header: texts.when, cell: ({ createdAt }) => format.dateTime(createdAt) },
          {
            header: texts.result,
            cell: ({ passed, failed }) => (
              <Badge tone={failed ? 'danger' : 'success'}>{texts.correctCount(passed, passed + failed)}</Badge>
            ),
          },
        ]}
      />
    </Card>
  );
}
