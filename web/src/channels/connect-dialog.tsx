import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api.ts';
import { useRefresh } from '../queries.ts';
import { texts as sharedTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Select, TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { findFieldError } from '../ui/form-errors.ts';
import { toast } from '../ui/toast.tsx';
import { CHANNELS_PATH, type ChannelInfo } from './data.ts';
import { texts } from './texts.ts';

/** A form with the fields that the channel declares. */
export function ConnectDialog({
  channel: { kind, title, fields },
  onClose,
}: {
  channel: ChannelInfo;
  onClose(): void;
}) {
  const refresh = useRefresh();
  const [isOpen, setIsOpen] = useState(true);
  const [selectedOptions, setSelectedOptions] = useState<Record<string, string>>(() =>
    Object.fromEntries(fields.map(({ name, options = [] }) => [name, options[0] ?? ''])),
  );
  // `onlyFor` names another field and the option of it for which this field is shown.
  const visibleFields = fields.filter(({ onlyFor }) => !onlyFor || selectedOptions[onlyFor.field] === onlyFor.value);
  const close = () => {
    setIsOpen(false);
    onClose();
  };
  const connect = useMutation({
    meta: { handlesErrors: true },
    mutationFn: (values: Record<string, string>) => {
      // The API expects optional fields to be left out, not to be empty.
      const settings = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim()));
      return api.post(CHANNELS_PATH, { kind, settings });
    },
    async onSuccess() {
      close();
      toast.success(texts.connectedToast(title));
      await refresh(CHANNELS_PATH);
    },
  });
  const settingsError = findFieldError(connect.error, '/settings');
  return (
    <Dialog open={isOpen} onClose={close} title={texts.connectTitle(title)}>
      <Form onSubmit={(values) => connect.mutate(values)} error={connect.error}>
        {visibleFields.map(({ name, title: label, description, required, secret, options }) => {
          const commonProps = {
            label,
            name,
            hint: description,
            error: findFieldError(connect.error, `/settings/${name}`),
          };
          return options ? (
            <Select
              key={name}
              {...commonProps}
              options={options.map((value) => ({ value, label: value }))}
              onChange={({ target }) => setSelectedOptions({ ...selectedOptions, [name]: target.value })}
            />
          ) : (
            <TextField
              key={name}
              {...commonProps}
              type={secret ? 'password' : 'text'}
              autoComplete="off"
              required={required}
            />
          );
        })}
        {settingsError && (
          <p role="alert" className="rounded-lg bg-danger-soft px-3 py-2 font-medium text-danger">
            {settingsError}
          </p>
        )}
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={close}>
            {sharedTexts.actions.cancel}
          </Button>
          <Button type="submit" busy={connect.isPending}>
            {texts.connect}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
