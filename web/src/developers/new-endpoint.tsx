import { useMutation } from '@tanstack/react-query';
import { ApiError, api } from '../api.ts';
import { texts as sharedTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextArea, TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { findFieldError } from '../ui/form-errors.ts';
import { texts } from './texts.ts';

type Props = { open: boolean; onClose(): void; onCreated(secret: string): void };

export function NewEndpoint({ open, onClose, onCreated }: Props) {
  const create = useMutation({
    meta: { handlesErrors: true },
    mutationFn: ({ url, events = '', description }: Record<string, string>) =>
      api.post<{ secret: string }>('/api/webhooks', {
        url,
        events: events.split(/[\s,]+/).filter(Boolean),
        ...(description ? { description } : {}),
      }),
    onSuccess: ({ secret }) => onCreated(secret),
  });
  const { error } = create;
  const eventError = error instanceof ApiError && error.errors.find(({ pointer }) => pointer.startsWith('/events'));
  return (
    <Dialog open={open} onClose={onClose} title={texts.webhooks.add}>
      <Form onSubmit={(values) => create.mutate(values)} error={error}>
        <TextField
          label={texts.webhooks.url}
          name="url"
          type="url"
          hint={texts.webhooks.urlHint}
          required
          error={findFieldError(error, '/url')}
        />
        <TextArea
          label={texts.webhooks.events}
          name="events"
          defaultValue="*"
          hint={texts.webhooks.eventsHint}
          error={eventError ? eventError.detail : undefined}
        />
        <TextField label={texts.webhooks.description} name="description" />
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            {sharedTexts.actions.cancel}
          </Button>
          <Button type="submit" busy={create.isPending}>
            {texts.webhooks.add}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
