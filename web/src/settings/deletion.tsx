import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { errorAt, Form } from '../account/frame.tsx';
import { api } from '../api.ts';
import { useFormat } from '../format.ts';
import { useMe } from '../me.ts';
import { useRefresh } from '../queries.ts';
import { texts as shared } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { toast } from '../ui/toast.tsx';
import { PRIVACY } from './data.ts';
import { texts } from './texts.ts';

export function Deletion({ pending }: { pending: { deletesAt: string } | null }) {
  const { can } = useMe();
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const again = useAgain();
  const keep = useMutation({
    mutationFn: () => api.delete(`${PRIVACY}/deletion`),
    async onSuccess() {
      toast.done(texts.deletion.undone);
      await again();
    },
  });
  return (
    <Card title={texts.deletion.title} about={texts.deletion.about}>
      {pending && (
        <p className="mb-3 rounded-lg bg-danger-soft px-3 py-2 font-medium text-danger">
          {texts.deletion.pending(format.full(pending.deletesAt))}
        </p>
      )}
      {!can('owner') && <p className="text-muted">{texts.deletion.ownerOnly}</p>}
      {can('owner') && pending && (
        <Button busy={keep.isPending} onClick={() => keep.mutate()}>
          {texts.deletion.undo}
        </Button>
      )}
      {can('owner') && !pending && (
        <Button look="secondary" className="text-danger!" onClick={() => setOpen(true)}>
          {texts.deletion.ask}
        </Button>
      )}
      <AskDialog open={open} onClose={() => setOpen(false)} />
    </Card>
  );
}

/** What every page knows of the workspace is read again too. */
function useAgain() {
  const refresh = useRefresh();
  const router = useRouter();
  return async () => {
    await refresh(PRIVACY, '/api/me');
    await router.invalidate();
  };
}

function AskDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const { workspace } = useMe();
  const again = useAgain();
  const ask = useMutation({
    meta: { quiet: true },
    mutationFn: (values: Record<string, string>) => api.post(`${PRIVACY}/deletion`, values),
    async onSuccess() {
      toast.done(texts.deletion.asked);
      onClose();
      await again();
    },
  });
  return (
    <Dialog open={open} onClose={onClose} title={texts.deletion.dialog(workspace.name)}>
      <Form onSubmit={(values) => ask.mutate(values)} error={ask.error}>
        <p className="text-muted">{texts.deletion.text}</p>
        <TextField
          label={texts.deletion.name(workspace.name)}
          name="name"
          autoComplete="off"
          required
          error={errorAt(ask.error, '/name')}
        />
        <TextField
          label={texts.deletion.password}
          name="password"
          type="password"
          autoComplete="current-password"
          required
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="secondary" onClick={onClose}>
            {shared.actions.cancel}
          </Button>
          <Button type="submit" look="danger" busy={ask.isPending}>
            {texts.deletion.action}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
