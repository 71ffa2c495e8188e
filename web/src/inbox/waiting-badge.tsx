import { useGet } from '../queries.ts';
import { INBOX_PATH, type InboxFacts } from './data.ts';
import { texts } from './texts.ts';

/** The number of customers waiting for a person. */
export function WaitingBadge() {
  const { data } = useGet<InboxFacts>(INBOX_PATH);
  if (!data?.waiting) return null;
  return (
    <span className="ml-auto min-w-6 rounded-full bg-warning-soft px-2 text-center text-sm font-medium text-warning">
      {data.waiting}
      <span className="sr-only"> {texts.waitingNow}</span>
    </span>
  );
}
