import type { BookingContext } from './calendar.ts';
import type { Person } from './present.ts';
import type { Booking } from './store.ts';

/** What bookings need of whoever keeps people sealed; it stands above them, so it is handed in. */
export type Sealing = {
  /** Opens what is sealed, leaving a trace in the audit log. */
  openBookings(ctx: BookingContext, bookings: Booking[]): Promise<Map<string, Person>>;
  sealNotes(
    ctx: BookingContext,
    booking: Booking,
    notes: string | null,
  ): Promise<Pick<Booking, 'sealed' | 'person_hashes'>>;
  /** Keyed hashes by which someone of this name, phone or e-mail is found. */
  hashesOf(ctx: BookingContext, text: string): Promise<Buffer[]>;
};
