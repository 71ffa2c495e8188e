import { Button } from '../ui/button.tsx';
import type { Document, Draft } from './draft.ts';
import { keepablePointers } from './samples.ts';
import { labelOf } from './schema.ts';
import { texts } from './texts.ts';

/** Lists the form's sample fields, which customers do not see yet, with a button to keep them. */
export function SampleNotice({ document, draft }: { document: Document; draft: Draft }) {
  const samplePointers = (draft.changes.samples ?? document.samples ?? []) as string[];
  const unkeptPointers = keepablePointers({ ...document, samples: samplePointers }, Object.keys(draft.values)).filter(
    (pointer) => !(pointer.split('/')[1]! in draft.changes),
  );
  if (unkeptPointers.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-info-soft px-4 py-2.5 text-info">
      <p>{texts.samples.fields(unkeptPointers.map((pointer) => labelOf(pointer.split('/').at(-1)!)))}</p>
      <Button
        small
        variant="secondary"
        onClick={() =>
          draft.set(
            'samples',
            samplePointers.filter((pointer) => !unkeptPointers.includes(pointer)),
          )
        }
      >
        {texts.samples.keep}
      </Button>
    </div>
  );
}
