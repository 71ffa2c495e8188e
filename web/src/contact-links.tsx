import { useBusinessDocument } from './format.ts';
import { formatPhone } from './phone.ts';

/** The business's country, or else its locale's region. */
const getDefaultCountry = (country: unknown, locale: string) =>
  typeof country === 'string' ? country : new Intl.Locale(locale).maximize().region;

export function PhoneLink({ number }: { number: string }) {
  const { data } = useBusinessDocument();
  return (
    <a href={`tel:${number}`} className="text-accent underline underline-offset-2">
      {formatPhone(number, getDefaultCountry(data?.country, data?.locale ?? 'en-US'))}
    </a>
  );
}

export const EmailLink = ({ address }: { address: string }) => (
  <a href={`mailto:${address}`} className="text-accent underline underline-offset-2">
    {address}
  </a>
);
