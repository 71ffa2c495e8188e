import { useGet } from '../queries.ts';
import { INBOX_PATH, type InboxFacts } from './data.ts';
import { texts } from './texts.ts';

/** The number of customers waiting for a person, red if one of them is urgent. */
export function WaitingBadge() {
  const { data } = useGet<InboxFacts>(INBOX_PATH);
  if (!data?.waiting) return null;
  return (
    <span
      className={`ml-auto min-w-6 rounded-full px-2 text-center text-sm font-medium ${data.urgent ? 'bg-danger-soft text-danger' : 'bg-warning-soft text-warning'}`}
    >
      {data.waiting}
      <span className="sr-only">
        {' '}
        {texts.waitingNow}
        {data.urgent > 0 && `, ${texts.urgentNow(data.urgent)}`}
      </span>
    </span>
  );
}
