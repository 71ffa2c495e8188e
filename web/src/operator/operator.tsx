import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BadgeCheck, Lock } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { api, type OperatorPlanRequest } from '../api.ts';
import { useFormat } from '../format.ts';
import { useMe } from '../me.ts';
import { texts as planTexts } from '../plan/texts.ts';
import { useRefresh } from '../queries.ts';
import { texts as sharedTexts } from '../texts.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { Button, getButtonClass } from '../ui/button.tsx';
import { Card, PageHeader } from '../ui/card.tsx';
import { Confirm, Dialog } from '../ui/dialog.tsx';
import { TextArea } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { findFieldError } from '../ui/form-errors.ts';
import { LoadMore, usePages } from '../ui/pagination.tsx';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { useUrlParams } from '../url.ts';
import { texts } from './texts.ts';

type Status = OperatorPlanRequest['status'];
type PendingDecision = { request: OperatorPlanRequest; decision: 'grant' | 'decline' };
const REQUESTS_PATH = '/api/operator/plan-requests';
const STATUS_OPTIONS = Object.entries(texts.states) as [Status, string][];
const STATUS_TONES: Record<Status, Tone> = {
  open: 'warning',
  granted: 'success',
  declined: 'neutral',
  withdrawn: 'neutral',
};
const getPlanName = (plan: string) => planTexts.names[plan] ?? plan;

export function OperatorPage() {
  const { operator: isOperator } = useMe();
  if (isOperator) return <PlanRequests />;
  return (
    <EmptyState
      as="h1"
      icon={Lock}
      title={texts.forbidden}
      text={texts.forbiddenText}
      action={
        <Link to="/" className={getButtonClass('secondary')}>
          {sharedTexts.errors.home}
        </Link>
      }
    />
  );
}

function PlanRequests() {
  const [urlParams, setUrl] = useUrlParams<{ status: string }>();
  const status = STATUS_OPTIONS.find(([name]) => name === urlParams.status)?.[0] ?? 'open';
  const { query, rows } = usePages<OperatorPlanRequest>(REQUESTS_PATH, { status });
  const [pendingDecision, setPendingDecision] = useState<PendingDecision>();
  const close = () => setPendingDecision(undefined);
  return (
    <>
      <PageHeader title={texts.title} description={texts.about} />
      <SegmentedControl
        label={texts.show}
        options={STATUS_OPTIONS}
        value={status}
        onChange={(newStatus) => setUrl({ status: newStatus === 'open' ? undefined : newStatus })}
        className="flex-wrap self-start"
      />
      <Loaded query={query}>
        {() =>
          rows.length ? (
            <ul className="flex flex-col gap-4">
              {rows.map((request) => (
                <li key={request.id}>
                  <PlanRequestCard
                    request={request}
                    onDecide={(decision) => setPendingDecision({ request, decision })}
                  />
                </li>
              ))}
            </ul>
          ) : (
            <Card noPadding>
              <EmptyState
                icon={BadgeCheck}
                title={texts.empty}
                text={status === 'open' ? texts.emptyText : texts.noMatch}
              />
            </Card>
          )
        }
      </Loaded>
      <LoadMore query={query} />
      {pendingDecision?.decision === 'grant' && <GrantDialog request={pendingDecision.request} onClose={close} />}
      {pendingDecision?.decision === 'decline' && <DeclineDialog request={pendingDecision.request} onClose={close} />}
    </>
  );
}

function PlanRequestCard({
  request,
  onDecide,
}: {
  request: OperatorPlanRequest;
  onDecide(decision: PendingDecision['decision']): void;
}) {
  const { number, dateTime, day } = useFormat();
  const { workspace, askedBy, plan, status, note, reason, decidedAt, decidedBy } = request;
  const usage =
    workspace.limit === null
      ? texts.unlimited(number(workspace.used))
      : texts.used(number(workspace.used), number(workspace.limit));
  const decisionText = decidedAt && (decidedBy ? texts.decidedBy(dateTime(decidedAt), decidedBy) : dateTime(decidedAt));
  const facts: [string, ReactNode][] = [
    [texts.plans, status === 'open' ? texts.change(getPlanName(workspace.plan), getPlanName(plan)) : getPlanName(plan)],
    [texts.usage, usage],
    [texts.since, day(workspace.createdAt)],
    [texts.askedAt, dateTime(request.createdAt)],
    [texts.decided, decisionText],
    [texts.note, note],
    [texts.reason, reason],
  ];
  return (
    <article className="flex flex-col gap-4 rounded-xl border border-line bg-surface p-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="font-semibold break-words">{workspace.name}</h2>
          <p className="font-mono text-sm break-all text-muted">{workspace.id}</p>
          {askedBy && <p className="text-sm break-words text-muted">{texts.from(askedBy.name, askedBy.email)}</p>}
        </div>
        <Badge tone={STATUS_TONES[status]}>{texts.states[status]}</Badge>
      </div>
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2 lg:grid-cols-4">
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name} className={name === texts.note || name === texts.reason ? 'sm:col-span-full' : ''}>
                <dt className="text-sm text-muted">{name}</dt>
                <dd className="break-words whitespace-pre-wrap">{value}</dd>
              </div>
            ),
        )}
      </dl>
      {status === 'open' && (
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" aria-label={texts.declineFor(workspace.name)} onClick={() => onDecide('decline')}>
            {texts.decline}
          </Button>
          <Button aria-label={texts.grantFor(getPlanName(plan), workspace.name)} onClick={() => onDecide('grant')}>
            {texts.grant}
          </Button>
        </div>
      )}
    </article>
  );
}

type Props = { request: OperatorPlanRequest; onClose(): void };

function GrantDialog({ request: { id, plan, workspace }, onClose }: Props) {
  const refresh = useRefresh();
  const grant = useMutation({
    mutationFn: () => api.post(`${REQUESTS_PATH}/${id}/grant`),
    onSuccess: () => toast.success(texts.granted(workspace.name, getPlanName(plan))),
    // Also refresh on error, as another operator may have decided first. The operator's own workspace may be affected.
    onSettled: () => refresh(REQUESTS_PATH, '/api/plan', '/api/me'),
  });
  return (
    <Confirm
      open
      isReversible
      onClose={onClose}
      title={texts.grantTitle(getPlanName(plan), workspace.name)}
      text={texts.grantText}
      action={texts.grant}
      onConfirm={() => grant.mutateAsync()}
    />
  );
}

function DeclineDialog({ request: { id, workspace }, onClose }: Props) {
  const refresh = useRefresh();
  const decline = useMutation({
    meta: { handlesErrors: true },
    mutationFn: ({ reason }: Record<string, string>) =>
      api.post(`${REQUESTS_PATH}/${id}/decline`, reason?.trim() ? { reason: reason.trim() } : {}),
    onSuccess() {
      toast.success(texts.declined);
      onClose();
    },
    onSettled: () => refresh(REQUESTS_PATH, '/api/plan'),
  });
  return (
    <Dialog open onClose={onClose} title={texts.declineTitle(workspace.name)}>
      <p className="text-muted">{texts.declineText}</p>
      <Form onSubmit={(values) => decline.mutate(values)} error={decline.error}>
        <TextArea
          label={texts.declineReason}
          name="reason"
          maxLength={1000}
          error={findFieldError(decline.error, '/reason')}
        />
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            {sharedTexts.actions.cancel}
          </Button>
          <Button type="submit" variant="danger" busy={decline.isPending}>
            {texts.decline}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
