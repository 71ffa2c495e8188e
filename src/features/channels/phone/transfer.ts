// Where a call goes when a person is wanted, and what the assistant says then.
import { type Business, countryOf } from '../../../capability/document.ts';
import { type Formatter, formatterFor, inLanguage } from '../../../capability/formatter.ts';
import { toE164 } from '../../../kernel/phone.ts';

/** The number to transfer calls to: the channel's own setting, or else the business's phone unless the assistant answers that. */
export function findTransferNumber(settings: Record<string, unknown>, business: Business): string | undefined {
  if (typeof settings.transferTo === 'string') return settings.transferTo;
  const phone = business.contact.phone && toE164(business.contact.phone, countryOf(business));
  return phone && phone !== settings.number ? phone : undefined;
}

/** The business's own language: the one that the voice speaks. */
export const createVoiceFormatter = (business: Business): Formatter =>
  formatterFor(inLanguage(business, business.locale.split('-')[0]));

/** What the caller hears when they want a person. */
export function composeHandoffMessage(format: Formatter, canTransfer: boolean, hasPhone: boolean): string {
  if (canTransfer) return format.text('I’m connecting you to our team now. One moment, please.');
  return hasPhone
    ? format.text('No one’s available right now, but our team will call you back. What should I tell them?')
    : format.text(
        'No one’s available right now. What should I tell the team, and what’s the best number to reach you?',
      );
}
