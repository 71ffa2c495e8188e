import { useFormat } from '../format.ts';
import { Button } from '../ui/button.tsx';
import type { Alternative } from './data.ts';
import { texts } from './texts.ts';

/** What the engine offers in place of a time that cannot be had. */
export function Alternatives({ of, onChoose }: { of: Alternative[]; onChoose(chosen: Alternative): void }) {
  const format = useFormat();
  if (!of.length) return null;
  return (
    <div role="status" className="flex flex-col gap-2">
      <p className="text-muted">{texts.form.instead}</p>
      <ul className="flex flex-wrap gap-2">
        {of.map((each) => (
          <li key={each.startsAt + each.resource?.id}>
            <Button look="secondary" small onClick={() => onChoose(each)}>
              {[format.full(each.startsAt), each.resource?.name].filter(Boolean).join(' · ')}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
