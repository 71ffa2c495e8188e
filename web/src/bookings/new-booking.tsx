import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError, api } from '../api.ts';
import { getLabel, type Schema } from '../business/schema.ts';
import { texts as businessTexts } from '../business/texts.ts';
import { type BusinessDocument, type Format, useFormat } from '../format.ts';
import type { IndustryInfo } from '../industries.ts';
import { useRefresh } from '../queries.ts';
import { texts as sharedTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Checkbox, Select, TextArea, TextField } from '../ui/field.tsx';
import { getFormError } from '../ui/form-errors.ts';
import { toast } from '../ui/toast.tsx';
import { Alternatives } from './alternatives.tsx';
import { type Alternative, BOOKINGS_PATH, type Booking, updateBooking, useClassMeetings } from './data.ts';
import {
  buildRequestBody,
  collectFields,
  type Field,
  type FormValues,
  findResourceField,
  getCurrentValue,
} from './form.ts';
import { collectResources, formatResourceLabel } from './layout.ts';
import { MeetingFields } from './meeting-fields.tsx';
import { texts } from './texts.ts';
import { WhenFields } from './when-fields.tsx';

export type Bookable = IndustryInfo['bookings'][number] & { industry: IndustryInfo };
export type InitialBooking = {
  day: string;
  time: string;
  resource?: { id: string; industry: string };
  meetingId?: string;
};

type Props = {
  business: BusinessDocument;
  /** The kinds of bookings, each with its form. */
  bookables: [Bookable, ...Bookable[]];
  initial: InitialBooking;
  onClose(): void;
  onBooked(booking: Booking): void;
};

const START_FIELD = 'startsAt';

const describeConfirmation = ({ status, code, deposit }: Booking, format: Format): string => {
  if (status === 'awaiting_payment' && deposit?.payBy) return texts.held(format.dateTime(deposit.payBy));
  return status === 'waitlisted' ? texts.waitlisted(code) : texts.created(code);
};

/** Uses the customers' booking endpoint, so the same rules apply; its errors contain alternative times. */
export function NewBooking({ business, bookables, initial, onClose, onBooked }: Props) {
  const deriveForm = (bookable: Bookable) => {
    const resources = collectResources(business, [bookable.industry]);
    const fields = collectFields(bookable.form as Schema, business);
    return { resources, fields, resourceField: findResourceField(fields, resources) };
  };
  const [bookable, setBookable] = useState(() => chooseBookable(initial, bookables, deriveForm));
  const { resources, fields, resourceField } = deriveForm(bookable);
  const [day, setDay] = useState(initial.day);
  const [time, setTime] = useState(initial.time);
  const [values, setValues] = useState<FormValues>(() =>
    resourceField && initial.resource ? { [resourceField.path]: initial.resource.id } : {},
  );
  // If the form has no field for the resource, the booking is moved to it afterwards.
  const [resourceId, setResourceId] = useState(initial.resource?.id ?? '');
  const [meetingId, setMeetingId] = useState(initial.meetingId);
  const { data: meetingsOfDay = [] } = useClassMeetings(bookable.meetings ? [bookable.meetings] : [], day);
  const meetings = meetingsOfDay.filter(({ startsAt }) => Date.parse(startsAt) > Date.now());
  const meeting = meetings.find(({ occurrenceId }) => occurrenceId === meetingId) ?? meetings[0];
  const bookingPath = meeting ? bookable.path.replace(/:\w+/, encodeURIComponent(meeting.occurrenceId)) : bookable.path;
  const refresh = useRefresh();
  const format = useFormat();
  const moveToResource = async (booking: Booking) => {
    const isKnownResource = resources.some(({ id }) => id === resourceId);
    if (resourceField || !isKnownResource || !booking.resource || booking.resource.id === resourceId) return booking;
    return updateBooking(booking, { resourceId, version: booking.version }).catch((error: Error) => {
      toast.error(texts.placedElsewhere(booking.resource!.name, error.message));
      return booking;
    });
  };
  const createBooking = useMutation({
    meta: { handlesErrors: true },
    mutationFn: async () =>
      moveToResource(
        await api.post<Booking>(bookingPath, buildRequestBody(fields, { ...values, [START_FIELD]: `${day}T${time}` })),
      ),
    onSuccess: async (booking) => {
      toast.success(describeConfirmation(booking, format));
      await refresh(BOOKINGS_PATH);
      onBooked(booking);
    },
  });
  const apiError = createBooking.error instanceof ApiError ? createBooking.error : undefined;
  const findError = (fieldPath: string) =>
    apiError?.errors.find(({ pointer }) => pointer.endsWith(`/${fieldPath}`))?.detail;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    createBooking.mutate();
  };
  return (
    <Dialog open onClose={onClose} title={texts.form.title}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        {bookables.length > 1 && (
          <Select
            label={texts.form.kind}
            value={bookable.capability}
            options={bookables.map(({ capability, title }) => ({ value: capability, label: title }))}
            onChange={({ target }) => setBookable(bookables.find((bookable) => bookable.capability === target.value)!)}
          />
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          {bookable.meetings ? (
            <MeetingFields
              day={day}
              meetings={meetings}
              selectedMeeting={meeting}
              onDayChange={setDay}
              onMeetingChange={setMeetingId}
            />
          ) : (
            <WhenFields
              day={day}
              time={time}
              error={findError(START_FIELD)}
              onDayChange={setDay}
              onTimeChange={setTime}
            />
          )}
          {!bookable.meetings && !resourceField && resources.length > 1 && (
            <Select
              label={formatResourceLabel([bookable.industry])}
              value={resourceId}
              options={[
                { value: '', label: texts.form.any },
                ...resources.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onChange={({ target }) => setResourceId(target.value)}
            />
          )}
          {fields
            .filter(({ name }) => name !== START_FIELD)
            .map((field) => (
              <BookingField
                key={field.path}
                field={field}
                value={getCurrentValue(field, values)}
                error={findError(field.path)}
                onChange={(value) => setValues((previous) => ({ ...previous, [field.path]: value }))}
              />
            ))}
        </div>
        {createBooking.error && (
          <p role="alert" className="font-medium text-danger">
            {getFormError(createBooking.error) ?? businessTexts.conflict}
          </p>
        )}
        <Alternatives
          alternatives={(apiError?.problem.alternatives as Alternative[] | undefined) ?? []}
          onChoose={({ startsAt }) => {
            setDay(startsAt.slice(0, 10));
            setTime(startsAt.slice(11, 16));
          }}
        />
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            {sharedTexts.actions.cancel}
          </Button>
          <Button type="submit" busy={createBooking.isPending} disabled={Boolean(bookable.meetings) && !meeting}>
            {texts.form.book}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The kind of booking that the chosen person, table or meeting takes. */
function chooseBookable(
  { resource, meetingId }: InitialBooking,
  bookables: Props['bookables'],
  deriveForm: (bookable: Bookable) => { resourceField?: Field },
): Bookable {
  const meetingBookable = meetingId && bookables.find(({ meetings }) => meetings);
  if (meetingBookable) return meetingBookable;
  const industryBookables = bookables.filter(({ industry }) => industry.name === resource?.industry);
  const hasResource = (bookable: Bookable) =>
    deriveForm(bookable).resourceField?.choices?.some(({ value }) => value === resource?.id) ?? false;
  return industryBookables.find(hasResource) ?? industryBookables[0] ?? bookables[0];
}

type FieldProps = { field: Field; value: string; error?: string; onChange(value: string): void };

const TEXT_AREA_MIN_LENGTH = 1_000;
const INPUT_TYPES: Record<string, string> = { date: 'date', email: 'email' };

function BookingField({ field: { name, schema, required, choices }, value, error, onChange }: FieldProps) {
  const label = texts.form.labels[name] ?? getLabel(name);
  const controlProps = {
    label,
    value,
    error,
    required,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  if (choices) return <Select {...controlProps} options={choices} />;
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
        {...controlProps}
        type="number"
        min={schema.minimum}
        max={schema.maximum}
        hint={texts.form.labels[name] ? undefined : schema.description}
      />
    );
  if ((schema.maxLength ?? 0) >= TEXT_AREA_MIN_LENGTH)
    return (
      <div className="sm:col-span-2">
        <TextArea {...controlProps} maxLength={schema.maxLength} />
      </div>
    );
  const type = name === 'phone' ? 'tel' : (INPUT_TYPES[schema.format ?? ''] ?? 'text');
  const hint = name === 'phone' ? texts.form.contactHint : undefined;
  return <TextField {...controlProps} type={type} maxLength={schema.maxLength} hint={hint} autoComplete="off" />;
}
