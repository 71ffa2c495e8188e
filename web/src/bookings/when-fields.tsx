import { TextField } from '../ui/field.tsx';
import { texts } from './texts.ts';

type Props = {
  day: string;
  time: string;
  error?: string | undefined;
  onDay(day: string): void;
  onTime(time: string): void;
};

export function WhenFields({ day, time, error, onDay, onTime }: Props) {
  return (
    <>
      <TextField
        label={texts.form.date}
        type="date"
        required
        value={day}
        onChange={({ target }) => onDay(target.value)}
      />
      <TextField
        label={texts.form.time}
        type="time"
        required
        value={time}
        error={error}
        onChange={({ target }) => onTime(target.value)}
      />
    </>
  );
}
