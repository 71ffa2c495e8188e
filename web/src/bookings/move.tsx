import { type FormEvent, type ReactNode, useState } from 'react';
import type { ApiError } from '../api.ts';
import { useBusinessDocument, useFormat } from '../format.ts';
import { useActiveIndustries } from '../industries.ts';
import { useGet } from '../queries.ts';
import { texts as sharedTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Select } from '../ui/field.tsx';
import { Loaded } from '../ui/states.tsx';
import { Alternatives } from './alternatives.tsx';
import type { Alternative, Booking, Timetable } from './data.ts';
import type { DropTarget } from './grid-types.ts';
import { collectResources, formatResourceLabel } from './layout.ts';
import { texts } from './texts.ts';
import { WhenFields } from './when-fields.tsx';

type Props = {
  booking: Booking;
  onMove(booking: Booking, target: DropTarget): Promise<void>;
  onMoved(): void;
  onCancel(): void;
};

/** An alternative to dragging. */
export const MoveForm = (props: Props) =>
  props.booking.kind === 'class' ? <MoveToMeetingForm {...props} /> : <MoveToTimeForm {...props} />;

function MoveToTimeForm({ booking, onMove, onMoved, onCancel }: Props) {
  const { data } = useBusinessDocument();
  const [day, setDay] = useState(booking.startsAt.slice(0, 10));
  const [time, setTime] = useState(booking.startsAt.slice(11, 16));
  const [resourceId, setResourceId] = useState(booking.resource?.id ?? '');
  const [alternatives, setAlternatives] = useState<Alternative[]>([]);
  const industries = useActiveIndustries();
  const resources = collectResources(data, industries);
  const unlistedResources =
    booking.resource && !resources.some(({ id }) => id === booking.resource?.id) ? [booking.resource] : [];
  const move = async () => {
    try {
      await onMove(booking, { startsAt: `${day}T${time}`, resourceId });
      onMoved();
    } catch (error) {
      setAlternatives(((error as ApiError).problem?.alternatives as Alternative[] | undefined) ?? []);
    }
  };
  return (
    <MoveFormFrame onSubmit={move} onCancel={onCancel}>
      <div className="grid gap-3 sm:grid-cols-3">
        <WhenFields day={day} time={time} onDayChange={setDay} onTimeChange={setTime} />
        <Select
          label={formatResourceLabel(industries.filter(({ name }) => name === booking.industry))}
          value={resourceId}
          options={[...unlistedResources, ...resources].map(({ id, name }) => ({ value: id, label: name }))}
          onChange={({ target }) => setResourceId(target.value)}
        />
      </div>
      <Alternatives
        alternatives={alternatives}
        onChoose={({ startsAt, resource }) => {
          setDay(startsAt.slice(0, 10));
          setTime(startsAt.slice(11, 16));
          setResourceId(resource.id);
        }}
      />
    </MoveFormFrame>
  );
}

const DAYS_AHEAD = 14;

/** A class booking can only move to another meeting that has spots left. */
function MoveToMeetingForm({ booking, onMove, onMoved, onCancel }: Props) {
  const format = useFormat();
  const query = useGet<Timetable>(`/api/v1/${booking.industry}/classes`, { days: DAYS_AHEAD });
  const [selectedStart, setSelectedStart] = useState<string>();
  return (
    <Loaded query={query} skeletonLines={2}>
      {({ classes }) => {
        const meetings = classes.filter(
          ({ id, startsAt, spotsLeft }) => id === booking.service?.id && spotsLeft > 0 && startsAt !== booking.startsAt,
        );
        const [firstMeeting] = meetings;
        if (!firstMeeting) return <p className="text-muted">{texts.form.noOtherMeetings}</p>;
        const startsAt = selectedStart ?? firstMeeting.startsAt;
        // On failure the error is already shown; reload the meetings.
        const move = () =>
          onMove(booking, { startsAt: startsAt.slice(0, 16), resourceId: '' }).then(onMoved, () => query.refetch());
        return (
          <MoveFormFrame onSubmit={move} onCancel={onCancel}>
            <Select
              label={texts.form.moveTo}
              value={startsAt}
              options={meetings.map((meeting) => ({
                value: meeting.startsAt,
                label: `${format.dateTime(meeting.startsAt)} · ${texts.form.spotsLeft(meeting.spotsLeft)}`,
              }))}
              onChange={({ target }) => setSelectedStart(target.value)}
            />
          </MoveFormFrame>
        );
      }}
    </Loaded>
  );
}

type MoveFormFrameProps = { children: ReactNode; onSubmit(): Promise<unknown>; onCancel(): void };

function MoveFormFrame({ children, onSubmit, onCancel }: MoveFormFrameProps) {
  const [isBusy, setIsBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    await onSubmit().finally(() => setIsBusy(false));
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3 rounded-xl border border-line p-4">
      {children}
      <div className="flex justify-end gap-2">
        <Button variant="secondary" onClick={onCancel}>
          {sharedTexts.actions.cancel}
        </Button>
        <Button type="submit" busy={isBusy}>
          {texts.actions.confirmMove}
        </Button>
      </div>
    </form>
  );
}
