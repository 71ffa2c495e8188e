// The headline of a conversation. Not in `rows.ts`, which every page loads: formatting phone numbers takes a large library.
import { formatPhone } from '../phone.ts';
import { getCustomerName, type InboxItem, type WithCustomer } from './rows.ts';
import { texts } from './texts.ts';

export function getDisplayName(item: WithCustomer): string | undefined {
  const name = getCustomerName(item);
  return name !== undefined && name === item.customer.phone ? formatPhone(name, undefined) : name;
}

/** The customer's name, or else the preview, so that rows of unknown customers have different headlines. */
export const getHeadline = (item: WithCustomer & Pick<InboxItem, 'preview' | 'sealed'>): string =>
  getDisplayName(item) ?? (item.preview.trim() || (item.sealed ? texts.hiddenName : texts.visitor));
