// A day or a week of bookings: a grid of hours, or a list on phones.
import { useSyncExternalStore } from 'react';
import { type BusinessDocument, useFormat } from '../format.ts';
import { useActiveIndustries } from '../industries.ts';
import { Button } from '../ui/button.tsx';
import type { Booking, ClassMeeting } from './data.ts';
import { TimeGrid } from './grid.tsx';
import type { DropTarget, EmptySlot, GridColumn } from './grid-types.ts';
import { findBusinessDay, findClosure, findOpenSpans, findWorkingSpans, toMinutesAfterMidnight } from './hours.ts';
import {
  arrangeInCells,
  type Block,
  chooseShownHours,
  collectResources,
  formatResourceLabel,
  groupIntoBlocks,
  isScheduled,
  listDaysOfWeek,
  type Resource,
  splitResourceIds,
} from './layout.ts';
import { Agenda, WeekList } from './lists.tsx';
import { Meetings } from './meetings.tsx';
import { texts } from './texts.ts';

/** How many bookings side by side can still be read: in one of many columns, and in a column alone. */
const [MAX_LANES, MAX_LANES_OF_ONLY_COLUMN] = [2, 8];

/** The width at which the navigation moves into a drawer. Paper is not a phone. */
const PHONE_MEDIA_QUERY = window.matchMedia('screen and (width < 48rem)');
const subscribeToPhoneMediaQuery = (onChange: () => void) => {
  PHONE_MEDIA_QUERY.addEventListener('change', onChange);
  return () => PHONE_MEDIA_QUERY.removeEventListener('change', onChange);
};
const useIsPhone = () => useSyncExternalStore(subscribeToPhoneMediaQuery, () => PHONE_MEDIA_QUERY.matches);

type Props = {
  bookings: Booking[];
  business: BusinessDocument;
  /** The local time, and the business day it belongs to. */
  now: string;
  today: string;
  canChange: boolean;
  /** The bookings are still those of the day or week before. */
  isLoading: boolean;
  onOpen(booking: Booking): void;
  onOpenDay(day: string): void;
  onMove(booking: Booking, target: DropTarget): void;
  onAdd(slot?: EmptySlot): void;
};

export function DayView({ day, ...props }: Props & { day: string }) {
  const { bookings, business, now, today, onAdd, onOpen } = props;
  const format = useFormat();
  const industries = useActiveIndustries();
  const isPhone = useIsPhone();
  const blocks = groupIntoBlocks(
    bookings.filter((booking) => isScheduled(booking) && findBusinessDay(business, booking.startsAt) === day),
    day,
  );
  const openHours = findOpenSpans(business, day);
  const resources = collectResources(business, industries);
  const nowMinutes = day === today ? toMinutesAfterMidnight(now, day) : undefined;
  const notice = openHours.length ? texts.noneOnDay : texts.closedOnDay(findClosure(business, day)?.reason);
  const isEmpty = !blocks.length;
  return (
    <>
      {(isEmpty || !openHours.length) && !props.isLoading && (
        <ViewNotice text={notice} onAdd={isEmpty && props.canChange ? () => onAdd() : undefined} />
      )}
      {isPhone ? (
        (openHours.length > 0 || !isEmpty) && (
          <Agenda
            key={day}
            blocks={blocks}
            openHours={openHours}
            resources={resources}
            onOpen={onOpen}
            resourceLabel={formatResourceLabel(industries)}
            nowMinutes={nowMinutes}
          />
        )
      ) : (
        <TimeGrid
          {...props}
          label={texts.grid(format.longDay(day))}
          closedText={openHours.length ? texts.off : ''}
          columns={createResourceColumns(day, blocks, resources, business, format.local)}
          shownHours={chooseShownHours(openHours, blocks)}
          slotMinutes={business.booking.slotMinutes}
          format={format}
          now={nowMinutes === undefined ? undefined : { minutes: nowMinutes }}
        />
      )}
      <PeriodMeetings {...props} firstDay={day} dayCount={1} />
    </>
  );
}

function createResourceColumns(
  day: string,
  blocks: Block[],
  resources: Resource[],
  business: BusinessDocument,
  toLocal: (time: string) => string,
): GridColumn[] {
  const isKnown = (id: string) => resources.some((resource) => resource.id === id);
  const otherBlocks = blocks.filter(({ booking }) => !splitResourceIds(booking).every(isKnown));
  const columns: GridColumn[] = resources.map(({ id, name, industry, ...schedule }) => ({
    key: `${industry} ${id}`,
    name,
    heading: name,
    day,
    resource: { id, industry },
    openHours: findWorkingSpans(business, schedule, day, toLocal),
    cells: arrangeInCells(blocks.filter(({ booking }) => splitResourceIds(booking).includes(id))),
  }));
  if (resources.length && !otherBlocks.length) return columns;
  const otherName = otherBlocks.every(({ booking }) => booking.kind === 'class') ? texts.meetings : texts.noResource;
  const [name, maxLanes] = resources.length ? [otherName, MAX_LANES] : [texts.onlyColumn, MAX_LANES_OF_ONLY_COLUMN];
  const openHours = findOpenSpans(business, day);
  return [...columns, { key: '', name, heading: name, day, openHours, cells: arrangeInCells(otherBlocks, maxLanes) }];
}

export function WeekView({ monday, ...props }: Props & { monday: string }) {
  const { bookings, business, now, today, onOpen, onOpenDay, onAdd } = props;
  const format = useFormat();
  const isPhone = useIsPhone();
  const scheduledByDay = Map.groupBy(bookings.filter(isScheduled), ({ startsAt }) =>
    findBusinessDay(business, startsAt),
  );
  const days = listDaysOfWeek(monday).map((day) => {
    const openHours = findOpenSpans(business, day);
    return { day, openHours, isClosed: !openHours.length, blocks: groupIntoBlocks(scheduledByDay.get(day) ?? [], day) };
  });
  const blocks = days.flatMap((weekDay) => weekDay.blocks);
  const weekList = <WeekList days={days} today={today} onOpen={onOpen} onOpenDay={onOpenDay} />;
  return (
    <>
      {!blocks.length && !props.isLoading && (
        <ViewNotice text={texts.noneInWeek} onAdd={props.canChange ? () => onAdd() : undefined} />
      )}
      {isPhone ? (
        weekList
      ) : (
        <>
          <TimeGrid
            {...props}
            className="print:hidden"
            closedText={texts.closed}
            label={texts.week(`${format.shortDay(monday)} – ${format.shortDay(days.at(-1)!.day)}`)}
            columns={days.map(({ day, openHours, blocks: dayBlocks }) => ({
              key: day,
              name: format.shortDay(day),
              day,
              openHours,
              cells: arrangeInCells(dayBlocks, MAX_LANES),
              heading: (
                <button
                  type="button"
                  title={texts.openDay(format.longDay(day))}
                  onClick={() => onOpenDay(day)}
                  className={`w-full truncate rounded hover:underline ${day === today ? 'font-semibold text-accent' : ''}`}
                >
                  {format.shortDay(day)}
                </button>
              ),
            }))}
            shownHours={chooseShownHours(
              days.flatMap(({ openHours }) => openHours),
              blocks,
            )}
            slotMinutes={business.booking.slotMinutes}
            format={format}
            now={
              days.some(({ day }) => day === today)
                ? { minutes: toMinutesAfterMidnight(now, today), column: today }
                : undefined
            }
          />
          <div className="hidden print:block">{weekList}</div>
        </>
      )}
      <PeriodMeetings {...props} firstDay={monday} dayCount={7} />
    </>
  );
}

function PeriodMeetings({
  business,
  canChange,
  onAdd,
  firstDay,
  dayCount,
}: Props & { firstDay: string; dayCount: number }) {
  const findDay = (time: string) => findBusinessDay(business, time);
  const add = ({ occurrenceId, startsAt }: ClassMeeting) => {
    const day = findDay(startsAt);
    onAdd({ day, minutes: toMinutesAfterMidnight(startsAt, day), meetingId: occurrenceId });
  };
  return <Meetings firstDay={firstDay} dayCount={dayCount} findDay={findDay} onAdd={canChange ? add : undefined} />;
}

const ViewNotice = ({ text, onAdd }: { text: string; onAdd?: () => void }) => (
  <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-2 text-muted">
    <p>{text}</p>
    {onAdd && (
      <Button variant="secondary" small className="print:hidden" onClick={onAdd}>
        {texts.add}
      </Button>
    )}
  </div>
);
