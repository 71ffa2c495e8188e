import { useFormat } from '../format.ts';
import { Button } from '../ui/button.tsx';
import type { Alternative } from './data.ts';
import { texts } from './texts.ts';

/** Alternatives to an unavailable time. */
export function Alternatives({
  alternatives,
  onChoose,
}: {
  alternatives: Alternative[];
  onChoose(alternative: Alternative): void;
}) {
  const format = useFormat();
  if (!alternatives.length) return null;
  return (
    <div role="status" className="flex flex-col gap-2">
      <p className="text-muted">{texts.form.alternatives}</p>
      <ul className="flex flex-wrap gap-2">
        {alternatives.map((alternative) => (
          <li key={alternative.startsAt + alternative.resource?.id}>
            <Button variant="secondary" small onClick={() => onChoose(alternative)}>
              {[format.dateTime(alternative.startsAt), alternative.resource?.name].filter(Boolean).join(' · ')}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
