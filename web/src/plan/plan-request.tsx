import { useMutation } from '@tanstack/react-query';
import { errorAt, Form } from '../account/frame.tsx';
import { type Answer, api } from '../api.ts';
import { useFormat } from '../format.ts';
import { useMe } from '../me.ts';
import { useRefresh } from '../queries.ts';
import { texts as shared } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextArea } from '../ui/field.tsx';
import { toast } from '../ui/toast.tsx';
import { texts } from './texts.ts';

type Asked = Answer<'GET /api/plan'>['request'];
const REQUEST = '/api/plan/request';
const nameOf = (plan: string) => texts.names[plan] ?? plan;

/** How things stand where somebody else sets the plan. */
export function AboutRequest({ request }: { request: Asked }) {
  const { can } = useMe();
  const { full } = useFormat();
  const refresh = useRefresh();
  const takeBack = useMutation({
    mutationFn: () => api.delete(REQUEST),
    onSuccess: () => toast.done(texts.takenBack),
    onSettled: () => refresh('/api/plan'),
  });
  if (request?.status === 'open')
    return (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="text-muted">{texts.waiting(nameOf(request.plan), full(request.createdAt))}</p>
        {can('owner') && (
          <Button small look="secondary" busy={takeBack.isPending} onClick={() => takeBack.mutate()}>
            {texts.takeBack}
          </Button>
        )}
      </div>
    );
  return (
    <>
      {request && (
        <p className="break-words whitespace-pre-wrap">
          {request.reason
            ? texts.declinedWhy(nameOf(request.plan), request.reason)
            : texts.declined(nameOf(request.plan))}
        </p>
      )}
      <p className="text-muted">{can('owner') ? texts.operatorSets : texts.operatorSetsOwner}</p>
    </>
  );
}

export function AskForPlan({ plan, onClose }: { plan: string; onClose(): void }) {
  const refresh = useRefresh();
  const ask = useMutation({
    meta: { quiet: true },
    mutationFn: ({ note }: Record<string, string>) =>
      api.put(REQUEST, { plan, ...(note?.trim() ? { note: note.trim() } : {}) }),
    async onSuccess() {
      toast.done(texts.sent(nameOf(plan)));
      onClose();
      await refresh('/api/plan');
    },
  });
  return (
    <Dialog open onClose={onClose} title={texts.askTitle(nameOf(plan))}>
      <p className="text-muted">{texts.askText}</p>
      <Form onSubmit={(values) => ask.mutate(values)} error={ask.error}>
        <TextArea label={texts.askNote} name="note" maxLength={1000} error={errorAt(ask.error, '/note')} />
        <div className="flex justify-end gap-2">
          <Button look="secondary" onClick={onClose}>
            {shared.actions.cancel}
          </Button>
          <Button type="submit" busy={ask.isPending}>
            {texts.askAction}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
