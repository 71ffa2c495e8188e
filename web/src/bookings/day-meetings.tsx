import { useFormat } from '../format.ts';
import { type Meeting, useMeetings } from './data.ts';
import { texts } from './texts.ts';

type Props = { paths: string[]; day: string; onAdd?: (meeting: Meeting) => void };

/** The day's classes, booked or not. Choosing one adds a customer to it. Below the grid, which must not move when they arrive. */
export function DayMeetings({ paths, day, onAdd }: Props) {
  const format = useFormat();
  const { data: meetings = [] } = useMeetings(paths, day);
  if (!meetings.length) return null;
  return (
    <section aria-label={texts.meetings} className="border-t border-line px-4 py-3">
      <h2 className="mb-2 text-sm font-medium text-muted">{texts.meetings}</h2>
      <ul className="flex flex-wrap gap-2">
        {meetings.map((meeting) => {
          const { occurrenceId, name, startsAt, capacity, spotsLeft } = meeting;
          const content = (
            <>
              <span className="block font-medium wrap-anywhere">{name}</span>{' '}
              <span className="block text-sm text-muted">
                {format.time(startsAt)} · {texts.taken(capacity - spotsLeft, capacity)}
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
    </section>
  );
}
