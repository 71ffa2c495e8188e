import { useFormat } from '../format.ts';
import { useActiveIndustries } from '../industries.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { type Column, Table } from '../ui/table.tsx';
import type { Booking } from './data.ts';
import { TONES } from './details.tsx';
import { blocksOf, blockText, resourceLabel, weekOf } from './layout.ts';
import { texts } from './texts.ts';

type Props = { label: string; bookings: Booking[]; onOpen(booking: Booking): void };

export function BookingTable({ label, bookings, onOpen }: Props) {
  const format = useFormat();
  const customerName = ({ sealed, customer }: Booking) => (sealed && !customer.name ? texts.patient : customer.name);
  const columns: Column<Booking>[] = [
    {
      header: texts.columns.when,
      cell: ({ startsAt, endsAt }) => `${format.dateTime(startsAt)} – ${format.time(endsAt)}`,
    },
    { header: texts.columns.who, cell: customerName },
    {
      header: texts.columns.what,
      cell: ({ service, partySize }) => service?.name ?? (partySize ? texts.party(partySize) : ''),
    },
    { header: resourceLabel(useActiveIndustries()), cell: ({ resource }) => resource?.name ?? '' },
    { header: texts.columns.status, cell: ({ status }) => <Badge tone={TONES[status]}>{texts.status[status]}</Badge> },
    {
      header: texts.columns.open,
      hideHeader: true,
      alignEnd: true,
      cell: (booking) => (
        <Button
          variant="secondary"
          small
          className="print:hidden"
          aria-label={texts.open(customerName(booking))}
          onClick={() => onOpen(booking)}
        >
          {texts.columns.open}
        </Button>
      ),
    },
  ];
  return <Table label={label} columns={columns} rows={bookings} rowKey={({ id }) => id} />;
}

/** One column per day, sorted by time; on phones the days are stacked. */
export function WeekGrid({ monday, bookings, onOpen }: { monday: string } & Omit<Props, 'label'>) {
  const format = useFormat();
  const today = format.today();
  return (
    <ol className="grid md:grid-cols-7">
      {weekOf(monday).map((day) => {
        const blocks = blocksOf(
          bookings.filter(({ startsAt }) => startsAt.startsWith(day)),
          day,
        );
        return (
          <li key={day} className="min-w-0 border-line p-2 max-md:border-b md:min-h-64 md:border-l md:first:border-l-0">
            <h3 className={`mb-2 text-center text-sm font-semibold ${day === today ? 'text-accent' : 'text-muted'}`}>
              {format.shortDay(day)}
            </h3>
            <ul className="flex flex-col gap-1.5">
              {blocks.map(({ key, booking, people }) => (
                <li key={key}>
                  <button
                    type="button"
                    onClick={() => onOpen(booking)}
                    className="w-full rounded-lg border border-accent bg-accent-soft px-2 py-1 text-left text-sm"
                  >
                    <span className="block font-medium">{format.time(booking.startsAt)}</span>
                    <span className="block truncate">{blockText(booking, people).who}</span>
                    <span className="block truncate text-muted">
                      {[blockText(booking, people).what, booking.resource?.name].filter(Boolean).join(' · ')}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </li>
        );
      })}
    </ol>
  );
}
