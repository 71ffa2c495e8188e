import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api.ts';
import { useFormat } from '../format.ts';
import { useMe } from '../me.ts';
import { useRefresh } from '../queries.ts';
import { texts as sharedTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { findFieldError } from '../ui/form-errors.ts';
import { toast } from '../ui/toast.tsx';
import { PRIVACY_PATH } from './data.ts';
import { texts } from './texts.ts';

export function DeletionCard({ scheduledDeletion }: { scheduledDeletion: { deletesAt: string } | null }) {
  const { hasRoleAtLeast } = useMe();
  const format = useFormat();
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const refreshWorkspace = useRefreshWorkspace();
  const cancelDeletion = useMutation({
    mutationFn: () => api.delete(`${PRIVACY_PATH}/deletion`),
    async onSuccess() {
      toast.success(texts.deletion.canceledToast);
      await refreshWorkspace();
    },
  });
  return (
    <Card title={texts.deletion.title} description={texts.deletion.about}>
      {scheduledDeletion && (
        <p className="mb-3 rounded-lg bg-danger-soft px-3 py-2 font-medium text-danger">
          {texts.deletion.pending(format.dateTime(scheduledDeletion.deletesAt))}
        </p>
      )}
      {!hasRoleAtLeast('owner') && <p className="text-muted">{texts.deletion.ownerOnly}</p>}
      {hasRoleAtLeast('owner') && scheduledDeletion && (
        <Button busy={cancelDeletion.isPending} onClick={() => cancelDeletion.mutate()}>
          {texts.deletion.cancelDeletion}
        </Button>
      )}
      {hasRoleAtLeast('owner') && !scheduledDeletion && (
        <Button variant="secondary" className="text-danger!" onClick={() => setIsDialogOpen(true)}>
          {texts.deletion.deleteButton}
        </Button>
      )}
      <DeletionDialog open={isDialogOpen} onClose={() => setIsDialogOpen(false)} />
    </Card>
  );
}

/** Also reloads the workspace data that every page uses. */
function useRefreshWorkspace() {
  const refresh = useRefresh();
  const router = useRouter();
  return async () => {
    await refresh(PRIVACY_PATH, '/api/me');
    await router.invalidate();
  };
}

function DeletionDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const { workspace } = useMe();
  const refreshWorkspace = useRefreshWorkspace();
  const requestDeletion = useMutation({
    meta: { handlesErrors: true },
    mutationFn: (values: Record<string, string>) => api.post(`${PRIVACY_PATH}/deletion`, values),
    async onSuccess() {
      toast.success(texts.deletion.scheduledToast);
      onClose();
      await refreshWorkspace();
    },
  });
  return (
    <Dialog open={open} onClose={onClose} title={texts.deletion.dialogTitle(workspace.name)}>
      <Form onSubmit={(values) => requestDeletion.mutate(values)} error={requestDeletion.error}>
        <p className="text-muted">{texts.deletion.text}</p>
        <TextField
          label={texts.deletion.name(workspace.name)}
          name="name"
          autoComplete="off"
          required
          error={findFieldError(requestDeletion.error, '/name')}
        />
        <TextField
          label={texts.deletion.password}
          name="password"
          type="password"
          autoComplete="current-password"
          required
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            {sharedTexts.actions.cancel}
          </Button>
          <Button type="submit" variant="danger" busy={requestDeletion.isPending}>
            {texts.deletion.action}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
