import { useFormat } from '../format.ts';
import { Select, TextField } from '../ui/field.tsx';
import type { ClassMeeting } from './data.ts';
import { texts } from './texts.ts';

type Props = {
  day: string;
  meetings: ClassMeeting[];
  selectedMeeting: ClassMeeting | undefined;
  onDayChange(day: string): void;
  onMeetingChange(occurrenceId: string): void;
};

/** For classes: the form offers the day's meetings instead of a free choice of time. */
export function MeetingFields({ day, meetings, selectedMeeting, onDayChange, onMeetingChange }: Props) {
  const format = useFormat();
  const describeSpots = ({ spotsLeft }: ClassMeeting) =>
    spotsLeft ? texts.form.spotsLeft(spotsLeft) : texts.form.full;
  return (
    <>
      <TextField
        label={texts.form.date}
        type="date"
        required
        value={day}
        onChange={({ target }) => onDayChange(target.value)}
      />
      {selectedMeeting ? (
        <Select
          label={texts.form.meeting}
          value={selectedMeeting.occurrenceId}
          options={meetings.map((meeting) => ({
            value: meeting.occurrenceId,
            label: `${format.time(meeting.startsAt)} ${meeting.name} · ${describeSpots(meeting)}`,
          }))}
          onChange={({ target }) => onMeetingChange(target.value)}
        />
      ) : (
        <p className="self-end py-2 text-muted">{texts.form.noMeetingsLeft}</p>
      )}
    </>
  );
}
