import { Link } from '@tanstack/react-router';
import { getButtonClass } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { useBookingPage } from './data.ts';
import { texts } from './texts.ts';

/** At the end of the setup, for businesses with something to book that have no booking page yet. `offers` lists what can be booked. */
export function BookingPageOffer() {
  const { data } = useBookingPage();
  if (!data || data.enabled || data.offers.length === 0) return null;
  return (
    <Card title={texts.offer.title} description={texts.offer.text}>
      <Link to="/bookings/page" className={getButtonClass('secondary')}>
        {texts.offer.action}
      </Link>
    </Card>
  );
}
