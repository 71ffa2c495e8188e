import type { Booking, Card, Receipt } from '../shapes.ts';
import type { TextName } from '../texts.ts';
import type { Shown } from './chat.tsx';
import { bookingTime, money } from './format.ts';
import { Calendar } from './icons.tsx';

const STATES: Record<string, TextName> = {
  'booking.created': 'bookingConfirmed',
  'booking.updated': 'bookingMoved',
  'booking.changed': 'bookingMoved',
  'booking.moved': 'bookingMoved',
  'booking.cancelled': 'bookingCancelled',
};

const stateOf = ({ type, booking }: Receipt): TextName => {
  if (booking?.status === 'requested' || booking?.status === 'pending') return 'bookingRequested';
  return STATES[type] ?? 'bookingRequested';
};

/** A receipt as something to keep: what, when, and the code that proves it. */
export function BookingCard({ receipt, latest, shown }: { receipt: Receipt; latest: boolean; shown: Shown }) {
  const { say } = shown.core;
  const { code, booking } = receipt;
  const cancelled = stateOf(receipt) === 'bookingCancelled';
  return (
    <section class={cancelled ? 'booking off' : 'booking'} aria-label={`${say(stateOf(receipt))} ${code ?? ''}`}>
      <div class="booking-top">
        <span class="pill">{say(stateOf(receipt))}</span>
        {code && (
          <span class="code">
            {say('bookingCode')} <b>{code}</b>
          </span>
        )}
      </div>
      {booking && <BookingWhen booking={booking} shown={shown} />}
      {latest && !cancelled && code && <BookingActions code={code} url={booking?.calendarUrl} shown={shown} />}
    </section>
  );
}

function BookingWhen({ booking, shown: { core } }: { booking: Booking; shown: Shown }) {
  const { say } = core;
  const { day, time, month, date } = bookingTime(booking, core.settings());
  const { partySize, service, resource } = booking;
  const guests = partySize && (partySize === 1 ? say('guest') : say('guests', { n: partySize }));
  const what = [service, guests, resource && say('bookingWith', { name: resource })].filter(Boolean).join(' · ');
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
        {what && <span class="booking-what">{what}</span>}
      </span>
    </div>
  );
}

function BookingActions({ code, url, shown: { core, talk } }: { code: string; url?: string; shown: Shown }) {
  const { say } = core;
  return (
    <div class="booking-actions">
      {url && (
        <a class="action main" href={url} download={`${code}.ics`}>
          <Calendar />
          {say('calendar')}
        </a>
      )}
      <button type="button" class="action" onClick={() => talk.send(say('sayMove', { code }))}>
        {say('move')}
      </button>
      <button type="button" class="action" onClick={() => talk.send(say('sayCancel', { code }))}>
        {say('cancel')}
      </button>
    </div>
  );
}

const BOOKABLE = new Set(['service', 'class', 'appointment_type']);

/** Dishes, services, classes, products. What can be booked says so. */
export function Cards({ cards, shown: { core, talk } }: { cards: Card[]; shown: Shown }) {
  const { say, settings } = core;
  return (
    <ul class="cards">
      {cards.map((card) => (
        <li key={card.id} class="card">
          <span class="card-text">
            <b>{card.title}</b>
            {card.detail && <small>{card.detail}</small>}
          </span>
          <span class="card-side">
            {card.price !== undefined && <span class="price">{money(card, settings())}</span>}
            {BOOKABLE.has(card.kind) && (
              <button
                type="button"
                class="card-book"
                aria-label={`${say('book')}: ${card.title}`}
                onClick={() => talk.send(say('sayBook', { title: card.title }))}
              >
                {say('book')}
              </button>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
