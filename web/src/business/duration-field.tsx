import { useState } from 'react';
import { Select, TextField } from '../ui/field.tsx';
import { chooseUnit, MINUTES_PER_UNIT, type Unit } from './duration.ts';
import { texts } from './texts.ts';

type Props = { label: string; value: unknown; onChange(value: unknown): void; hint?: string; error?: string };

/** Stored in minutes, edited in minutes, hours or days. */
export function DurationField({ label, value, onChange, hint, error }: Props) {
  const minutes = typeof value === 'number' ? value : undefined;
  const [unit, setUnit] = useState<Unit>(chooseUnit(minutes));
  const displayedValue = minutes === undefined ? '' : minutes / MINUTES_PER_UNIT[unit];
  const changeDuration = (text: string, newUnit: Unit) =>
    onChange(text === '' ? undefined : Math.round(Number(text) * MINUTES_PER_UNIT[newUnit]));
  return (
    <TextField
      label={label}
      hint={hint}
      error={error}
      className="max-w-28"
      type="number"
      inputMode="decimal"
      step="any"
      min={0}
      value={displayedValue}
      onChange={({ target }) => changeDuration(target.value, unit)}
      suffix={
        <Select
          label={texts.unitOf(label)}
          hideLabel
          value={unit}
          options={Object.entries(texts.units).map(([name, unitLabel]) => ({ value: name, label: unitLabel }))}
          onChange={({ target }) => {
            setUnit(target.value as Unit);
            changeDuration(String(displayedValue), target.value as Unit);
          }}
        />
      }
    />
  );
}
