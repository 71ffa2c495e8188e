import { useDocument } from './format.ts';
import { shownPhone } from './phone.ts';

/** Where the business is: as it says, or as its language does. */
const countryOf = (country: unknown, locale: string) =>
  typeof country === 'string' ? country : new Intl.Locale(locale).maximize().region;

/** To call with one tap. */
export function Phone({ number }: { number: string }) {
  const { data } = useDocument();
  return (
    <a href={`tel:${number}`} className="text-accent underline underline-offset-2">
      {shownPhone(number, countryOf(data?.country, data?.locale ?? 'en-US'))}
    </a>
  );
}

export const Email = ({ address }: { address: string }) => (
  <a href={`mailto:${address}`} className="text-accent underline underline-offset-2">
    {address}
  </a>
);
