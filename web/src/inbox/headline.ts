// How a conversation is headed. Apart from `rows.ts`, which every page loads: formatting phone numbers takes a large library.
import { formatPhone } from '../phone.ts';
import { type Item, type Named, nameOf } from './rows.ts';
import { texts } from './texts.ts';

export function displayNameOf(item: Named): string | undefined {
  const name = nameOf(item);
  return name !== undefined && name === item.customer.phone ? formatPhone(name, undefined) : name;
}

/** Who it is, or what they said: rows that are all called the same cannot be told apart. */
export const headlineOf = (item: Named & Pick<Item, 'preview' | 'sealed'>): string =>
  displayNameOf(item) ?? (item.preview.trim() || (item.sealed ? texts.hiddenName : texts.visitor));
