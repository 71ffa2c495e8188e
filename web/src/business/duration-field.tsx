import { useState } from 'react';
import { Select, TextField } from '../ui/field.tsx';
import { UNITS, type Unit, unitOf } from './duration.ts';
import { texts } from './texts.ts';

type Props = { label: string; value: unknown; onChange(value: unknown): void; hint?: string; error?: string };

/** Kept in minutes, and told in minutes, hours or days. */
export function DurationField({ label, value, onChange, hint, error }: Props) {
  const minutes = typeof value === 'number' ? value : undefined;
  const [unit, setUnit] = useState<Unit>(unitOf(minutes));
  const shown = minutes === undefined ? '' : minutes / UNITS[unit];
  const change = (text: string, next: Unit) =>
    onChange(text === '' ? undefined : Math.round(Number(text) * UNITS[next]));
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <TextField
          {...{ label, hint, error }}
          type="number"
          inputMode="decimal"
          step="any"
          min={0}
          value={shown}
          onChange={({ target }) => change(target.value, unit)}
        />
      </div>
      <div className="mt-7.5 shrink-0">
        <Select
          label={texts.unitOf(label)}
          hideLabel
          value={unit}
          options={Object.entries(texts.units).map(([name, called]) => ({ value: name, label: called }))}
          onChange={({ target }) => {
            setUnit(target.value as Unit);
            change(String(shown), target.value as Unit);
          }}
        />
      </div>
    </div>
  );
}
