import { TextField } from '../ui/field.tsx';
import { texts } from './texts.ts';

type Props = {
  day: string;
  time: string;
  error?: string | undefined;
  onDayChange(day: string): void;
  onTimeChange(time: string): void;
};

export function WhenFields({ day, time, error, onDayChange, onTimeChange }: Props) {
  return (
    <>
      <TextField
        label={texts.form.date}
        type="date"
        required
        value={day}
        onChange={({ target }) => onDayChange(target.value)}
      />
      <TextField
        label={texts.form.time}
        type="time"
        required
        value={time}
        error={error}
        onChange={({ target }) => onTimeChange(target.value)}
      />
    </>
  );
}
