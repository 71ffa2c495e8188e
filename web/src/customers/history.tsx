// A customer's bookings, conversations and requests.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Booking, InboxConversation, Request } from '../api.ts';
import { STATUS_TONES as BOOKING_TONES } from '../bookings/details.tsx';
import { texts as bookingTexts } from '../bookings/texts.ts';
import { type Format, useFormat } from '../format.ts';
import { formatStage, STAGE_TONES } from '../inbox/rows.ts';
import { texts as inboxTexts } from '../inbox/texts.ts';
import { useFindRequestKind } from '../industries.ts';
import { texts as requestTexts } from '../requests/texts.ts';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { LoadMore, usePages } from '../ui/pagination.tsx';
import { Loaded } from '../ui/states.tsx';
import { texts } from './texts.ts';

const LINK_CLASS = 'text-accent underline underline-offset-2';

export function Bookings({ customerId }: { customerId: string }) {
  const format = useFormat();
  const { query, rows } = usePages<Booking>('/api/v1/bookings', { customerId });
  const isUpcoming = ({ endsAt, status }: Booking) =>
    Date.parse(endsAt) > Date.now() && ['confirmed', 'awaiting_payment', 'waitlisted', 'offered'].includes(status);
  const upcomingBookings = rows.filter(isUpcoming).sort((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt));
  const pastBookings = rows
    .filter((booking) => !isUpcoming(booking))
    .sort((a, b) => Date.parse(b.startsAt) - Date.parse(a.startsAt));
  const renderGroup = (title: string, bookings: Booking[]) =>
    bookings.length > 0 && (
      <>
        <h3 className="px-5 pt-3 pb-1 text-sm font-medium text-muted">{title}</h3>
        <ul>{bookings.map((booking) => renderBookingRow(booking, format))}</ul>
      </>
    );
  return (
    <Section title={texts.bookings.title} emptyText={texts.bookings.none} query={query} isEmpty={!rows.length}>
      {renderGroup(texts.bookings.upcoming, upcomingBookings)}
      {renderGroup(texts.bookings.past, pastBookings)}
    </Section>
  );
}

const renderBookingRow = (
  { id, startsAt, status, service, partySize, resource, price }: Booking & { price?: number },
  format: Format,
) => (
  <HistoryRow key={id} badge={<Badge tone={BOOKING_TONES[status]}>{bookingTexts.status[status]}</Badge>}>
    <Link to="/bookings" search={{ booking: id }} className={LINK_CLASS}>
      {format.dateTime(startsAt)}
    </Link>
    <span className="block truncate text-sm text-muted">
      {[
        service?.name ?? (partySize === null ? undefined : bookingTexts.party(partySize)),
        resource?.name,
        price && format.money(price),
      ]
        .filter(Boolean)
        .join(' · ')}
    </span>
  </HistoryRow>
);

export function Conversations({ customerId }: { customerId: string }) {
  const format = useFormat();
  const { query, rows } = usePages<InboxConversation>('/api/inbox/conversations', { customerId });
  return (
    <Section
      title={texts.conversations.title}
      emptyText={texts.conversations.none}
      query={query}
      isEmpty={!rows.length}
    >
      <ul>
        {rows.map((conversation) => (
          <HistoryRow
            key={conversation.id}
            badge={<Badge tone={STAGE_TONES[conversation.stage]}>{formatStage(conversation)}</Badge>}
          >
            <Link to="/inbox" search={{ conversation: conversation.id }} className={LINK_CLASS}>
              {format.dateTime(conversation.updatedAt)}
            </Link>{' '}
            <span className="text-sm text-muted">
              {inboxTexts.channels[conversation.channel] ?? conversation.channel}
            </span>
            <span className="block truncate text-sm text-muted">
              {conversation.sealed ? inboxTexts.hidden : conversation.preview}
            </span>
          </HistoryRow>
        ))}
      </ul>
    </Section>
  );
}

export function Requests({ customerId }: { customerId: string }) {
  const format = useFormat();
  const findRequestKind = useFindRequestKind();
  const { query, rows } = usePages<Request>('/api/requests', { customerId });
  return (
    <Section title={texts.requests.title} emptyText={texts.requests.none} query={query} isEmpty={!rows.length}>
      <ul>
        {rows.map(({ id, kind, status, createdAt }) => (
          <HistoryRow key={id} badge={<Badge>{requestTexts.status[status] ?? status}</Badge>}>
            <Link to="/requests" search={{ request: id }} className={LINK_CLASS}>
              {findRequestKind(kind)?.title ?? kind}
            </Link>
            <span className="block truncate text-sm text-muted">{format.dateTime(createdAt)}</span>
          </HistoryRow>
        ))}
      </ul>
    </Section>
  );
}

type SectionProps = {
  title: string;
  emptyText: string;
  query: ReturnType<typeof usePages>['query'];
  isEmpty: boolean;
  children: ReactNode;
};

const Section = ({ title, emptyText, query, isEmpty, children }: SectionProps) => (
  <Card title={title} noPadding>
    <Loaded query={query} skeletonLines={2}>
      {() => (isEmpty ? <p className="px-5 pb-5 text-muted">{emptyText}</p> : children)}
    </Loaded>
    {query.hasNextPage && (
      <div className="flex justify-center p-3">
        <LoadMore query={query} />
      </div>
    )}
  </Card>
);

const HistoryRow = ({ badge, children }: { badge: ReactNode; children: ReactNode }) => (
  <li className="flex items-start gap-3 border-t border-line px-5 py-2.5 first:border-0">
    <span className="min-w-0 flex-1">{children}</span>
    {badge}
  </li>
);
