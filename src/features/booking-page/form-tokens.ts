import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Keyring } from '../../kernel/crypto.ts';
import type { Db } from '../../kernel/database/database.ts';

const TOKEN_LIFETIME_MS = 24 * 3_600_000;
const SIGNATURE_BYTES = 18;

export type FormTokens = ReturnType<typeof createFormTokens>;
export type FormToken = { id: string; expiresAt: Date };

/** Each form carries a signed token, so that sending it twice books once, and a page from days ago is refused. */
export function createFormTokens(keyring: Keyring) {
  const secret = keyring.derive('booking page forms');
  const sign = (workspaceId: string, payload: string) =>
    createHmac('sha256', secret).update(`${workspaceId} ${payload}`).digest().subarray(0, SIGNATURE_BYTES);
  return {
    create(workspaceId: string, now: Date): string {
      const payload = `${(now.getTime() + TOKEN_LIFETIME_MS).toString(36)}.${randomBytes(12).toString('base64url')}`;
      return `${payload}.${sign(workspaceId, payload).toString('base64url')}`;
    },
    /** Undefined if it is forged, has expired or belongs to another business. */
    read(workspaceId: string, token: string | undefined, now: Date): FormToken | undefined {
      const [, payload = '', expiry = '', id = '', signature = ''] =
        /^(([0-9a-z]{1,10})\.([\w-]{16}))\.([\w-]{24})$/.exec(token ?? '') ?? [];
      const expiresAt = new Date(Number.parseInt(expiry, 36));
      const isSigned = id && timingSafeEqual(Buffer.from(signature, 'base64url'), sign(workspaceId, payload));
      return isSigned && expiresAt > now ? { id, expiresAt } : undefined;
    },
  };
}

type Ctx = { db: Db; workspace: { id: string }; now: Date };

/**
 * Returns the booking that this form already led to. Otherwise the form is claimed: a second request with it waits until
 * this transaction ends.
 */
export async function claimFormOrFindBooking(
  { db, workspace, now }: Ctx,
  form: FormToken,
): Promise<string | undefined> {
  await db.deleteFrom('booking_page_forms').where('expires_at', '<', now).execute();
  const claim = await db
    .insertInto('booking_page_forms')
    .values({ workspace_id: workspace.id, id: form.id, booking_id: null, expires_at: form.expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (claim.numInsertedOrUpdatedRows) return undefined;
  const row = await db
    .selectFrom('booking_page_forms')
    .select('booking_id')
    .where('id', '=', form.id)
    .executeTakeFirst();
  return row?.booking_id ?? undefined;
}

export const recordBookingOfForm = ({ db }: Ctx, form: FormToken, bookingId: string) =>
  db.updateTable('booking_page_forms').set({ booking_id: bookingId }).where('id', '=', form.id).execute();
