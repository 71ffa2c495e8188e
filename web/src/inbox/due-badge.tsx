import { useRegularRerender } from '../now.ts';
import { Badge } from '../ui/badge.tsx';
import { type Due, describeDue } from './due.ts';
import { texts } from './texts.ts';

/** When the team's next target is due, updated as time passes. */
export function DueBadge({ due, showsKind }: { due: Due; showsKind?: boolean }) {
  useRegularRerender();
  const { text, tone } = describeDue(due, Date.now());
  return (
    <Badge tone={tone}>
      {showsKind && `${texts.due.kinds[due.kind]}: `}
      {text}
    </Badge>
  );
}
