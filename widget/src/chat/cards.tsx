import type { Booking, Card, Receipt } from '../shapes.ts';
import type { TextName } from '../texts.ts';
import { bookingTime, money } from './format.ts';
import { Calendar } from './icons.tsx';
import type { Shown } from './shown.ts';

function stateOf({ type, booking }: Receipt): TextName {
  if (booking?.status === 'cancelled' || type === 'booking.cancelled') return 'bookingCancelled';
  if (booking?.status === 'waitlisted' || booking?.status === 'offered') return 'bookingWaiting';
  return type === 'booking.created' ? 'bookingConfirmed' : 'bookingMoved';
}

/** A receipt as something to keep: what, when, and the code that proves it. */
export function BookingCard({ receipt, latest, shown }: { receipt: Receipt; latest: boolean; shown: Shown }) {
  const { say } = shown.core;
  const { code, booking } = receipt;
  const state = stateOf(receipt);
  const cancelled = state === 'bookingCancelled';
  return (
    <section class={cancelled ? 'booking off' : 'booking'} aria-label={`${say(state)} ${code ?? ''}`}>
      <div class="booking-top">
        <span class="pill">{say(state)}</span>
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
  // At which table is for the house to say.
  const who = partySize ? undefined : resource?.name;
  const guests = partySize && (partySize === 1 ? say('guest') : say('guests', { n: partySize }));
  const what = [service?.name, guests, who && say('bookingWith', { name: who })].filter(Boolean).join(' · ');
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
            <b dir="auto">{card.title}</b>
            {card.detail && <small dir="auto">{card.detail}</small>}
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
