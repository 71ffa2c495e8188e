import { useFormat } from '../format.ts';
import { useActiveIndustries } from '../industries.ts';
import { type ClassMeeting, useClassMeetings } from './data.ts';
import { texts } from './texts.ts';

type ListProps = { meetings: ClassMeeting[]; onAdd?: (meeting: ClassMeeting) => void };
type Props = { firstDay: string; dayCount: number; findDay(time: string): string; onAdd?: ListProps['onAdd'] };

/** The classes of a day or a week, booked or not. Below the grid, which must not move when they arrive. */
export function Meetings({ firstDay, dayCount, findDay, onAdd }: Props) {
  const format = useFormat();
  const timetablePaths = useActiveIndustries().flatMap(({ bookings }) =>
    bookings.flatMap(({ meetings }) => meetings ?? []),
  );
  const { data = [] } = useClassMeetings(timetablePaths, firstDay, dayCount);
  if (!data.length) return null;
  return (
    <section aria-label={texts.meetings} className="border-t border-line px-4 py-3">
      <h2 className="mb-2 text-sm font-medium text-muted">{texts.meetings}</h2>
      {dayCount === 1 ? (
        <MeetingList meetings={data} onAdd={onAdd} />
      ) : (
        <div className="grid gap-3">
          {[...Map.groupBy(data, ({ startsAt }) => findDay(startsAt))].map(([day, meetings]) => (
            <section key={day} aria-label={format.longDay(day)} className="gap-3 sm:flex">
              <h3 className="w-24 shrink-0 pt-1.5 text-sm max-sm:mb-1">{format.shortDay(day)}</h3>
              <MeetingList meetings={meetings} onAdd={onAdd} />
            </section>
          ))}
        </div>
      )}
    </section>
  );
}

/** Choosing a class adds a customer to it. */
function MeetingList({ meetings, onAdd }: ListProps) {
  const format = useFormat();
  return (
    <ul className="flex flex-wrap gap-2">
      {meetings.map((meeting) => {
        const { occurrenceId, name, startsAt, capacity, spotsLeft } = meeting;
        const content = (
          <>
            <span className="block font-medium wrap-anywhere">{name}</span>{' '}
            <span className="block text-sm text-muted">
              {format.time(startsAt)} · {texts.spotsBooked(capacity - spotsLeft, capacity)}
            </span>
          </>
        );
        const className = 'block rounded-lg border border-line px-3 py-1.5 text-left';
        return (
          <li key={occurrenceId} className="min-w-0">
            {onAdd && Date.parse(startsAt) > Date.now() ? (
              <button
                type="button"
                className={`${className} hover:border-accent hover:bg-accent-soft`}
                aria-description={texts.addToMeeting}
                onClick={() => onAdd(meeting)}
              >
                {content}
              </button>
            ) : (
              <div className={className}>{content}</div>
            )}
          </li>
        );
      })}
    </ul>
  );
}
