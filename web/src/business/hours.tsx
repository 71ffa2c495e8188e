import { Copy, Plus, X } from 'lucide-react';
import { useRef } from 'react';
import type { FieldError } from '../api.ts';
import type { Hours } from '../format.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Menu } from '../ui/menu.tsx';
import { addMinutes } from './add-minutes.ts';
import { getLabel } from './schema.ts';
import { texts } from './texts.ts';

export const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
type Day = (typeof DAYS)[number];
type Period = [from: string, to: string];

type Props = {
  value: Hours;
  onChange(hours: Hours): void;
  errors?: FieldError[];
  pointer?: string;
  disabled?: boolean;
};

/** Edits several periods per day; a day can be copied to others. */
export function HoursEditor({ value, onChange, errors = [], pointer = '/hours', disabled }: Props) {
  const setDays = (days: readonly Day[], periods: Period[]) =>
    onChange({
      ...value,
      ...Object.fromEntries(days.map((day) => [day, periods.map((period): Period => [...period])])),
    });
  return (
    <div className="flex max-w-3xl flex-col divide-y divide-line">
      {DAYS.map((day) => (
        <DayRow
          key={day}
          day={day}
          periods={value[day] ?? []}
          onChange={(periods) => setDays([day], periods)}
          onCopy={(days) => setDays(days, value[day] ?? [])}
          error={errors.find((error) => error.pointer.startsWith(`${pointer}/${day}`))?.detail}
          disabled={disabled}
        />
      ))}
    </div>
  );
}

type RowProps = {
  day: Day;
  periods: Period[];
  onChange(periods: Period[]): void;
  onCopy(days: readonly Day[]): void;
  error?: string;
  disabled?: boolean;
};

function DayRow({ day, periods, onChange, onCopy, error, disabled }: RowProps) {
  const name = getLabel(day);
  const rowElement = useRef<HTMLFieldSetElement>(null);
  const addPeriod = () => {
    const lastClosing = periods.at(-1)?.[1];
    onChange([
      ...periods,
      lastClosing && lastClosing < '20:00'
        ? [addMinutes(lastClosing, 60), addMinutes(lastClosing, 240)]
        : ['09:00', '17:00'],
    ]);
    // Focus the new period.
    requestAnimationFrame(() => rowElement.current?.querySelectorAll('input')[periods.length * 2]?.focus());
  };
  return (
    <fieldset
      ref={rowElement}
      disabled={disabled}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2 py-3 sm:grid-cols-[7rem_minmax(0,1fr)_auto]"
    >
      <legend className="sr-only">{name}</legend>
      <p className="pt-2 font-medium">{name}</p>
      <div className="flex min-w-0 flex-col gap-2 max-sm:order-last max-sm:col-span-2">
        {!periods.length && <p className="text-muted sm:pt-2">{texts.hours.closed}</p>}
        {periods.map(([from, to], index) => {
          const changePeriod = (period: Period) => onChange(periods.with(index, period));
          return (
            <div key={index} className="grid grid-cols-[1fr_auto_1fr_auto] items-center gap-x-2 sm:flex">
              <TimeField
                label={texts.hours.from(name)}
                value={from}
                onChange={(newTime) => changePeriod([newTime, to])}
              />
              <span className="text-muted">{texts.hours.until}</span>
              <TimeField
                label={texts.hours.to(name)}
                value={to === '24:00' ? '00:00' : to}
                onChange={(newTime) => changePeriod([from, newTime === '00:00' ? '24:00' : newTime])}
              />
              <IconButton
                label={texts.hours.remove(name, from, to)}
                onClick={() => onChange(periods.filter((_, otherIndex) => otherIndex !== index))}
              >
                <X aria-hidden />
              </IconButton>
              {to < from && <span className="text-sm text-muted max-sm:col-span-4">{texts.hours.endsNextDay}</span>}
            </div>
          );
        })}
        {error && <p className="text-sm font-medium text-danger">{error}</p>}
      </div>
      <div className="flex items-center gap-1">
        <Button small variant="quiet" aria-label={texts.hours.add(name)} onClick={addPeriod}>
          <Plus className="size-4" aria-hidden />
          {texts.hours.addShort}
        </Button>
        <Menu
          trigger={(attributes) => (
            <IconButton {...attributes} label={texts.hours.copy(name)}>
              <Copy aria-hidden />
            </IconButton>
          )}
          groups={[
            [
              { label: texts.hours.copyAll, onSelect: () => onCopy(DAYS) },
              { label: texts.hours.copyWeekdays, onSelect: () => onCopy(DAYS.slice(0, 5)) },
              { label: texts.hours.copyNext, onSelect: () => onCopy([DAYS[(DAYS.indexOf(day) + 1) % 7]!]) },
            ],
          ]}
        />
      </div>
    </fieldset>
  );
}

const TimeField = ({ label, value, onChange }: { label: string; value: string; onChange(value: string): void }) => (
  <div className="min-w-0 sm:w-36">
    <TextField
      className="max-sm:px-2"
      label={label}
      hideLabel
      type="time"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  </div>
);
