import type { Booking, Card, Receipt } from '../api-types.ts';
import type { TextName } from '../texts.ts';
import { formatBookingTime, formatPrice } from './format.ts';
import { CalendarIcon } from './icons.tsx';
import type { PanelContext } from './panel-context.ts';
import { findCurrentReceipt, type LatestCard } from './state.ts';

function getStatusTextName({ type, booking }: Receipt): TextName {
  if (booking?.status === 'cancelled' || type === 'booking.cancelled') return 'bookingCancelled';
  if (booking?.status === 'waitlisted' || booking?.status === 'offered') return 'bookingWaiting';
  if (booking?.status === 'awaiting_payment') return 'bookingHeld';
  // What was held is booked once it is paid.
  return type === 'booking.rescheduled' || type === 'booking.updated' ? 'bookingMoved' : 'bookingConfirmed';
}

/** A booking's details and code. */
export function BookingCard({
  receipt,
  latestCard,
  isLatest,
  context,
}: {
  receipt: Receipt;
  latestCard: LatestCard;
  isLatest: boolean;
  context: PanelContext;
}) {
  const { t } = context.core;
  const { code, booking } = receipt;
  const statusName = getStatusTextName(findCurrentReceipt(receipt, latestCard));
  const isCanceled = statusName === 'bookingCancelled';
  return (
    <section class={isCanceled ? 'booking off' : 'booking'} aria-label={`${t(statusName)} ${code ?? ''}`}>
      <div class="booking-top">
        <span class="pill">{t(statusName)}</span>
        {code && (
          <span class="code">
            {t('bookingCode')} <b>{code}</b>
          </span>
        )}
      </div>
      {booking && <BookingSummary booking={booking} context={context} />}
      {isLatest && !isCanceled && code && statusName !== 'bookingHeld' && (
        <BookingActions code={code} url={booking?.calendarUrl} context={context} />
      )}
    </section>
  );
}

function BookingSummary({ booking, context: { core } }: { booking: Booking; context: PanelContext }) {
  const { t } = core;
  const { day, time, month, date } = formatBookingTime(booking, core.getSettings());
  const { partySize, service, resource, details = [] } = booking;
  // A table or a room is not shown, because the business assigns it.
  const personName = resource?.isPerson ? resource.name : undefined;
  const guests = partySize && (partySize === 1 ? t('guest') : t('guests', { n: partySize }));
  const detailsText = [service?.name, guests, personName && t('bookingWith', { name: personName }), ...details]
    .filter(Boolean)
    .join(' · ');
  return (
    <div class="booking-when">
      <span class="leaf" aria-hidden="true">
        <small>{month}</small>
        {date}
      </span>
      <span>
        <b>{day}</b>
        <br />
        {time}
        {detailsText && <span class="booking-what">{detailsText}</span>}
      </span>
    </div>
  );
}

function BookingActions({
  code,
  url,
  context: { core, store },
}: {
  code: string;
  url?: string;
  context: PanelContext;
}) {
  const { t } = core;
  return (
    <div class="booking-actions">
      {url && (
        <a class="action main" href={url} download={`${code}.ics`}>
          <CalendarIcon />
          {t('calendar')}
        </a>
      )}
      <button type="button" class="action" onClick={() => store.send(t('sayMove', { code }))}>
        {t('move')}
      </button>
      <button type="button" class="action" onClick={() => store.send(t('sayCancel', { code }))}>
        {t('cancel')}
      </button>
    </div>
  );
}

const BOOKABLE_KINDS = new Set(['service', 'class', 'appointment_type']);

/** Cards for dishes, services, classes and products; bookable ones have a button. */
export function Cards({ cards, context: { core, store } }: { cards: Card[]; context: PanelContext }) {
  const { t, getSettings } = core;
  return (
    <ul class="cards">
      {cards.map((card) => (
        <li key={card.id} class="card">
          <span class="card-text">
            <b dir="auto">{card.title}</b>
            {card.detail && <small dir="auto">{card.detail}</small>}
          </span>
          <span class="card-side">
            {card.price !== undefined && <span class="price">{formatPrice(card, getSettings())}</span>}
            {BOOKABLE_KINDS.has(card.kind) && (
              <button
                type="button"
                class="card-book"
                aria-label={`${t('book')}: ${card.title}`}
                onClick={() => store.send(t('sayBook', { title: card.title }))}
              >
                {t('book')}
              </button>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
