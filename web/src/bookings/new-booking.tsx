import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { formErrorOf } from '../account/account-layout.tsx';
import { ApiError, api } from '../api.ts';
import { labelOf, type Schema } from '../business/schema.ts';
import { texts as sections } from '../business/texts.ts';
import type { BusinessDocument } from '../format.ts';
import type { IndustryInfo } from '../industries.ts';
import { useRefresh } from '../queries.ts';
import { texts as shared } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Checkbox, Select, TextArea, TextField } from '../ui/field.tsx';
import { toast } from '../ui/toast.tsx';
import { Alternatives } from './alternatives.tsx';
import { type Alternative, BOOKINGS_PATH, type Booking } from './data.ts';
import { currentValue, type Field, fieldsOf, requestBody, type Values } from './form.ts';
import { texts } from './texts.ts';
import { WhenFields } from './when-fields.tsx';

type Bookable = IndustryInfo['bookings'][number];

type Props = {
  business: BusinessDocument;
  /** The kinds of bookings, each with its form. */
  bookables: [Bookable, ...Bookable[]];
  day: string;
  onClose(): void;
  onBooked(booking: Booking): void;
};

const START_FIELD = 'startsAt';

/** Uses the customers' booking endpoint, so the same rules apply; refusals come with alternative times. */
export function NewBooking({ business, bookables, day: initialDay, onClose, onBooked }: Props) {
  const [bookable, setBookable] = useState(bookables[0]);
  const [day, setDay] = useState(initialDay);
  const [time, setTime] = useState('12:00');
  const [values, setValues] = useState<Values>({});
  const refresh = useRefresh();
  const fields = fieldsOf(bookable.form as Schema, business);
  const book = useMutation({
    meta: { quiet: true },
    mutationFn: () =>
      api.post<Booking>(bookable.path, requestBody(fields, { ...values, [START_FIELD]: `${day}T${time}` })),
    onSuccess: async (booking) => {
      toast.done(texts.created(booking.code));
      await refresh(BOOKINGS_PATH);
      onBooked(booking);
    },
  });
  const problem = book.error instanceof ApiError ? book.error : undefined;
  const errorOf = (path: string) => problem?.errors.find(({ pointer }) => pointer.endsWith(`/${path}`))?.detail;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    book.mutate();
  };
  return (
    <Dialog open onClose={onClose} title={texts.form.title}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        {bookables.length > 1 && (
          <Select
            label={texts.form.kind}
            value={bookable.capability}
            options={bookables.map(({ capability, title }) => ({ value: capability, label: title }))}
            onChange={({ target }) => setBookable(bookables.find((each) => each.capability === target.value)!)}
          />
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          <WhenFields day={day} time={time} error={errorOf(START_FIELD)} onDay={setDay} onTime={setTime} />
          {fields
            .filter(({ name }) => name !== START_FIELD)
            .map((field) => (
              <BookingField
                key={field.path}
                field={field}
                value={currentValue(field, values)}
                error={errorOf(field.path)}
                onChange={(value) => setValues((previous) => ({ ...previous, [field.path]: value }))}
              />
            ))}
        </div>
        {book.error && (
          <p role="alert" className="font-medium text-danger">
            {formErrorOf(book.error) ?? sections.conflict}
          </p>
        )}
        <Alternatives
          alternatives={(problem?.problem.alternatives as Alternative[] | undefined) ?? []}
          onChoose={({ startsAt }) => {
            setDay(startsAt.slice(0, 10));
            setTime(startsAt.slice(11, 16));
          }}
        />
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            {shared.actions.cancel}
          </Button>
          <Button type="submit" busy={book.isPending}>
            {texts.form.book}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type FieldProps = { field: Field; value: string; error?: string; onChange(value: string): void };

const TEXT_AREA_MIN_LENGTH = 1_000;
const INPUT_TYPES: Record<string, string> = { date: 'date', email: 'email' };

function BookingField({ field: { name, schema, required, choices }, value, error, onChange }: FieldProps) {
  const label = texts.form.labels[name] ?? labelOf(name);
  const control = {
    ...{ label, value, error, required },
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  if (choices) return <Select {...control} options={choices} />;
  if (schema.type === 'boolean')
    return (
      <Checkbox
        label={label}
        checked={value === 'true'}
        onChange={({ target }) => onChange(target.checked ? 'true' : '')}
      />
    );
  if (schema.type === 'integer' || schema.type === 'number')
    return (
      <TextField
        {...control}
        type="number"
        min={schema.minimum}
        max={schema.maximum}
        hint={texts.form.labels[name] ? undefined : schema.description}
      />
    );
  if ((schema.maxLength ?? 0) >= TEXT_AREA_MIN_LENGTH)
    return (
      <div className="sm:col-span-2">
        <TextArea {...control} maxLength={schema.maxLength} />
      </div>
    );
  const type = name === 'phone' ? 'tel' : (INPUT_TYPES[schema.format ?? ''] ?? 'text');
  const hint = name === 'phone' ? texts.form.contactHint : undefined;
  return <TextField {...control} type={type} maxLength={schema.maxLength} hint={hint} autoComplete="off" />;
}
