import { useTick } from '../now.ts';
import { Badge } from '../ui/badge.tsx';
import { type Due, describeDue } from './due.ts';
import { texts } from './texts.ts';

/** When the team's next target is due; it keeps up with the clock. */
export function DueBadge({ due, withKind }: { due: Due; withKind?: boolean }) {
  useTick();
  const { text, tone } = describeDue(due, Date.now());
  return (
    <Badge tone={tone}>
      {withKind && `${texts.due.kinds[due.kind]}: `}
      {text}
    </Badge>
  );
}
