// How a conversation is headed. Apart from `rows.ts`, which every page loads: formatting phone numbers takes a large library.
import { formatPhone } from '../phone.ts';
import { type Item, nameOf } from './rows.ts';
import { texts } from './texts.ts';

export function displayNameOf({ customer }: Pick<Item, 'customer'>): string | undefined {
  const { name, phone } = customer;
  return name === undefined && phone !== undefined ? formatPhone(phone, undefined) : nameOf({ customer });
}

/** Who it is, or what they said: rows that are all called the same cannot be told apart. */
export const headlineOf = (item: Pick<Item, 'customer' | 'preview' | 'sealed'>): string =>
  displayNameOf(item) ?? (item.preview.trim() || (item.sealed ? texts.hiddenName : texts.visitor));
