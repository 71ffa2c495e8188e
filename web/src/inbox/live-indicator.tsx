import { Radio } from 'lucide-react';
import { texts } from './texts.ts';
import { useIsLive } from './workspace-watcher.tsx';

/** Shows whether the live connection is up. */
export function LiveIndicator() {
  const isLive = useIsLive();
  return (
    <span role="status" className={`flex items-center gap-1.5 text-sm ${isLive ? 'text-success' : 'text-muted'}`}>
      <Radio className="size-4" aria-hidden />
      {isLive ? texts.live : texts.notLive}
    </span>
  );
}
