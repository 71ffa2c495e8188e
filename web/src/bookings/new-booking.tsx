import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError, api } from '../api.ts';
import type { BusinessDocument } from '../format.ts';
import { useRefresh } from '../queries.ts';
import { texts as shared } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Select, TextArea, TextField } from '../ui/field.tsx';
import { toast } from '../ui/toast.tsx';
import { Alternatives } from './alternatives.tsx';
import { type Alternative, BOOKINGS, type Booking } from './data.ts';
import { texts } from './texts.ts';

const PATHS: Record<string, string> = {
  restaurant: '/api/v1/restaurant/reservations',
  salon: '/api/v1/salon/appointments',
  medical: '/api/v1/medical/appointments',
  fitness: '/api/v1/fitness/training',
};
const EMPTY = { partySize: '2', service: '', person: '', name: '', dateOfBirth: '', phone: '', email: '', notes: '' };
type Draft = typeof EMPTY & { industry: string; day: string; time: string };
type Named = { id: string; name: string };

type Props = { business: BusinessDocument; day: string; onClose(): void; onBooked(booking: Booking): void };

/** The same endpoint that customers book by, so the same rules; what they do not allow comes back with other times. */
export function NewBooking({ business, day, onClose, onBooked }: Props) {
  const industries = business.industries.filter((name) => PATHS[name]);
  const [draft, setDraft] = useState<Draft>({ ...EMPTY, industry: industries[0] ?? '', day, time: '12:00' });
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }));
  const refresh = useRefresh();
  const book = useMutation({
    meta: { quiet: true },
    mutationFn: (wanted: Draft) => api.post<Booking>(PATHS[wanted.industry]!, bodyOf(wanted, business)),
    onSuccess: async (booking) => {
      toast.done(texts.created(booking.code));
      await refresh(BOOKINGS);
      onBooked(booking);
    },
  });
  const problem = book.error instanceof ApiError ? book.error : undefined;
  const errorAt = (pointer: string) => problem?.errors.find((error) => error.pointer.endsWith(pointer))?.detail;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    book.mutate(draft);
  };
  const field = (name: keyof Draft, label: string, more: object = {}) => (
    <TextField
      label={label}
      value={draft[name]}
      error={errorAt(`/${name}`)}
      onChange={({ target }) => set({ [name]: target.value })}
      {...more}
    />
  );
  return (
    <Dialog open onClose={onClose} title={texts.form.title}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        {industries.length > 1 && (
          <Select
            label={texts.form.kind}
            value={draft.industry}
            options={industries.map((name) => ({ value: name, label: texts.form.kinds[name] ?? name }))}
            onChange={({ target }) => set({ industry: target.value, service: '', person: '' })}
          />
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          {field('day', texts.form.date, { type: 'date', required: true })}
          {field('time', texts.form.time, { type: 'time', required: true, error: errorAt('/startsAt') })}
        </div>
        <Wish draft={draft} business={business} set={set} />
        <div className="grid gap-4 sm:grid-cols-2">
          {field('name', texts.form.name, { required: true, maxLength: 200, autoComplete: 'off' })}
          {draft.industry === 'medical' &&
            field('dateOfBirth', texts.form.dateOfBirth, { type: 'date', required: true })}
          {field('phone', texts.form.phone, { type: 'tel', hint: texts.form.contactHint, autoComplete: 'off' })}
          {field('email', texts.form.email, { type: 'email', autoComplete: 'off' })}
        </div>
        <TextArea
          label={texts.form.notes}
          value={draft.notes}
          onChange={({ target }) => set({ notes: target.value })}
        />
        {book.error && (
          <p role="alert" className="font-medium text-danger">
            {book.error.message}
          </p>
        )}
        <Alternatives
          of={(problem?.problem.alternatives as Alternative[] | undefined) ?? []}
          onChoose={({ startsAt }) => set({ day: startsAt.slice(0, 10), time: startsAt.slice(11, 16) })}
        />
        <div className="flex justify-end gap-2">
          <Button look="secondary" onClick={onClose}>
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

type WishProps = { draft: Draft; business: BusinessDocument; set(change: Partial<Draft>): void };

/** What each industry's bookings ask for beside time and person. */
function Wish({ draft, business, set }: WishProps) {
  const { industry } = draft;
  if (industry === 'restaurant')
    return (
      <TextField
        label={texts.form.partySize}
        type="number"
        min={1}
        max={1000}
        required
        value={draft.partySize}
        onChange={({ target }) => set({ partySize: target.value })}
      />
    );
  const { services, people } = choicesOf(industry, business);
  const options = (those: Named[]) => those.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {services.length > 0 && (
        <Select
          label={industry === 'medical' ? texts.form.visitType : texts.form.service}
          value={draft.service || services[0]!.id}
          options={options(services)}
          onChange={({ target }) => set({ service: target.value })}
        />
      )}
      <Select
        label={texts.form.with}
        value={draft.person}
        options={[{ value: '', label: texts.form.anyone }, ...options(people)]}
        onChange={({ target }) => set({ person: target.value })}
      />
    </div>
  );
}

function choicesOf(
  industry: string,
  { salon, medical, fitness }: BusinessDocument,
): { services: Named[]; people: Named[] } {
  if (industry === 'salon') return { services: salon?.services ?? [], people: salon?.stylists ?? [] };
  if (industry === 'medical') return { services: medical?.visitTypes ?? [], people: medical?.providers ?? [] };
  return { services: [], people: fitness?.trainers ?? [] };
}

function bodyOf(draft: Draft, business: BusinessDocument): object {
  const { industry, day, time, name, phone, email, dateOfBirth, person, notes } = draft;
  const contact = { name, ...(phone ? { phone } : {}), ...(email ? { email } : {}) };
  const service = draft.service || choicesOf(industry, business).services[0]?.id;
  const common = { startsAt: `${day}T${time}`, ...(notes ? { notes } : {}) };
  const by = (field: string) => (person ? { [field]: person } : {});
  switch (industry) {
    case 'restaurant':
      return { ...common, customer: contact, partySize: Number(draft.partySize) };
    case 'salon':
      return { ...common, customer: contact, service, ...by('stylist') };
    case 'medical':
      return { ...common, patient: { ...contact, dateOfBirth }, visitType: service, ...by('provider') };
    default:
      return { ...common, customer: contact, ...by('trainer') };
  }
}
