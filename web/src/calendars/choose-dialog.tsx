import { useMutation } from '@tanstack/react-query';
import { api } from '../api.ts';
import { useGet, useRefresh } from '../queries.ts';
import { texts as sharedTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Select } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { findFieldError } from '../ui/form-errors.ts';
import { Loaded } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { type Calendars, CONNECTIONS_PATH } from './data.ts';
import { texts as allTexts } from './texts.ts';

const texts = allTexts.form;

/** The second step of connecting: which of the account's calendars. */
export function ChooseCalendarDialog({ id, onClose }: { id: string; onClose(): void }) {
  const path = `${CONNECTIONS_PATH}/${id}`;
  const refresh = useRefresh();
  const query = useGet<Calendars>(`${path}/calendars`);
  const chooseCalendar = useMutation({
    meta: { handlesErrors: true },
    mutationFn: ({ calendar }: Record<string, string>) => api.patch(path, { calendar }),
    async onSuccess() {
      onClose();
      toast.success(texts.connected);
      await refresh(CONNECTIONS_PATH);
    },
  });
  return (
    <Dialog open onClose={onClose} title={texts.chooseTitle}>
      <Loaded query={query} skeletonLines={2}>
        {({ data }) =>
          data.length ? (
            <Form onSubmit={(values) => chooseCalendar.mutate(values)} error={chooseCalendar.error}>
              <Select
                label={texts.calendar}
                name="calendar"
                hint={allTexts.connections.about}
                error={findFieldError(chooseCalendar.error, '/calendar')}
                options={data.map((calendar) => ({ value: calendar.id, label: calendar.name }))}
              />
              <div className="flex justify-end gap-2">
                <Button variant="secondary" onClick={onClose}>
                  {sharedTexts.actions.cancel}
                </Button>
                <Button type="submit" busy={chooseCalendar.isPending}>
                  {texts.connect}
                </Button>
              </div>
            </Form>
          ) : (
            <p className="text-muted">{texts.noCalendars}</p>
          )
        }
      </Loaded>
    </Dialog>
  );
}
