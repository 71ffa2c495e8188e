import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useId, useState } from 'react';
import { LANGUAGES } from '../../../src/messages/languages.ts';
import { ApiError } from '../api.ts';
import { useActiveIndustries } from '../industries.ts';
import { useRefresh } from '../queries.ts';
import { texts as sharedTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Select, TextArea, TextField } from '../ui/field.tsx';
import { toast } from '../ui/toast.tsx';
import { CUSTOMERS_PATH, type CustomerFields, type CustomerProfile, customerApi } from './data.ts';
import { texts } from './texts.ts';

type Props = {
  /** Left out for a new customer. */
  customer?: CustomerProfile;
  onClose(): void;
  onSaved(customer: CustomerProfile): void;
};

const EMPTY_FIELDS: CustomerFields = {
  name: '',
  phone: null,
  email: null,
  language: null,
  tags: [],
  notes: '',
  consents: { texts: null, marketing: null },
};

const getCustomerFields = ({
  name,
  phone,
  email,
  language,
  tags,
  notes,
  consents,
}: CustomerProfile): CustomerFields => ({
  name,
  phone,
  email,
  language,
  tags,
  notes,
  consents: { texts: consents.texts?.allowed ?? null, marketing: consents.marketing?.allowed ?? null },
});

/** Adds or edits a customer. */
export function CustomerDialog({ customer, onClose, onSaved }: Props) {
  const formId = useId();
  const refresh = useRefresh();
  const [fields, setFields] = useState<CustomerFields>(customer ? getCustomerFields(customer) : EMPTY_FIELDS);
  const [tagText, setTagText] = useState(fields.tags.join(', '));
  const hasPatients = useActiveIndustries().some(({ isHealthCare }) => isHealthCare);
  const changeFields = (change: Partial<CustomerFields>) => setFields((previous) => ({ ...previous, ...change }));
  const save = useMutation({
    meta: { handlesErrors: true },
    mutationFn: () => {
      const tags = tagText.split(',').flatMap((tag) => tag.trim() || []);
      return customer ? customerApi.update(customer, { ...fields, tags }) : customerApi.create({ ...fields, tags });
    },
    onSuccess: async (savedCustomer) => {
      toast.success(customer ? texts.saved : texts.added);
      await refresh(CUSTOMERS_PATH);
      onClose();
      onSaved(savedCustomer);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={customer ? texts.editTitle : texts.add}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {sharedTexts.actions.cancel}
          </Button>
          <Button type="submit" form={formId} busy={save.isPending}>
            {customer ? sharedTexts.actions.save : texts.add}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="flex flex-col gap-4">
        <TextInputs fields={fields} onChange={changeFields} error={save.error} />
        {!customer && hasPatients && (
          <TextField
            label={texts.fields.dateOfBirth}
            hint={texts.fields.dateOfBirthHint}
            type="date"
            value={fields.dateOfBirth ?? ''}
            error={findError(save.error, '/dateOfBirth')}
            onChange={({ target }) => changeFields({ dateOfBirth: target.value || undefined })}
          />
        )}
        <TextField
          label={texts.fields.tags}
          hint={texts.fields.tagsHint}
          value={tagText}
          onChange={({ target }) => setTagText(target.value)}
        />
        <SelectInputs fields={fields} onChange={changeFields} />
        {!customer && (
          <TextArea
            label={texts.fields.notes}
            maxLength={4000}
            value={fields.notes}
            onChange={({ target }) => changeFields({ notes: target.value })}
          />
        )}
        <SaveError error={save.error} />
      </form>
    </Dialog>
  );
}

type InputProps = { fields: CustomerFields; onChange(change: Partial<CustomerFields>): void };

const TextInputs = ({ fields, onChange, error }: InputProps & { error: Error | null }) => (
  <>
    <TextField
      label={texts.fields.name}
      required
      maxLength={200}
      value={fields.name}
      error={findError(error, '/name')}
      onChange={({ target }) => onChange({ name: target.value })}
    />
    <TextField
      label={texts.fields.phone}
      type="tel"
      value={fields.phone ?? ''}
      error={findError(error, '/phone')}
      onChange={({ target }) => onChange({ phone: target.value || null })}
    />
    <TextField
      label={texts.fields.email}
      type="email"
      value={fields.email ?? ''}
      error={findError(error, '/email')}
      onChange={({ target }) => onChange({ email: target.value || null })}
    />
  </>
);

const CONSENT_VALUES = { unknown: null, yes: true, no: false } as const;

const SelectInputs = ({ fields, onChange }: InputProps) => (
  <div className="fields">
    <Select
      label={texts.fields.language}
      value={fields.language ?? ''}
      options={[
        { value: '', label: texts.fields.noLanguage },
        ...LANGUAGES.map(({ code, english }) => ({ value: code, label: english })),
      ]}
      onChange={({ target }) => onChange({ language: target.value || null })}
    />
    {(['texts', 'marketing'] as const).map((name) => (
      <Select
        key={name}
        label={texts.fields[name]}
        value={fields.consents[name] === null ? 'unknown' : fields.consents[name] ? 'yes' : 'no'}
        options={Object.entries(texts.consents).map(([value, label]) => ({ value, label }))}
        onChange={({ target }) =>
          onChange({
            consents: { ...fields.consents, [name]: CONSENT_VALUES[target.value as keyof typeof CONSENT_VALUES] },
          })
        }
      />
    ))}
  </div>
);

const findError = (error: Error | null, pointer: string) =>
  error instanceof ApiError ? error.errors.find((fieldError) => fieldError.pointer === pointer)?.detail : undefined;

/** An error that belongs to no field, such as a phone number that another customer has. */
function SaveError({ error }: { error: Error | null }) {
  if (!error || (error instanceof ApiError && error.errors.length)) return null;
  const duplicateId = error instanceof ApiError ? (error.problem as { customerId?: string }).customerId : undefined;
  return (
    <div role="alert" className="rounded-lg bg-danger-soft px-3 py-2 text-danger">
      {error.message}{' '}
      {duplicateId && (
        <Link to="/customers" search={{ customer: duplicateId }} className="font-medium underline">
          {texts.openDuplicate}
        </Link>
      )}
    </div>
  );
}
