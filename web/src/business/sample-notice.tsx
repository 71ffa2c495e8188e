import { Button } from '../ui/button.tsx';
import type { Document, Draft } from './draft.ts';
import { keepable } from './samples.ts';
import { labelOf } from './schema.ts';
import { texts } from './texts.ts';

/** Fields of a form that customers do not see yet, and the way to keep them as they are. */
export function SampleNotice({ document, draft }: { document: Document; draft: Draft }) {
  const left = (draft.changes.samples ?? document.samples ?? []) as string[];
  const open = keepable({ ...document, samples: left }, Object.keys(draft.values)).filter(
    (pointer) => !(pointer.split('/')[1]! in draft.changes),
  );
  if (open.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-info-soft px-4 py-2.5 text-info">
      <p>{texts.samples.fields(open.map((pointer) => labelOf(pointer.split('/').at(-1)!)))}</p>
      <Button
        small
        look="secondary"
        onClick={() =>
          draft.set(
            'samples',
            left.filter((pointer) => !open.includes(pointer)),
          )
        }
      >
        {texts.samples.keep}
      </Button>
    </div>
  );
}
