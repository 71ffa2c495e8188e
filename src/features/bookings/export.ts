import type { Database } from '../../kernel/database/database.ts';
import { readInBatches } from '../../kernel/http/export.ts';
import type { PageInput } from '../../kernel/http/pagination.ts';
import { decryptPersonalDetails } from '../../scheduling/person-encryption.ts';
import { HIDDEN_PERSONAL_DETAILS, type PersonalDetails, presentBooking } from '../../scheduling/present.ts';
import type { BookingContext } from '../../scheduling/schedules.ts';
import { type BookingFilter, listBookings } from './list.ts';

export const EXPORT_COLUMNS = [
  ...['id', 'code', 'kind', 'status', 'startsAt', 'endsAt', 'service', 'resource', 'partySize'],
  ...['customer', 'phone', 'email', 'notes', 'createdAt', 'updatedAt'],
];

/** Each batch has its own transaction. Health data is exported only with `shouldDecrypt`, and then each access is audited. */
export async function* exportBookings(
  ctx: BookingContext,
  database: Database,
  filter: Omit<BookingFilter, keyof PageInput>,
  shouldDecrypt: boolean,
) {
  const rows = readInBatches((startingAfter, limit) =>
    database.inWorkspace(ctx.workspace.id, async (db) => {
      const batchCtx = { ...ctx, db };
      const cursor = startingAfter ? { starting_after: startingAfter } : {};
      const batch = (await listBookings(batchCtx, { ...filter, limit, ...cursor })).slice(0, limit);
      const detailsByBooking = shouldDecrypt
        ? await decryptPersonalDetails(batchCtx, batch)
        : new Map<string, PersonalDetails>();
      return batch.map((booking) =>
        presentBooking(
          booking,
          ctx.business.timezone,
          booking.sealed ? (detailsByBooking.get(booking.id) ?? HIDDEN_PERSONAL_DETAILS) : undefined,
        ),
      );
    }),
  );
  for await (const { service, resource, customer, ...booking } of rows)
    yield {
      ...Object.fromEntries(Object.entries(booking).filter(([column]) => EXPORT_COLUMNS.includes(column))),
      service: service?.name ?? null,
      resource: resource?.name ?? null,
      customer: customer.name,
      phone: customer.phone,
      email: customer.email,
    };
}
