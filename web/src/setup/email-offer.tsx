import { Link } from '@tanstack/react-router';
import { CHANNELS_PATH, type Channels } from '../channels/data.ts';
import { useGet } from '../queries.ts';
import { getButtonClass } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { texts } from './texts.ts';

/** After the website, email is where most customers write. Not shown once a mailbox is connected. */
export function EmailOffer() {
  const { data } = useGet<Channels>(CHANNELS_PATH);
  const emailChannel = data?.kinds.find(({ kind }) => kind === 'email');
  if (!emailChannel || data?.connections.some(({ kind }) => kind === 'email')) return null;
  return (
    <Card title={texts.email.title} description={texts.email.text}>
      {emailChannel.available ? (
        <Link to="/channels" className={getButtonClass('secondary')}>
          {texts.email.connect}
        </Link>
      ) : (
        <p className="text-muted">
          {texts.email.notInPlan}{' '}
          <Link to="/settings/plan" className="font-medium text-accent underline underline-offset-2">
            {texts.email.plans}
          </Link>
        </p>
      )}
    </Card>
  );
}
