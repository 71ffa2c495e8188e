import { useMutation } from '@tanstack/react-query';
import { type Answer, api } from '../api.ts';
import { useFormat } from '../format.ts';
import { useMe } from '../me.ts';
import { useRefresh } from '../queries.ts';
import { texts as sharedTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextArea } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { findFieldError } from '../ui/form-errors.ts';
import { toast } from '../ui/toast.tsx';
import { texts } from './texts.ts';

type PlanRequest = Answer<'GET /api/plan'>['request'];
const PLAN_REQUEST_PATH = '/api/plan/request';
const getPlanName = (plan: string) => texts.names[plan] ?? plan;

/** The status of a plan request, if the operator decides on plans. */
export function PlanRequestStatus({ request }: { request: PlanRequest }) {
  const { hasRoleAtLeast } = useMe();
  const { dateTime } = useFormat();
  const refresh = useRefresh();
  const withdraw = useMutation({
    mutationFn: () => api.delete(PLAN_REQUEST_PATH),
    onSuccess: () => toast.success(texts.withdrawnToast),
    onSettled: () => refresh('/api/plan'),
  });
  if (request?.status === 'open')
    return (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="text-muted">{texts.waiting(getPlanName(request.plan), dateTime(request.createdAt))}</p>
        {hasRoleAtLeast('owner') && (
          <Button small variant="secondary" busy={withdraw.isPending} onClick={() => withdraw.mutate()}>
            {texts.withdraw}
          </Button>
        )}
      </div>
    );
  return (
    <>
      {request && (
        <p className="break-words whitespace-pre-wrap">
          {request.reason
            ? texts.declinedWhy(getPlanName(request.plan), request.reason)
            : texts.declined(getPlanName(request.plan))}
        </p>
      )}
      <p className="text-muted">{hasRoleAtLeast('owner') ? texts.operatorSets : texts.operatorSetsOwner}</p>
    </>
  );
}

export function RequestPlanDialog({ plan, onClose }: { plan: string; onClose(): void }) {
  const refresh = useRefresh();
  const requestPlan = useMutation({
    meta: { handlesErrors: true },
    mutationFn: ({ note }: Record<string, string>) =>
      api.put(PLAN_REQUEST_PATH, { plan, ...(note?.trim() ? { note: note.trim() } : {}) }),
    async onSuccess() {
      toast.success(texts.requestedToast(getPlanName(plan)));
      onClose();
      await refresh('/api/plan');
    },
  });
  return (
    <Dialog open onClose={onClose} title={texts.requestTitle(getPlanName(plan))}>
      <p className="text-muted">{texts.requestText}</p>
      <Form onSubmit={(values) => requestPlan.mutate(values)} error={requestPlan.error}>
        <TextArea
          label={texts.requestNote}
          name="note"
          maxLength={1000}
          error={findFieldError(requestPlan.error, '/note')}
        />
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            {sharedTexts.actions.cancel}
          </Button>
          <Button type="submit" busy={requestPlan.isPending}>
            {texts.sendRequest}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
