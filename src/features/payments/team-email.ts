import { formatterFor } from '../../capability/formatter.ts';
import { enqueue } from '../../kernel/jobs.ts';
import { toSafeLine } from '../../kernel/text.ts';
import type { PaymentFacts } from '../../scheduling/payment-state.ts';
import type { Payment } from '../../scheduling/payments.ts';
import type { BookingContext } from '../../scheduling/schedules.ts';
import { createTeamSenderFields } from '../brand/brand.ts';
import { findLinkBase } from '../brand/domains.ts';
import { listWaitingEmailRecipients, readNotifiedMembers } from '../notifications/preferences.ts';

const SUBJECTS = {
  dispute: 'a deposit was disputed',
  refundFailed: 'a refund failed',
};
const TEXT_COMPOSERS = {
  dispute: (amount: string) =>
    `A customer disputed a deposit of ${amount} with their bank. Respond in your Stripe Dashboard before the deadline.`,
  refundFailed: (amount: string) =>
    `The customer’s bank rejected a deposit refund of ${amount}. The money is back in your Stripe balance, so you’ll need to refund the customer another way.`,
};

/** Emails the team about what only people can handle. Contains nothing about the customer. */
export async function emailTeam(
  ctx: BookingContext,
  previousFacts: PaymentFacts,
  { facts, booking_id, amount }: Payment,
  publicUrl: string,
): Promise<void> {
  const { db, business, workspace } = ctx;
  const newFacts = (['dispute', 'refundFailed'] as const).filter((fact) => !previousFacts[fact] && facts[fact]);
  if (!newFacts.length || workspace.mode !== 'live') return;
  const recipients = listWaitingEmailRecipients(await readNotifiedMembers(db), business.handoff.email);
  const link = `${await findLinkBase(ctx, publicUrl)}/bookings?${new URLSearchParams({ workspace: workspace.id, booking: booking_id })}`;
  for (const fact of newFacts) {
    const email = {
      subject: `${toSafeLine(business.name)}: ${SUBJECTS[fact]}`,
      text: `${TEXT_COMPOSERS[fact](formatterFor(business).money(amount))}\n\nView the booking: ${link}\n`,
    };
    for (const to of recipients)
      await enqueue(db, 'mail.send', { to, ...createTeamSenderFields(workspace, business), ...email });
  }
}
