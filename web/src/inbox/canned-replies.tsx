import { useMutation } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { api } from '../api.ts';
import { useGet, useRefresh } from '../queries.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextArea, TextField } from '../ui/field.tsx';
import { findFieldError, getFormError } from '../ui/form-errors.ts';
import { Loaded } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { type CannedReply, INBOX_PATH } from './data.ts';
import { texts } from './texts.ts';

const REPLIES_PATH = `${INBOX_PATH}/replies`;

export function CannedRepliesDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const query = useGet<{ data: CannedReply[] }>(REPLIES_PATH, undefined, { enabled: open });
  const refresh = useRefresh();
  const [draft, setDraft] = useState({ title: '', text: '' });
  const add = useMutation({
    meta: { handlesErrors: true },
    mutationFn: (reply: Omit<CannedReply, 'id'>) => api.post(REPLIES_PATH, reply),
    onSuccess: () => refresh(REPLIES_PATH),
  });
  const remove = useMutation({
    mutationFn: ({ id }: CannedReply) => api.delete(`${REPLIES_PATH}/${id}`),
    onSuccess: (_, { title, text }) => {
      toast.success(texts.cannedReplies.removed(title), () => add.mutate({ title, text }));
      return refresh(REPLIES_PATH);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate(draft, { onSuccess: () => setDraft({ title: '', text: '' }) });
  };
  return (
    <Dialog open={open} onClose={onClose} title={texts.cannedReplies.title}>
      <p className="text-muted">{texts.cannedReplies.about}</p>
      <Loaded query={query} skeletonLines={2}>
        {({ data }) => (
          <ul className="flex flex-col gap-2">
            {data.map((reply) => (
              <li key={reply.id} className="flex items-start gap-3 rounded-lg border border-line p-3">
                <div className="min-w-0 flex-1">
                  <p className="font-medium">{reply.title}</p>
                  <p className="break-words whitespace-pre-wrap text-muted">{reply.text}</p>
                </div>
                <IconButton label={texts.cannedReplies.remove(reply.title)} onClick={() => remove.mutate(reply)}>
                  <Trash2 aria-hidden />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <form onSubmit={submit} noValidate className="flex flex-col gap-3 border-t border-line pt-4">
        <TextField
          label={texts.cannedReplies.name}
          required
          maxLength={80}
          error={findFieldError(add.error, '/title') ?? getFormError(add.error)}
          value={draft.title}
          onChange={({ target }) => setDraft({ ...draft, title: target.value })}
        />
        <TextArea
          label={texts.cannedReplies.text}
          required
          maxLength={4000}
          error={findFieldError(add.error, '/text')}
          value={draft.text}
          onChange={({ target }) => setDraft({ ...draft, text: target.value })}
        />
        <Button type="submit" className="self-end" busy={add.isPending}>
          {texts.cannedReplies.add}
        </Button>
      </form>
    </Dialog>
  );
}
