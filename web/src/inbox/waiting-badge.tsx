import { useGet } from '../queries.ts';
import { CountBadge } from '../ui/badge.tsx';
import { INBOX_PATH, type InboxSummary } from './data.ts';
import { texts } from './texts.ts';

/** The number of customers waiting for a person, red if one of them is urgent. */
export function WaitingBadge() {
  const { data } = useGet<InboxSummary>(INBOX_PATH);
  if (!data?.waiting) return null;
  const { waiting, urgent } = data;
  const label = urgent > 0 ? `${texts.waitingNow}, ${texts.urgentNow(urgent)}` : texts.waitingNow;
  return <CountBadge count={waiting} label={label} tone={urgent > 0 ? 'danger' : 'warning'} />;
}
