import { Radio } from 'lucide-react';
import { texts } from './texts.ts';
import { useIsLive } from './watch.tsx';

/** Shows whether the live connection is up. */
export function LiveSign() {
  const live = useIsLive();
  return (
    <span role="status" className={`flex items-center gap-1.5 text-sm ${live ? 'text-success' : 'text-muted'}`}>
      <Radio className="size-4" aria-hidden />
      {live ? texts.live : texts.notLive}
    </span>
  );
}
