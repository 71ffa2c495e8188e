import { useFormat } from '../format.ts';
import { useActiveIndustries } from '../industries.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { type Column, Table } from '../ui/table.tsx';
import type { Booking } from './data.ts';
import { STATUS_TONES } from './details.tsx';
import { formatResourceLabel } from './layout.ts';
import { texts } from './texts.ts';

type Props = { label: string; bookings: Booking[]; onOpen(booking: Booking): void };

export function BookingTable({ label, bookings, onOpen }: Props) {
  const format = useFormat();
  // `sealed`: a patient’s booking, whose details are stored encrypted and hidden in lists.
  const formatCustomerName = ({ sealed, customer }: Booking) =>
    sealed && !customer.name ? texts.patient : customer.name;
  const columns: Column<Booking>[] = [
    {
      header: texts.columns.when,
      cell: ({ startsAt, endsAt }) => `${format.dateTime(startsAt)} – ${format.time(endsAt)}`,
    },
    { header: texts.columns.who, cell: formatCustomerName },
    {
      header: texts.columns.what,
      cell: ({ service, partySize }) => service?.name ?? (partySize ? texts.party(partySize) : ''),
    },
    { header: formatResourceLabel(useActiveIndustries()), cell: ({ resource }) => resource?.name ?? '' },
    {
      header: texts.columns.status,
      cell: ({ status }) => <Badge tone={STATUS_TONES[status]}>{texts.status[status]}</Badge>,
    },
    {
      header: texts.columns.open,
      hideHeader: true,
      alignEnd: true,
      cell: (booking) => (
        <Button
          variant="secondary"
          small
          className="print:hidden"
          aria-label={texts.openBooking(formatCustomerName(booking))}
          onClick={() => onOpen(booking)}
        >
          {texts.columns.open}
        </Button>
      ),
    },
  ];
  return <Table label={label} columns={columns} rows={bookings} rowKey={({ id }) => id} />;
}
