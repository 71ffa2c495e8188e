import { Button } from '../ui/button.tsx';
import type { Draft, EditableDocument } from './draft.ts';
import { buildKeepChanges, findKeepableSamples, formatSampleNames } from './samples.ts';
import { texts } from './texts.ts';

type Props = { businessDocument: EditableDocument; draft: Draft; onKeep?(changes: Record<string, unknown>): void };

/** Lists the form's samples, which customers do not see yet, with a button to keep them. */
export function SampleNotice({ businessDocument, draft, onKeep }: Props) {
  const pointers = findKeepableSamples(businessDocument, Object.keys(draft.values), draft.changes);
  if (pointers.length === 0) return null;
  const keep = () => {
    const changes = buildKeepChanges({ ...businessDocument, ...draft.changes }, pointers);
    if (onKeep) onKeep(changes);
    else for (const [field, value] of Object.entries(changes)) draft.setField(field, value);
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-info-soft px-4 py-2.5 text-info">
      <p>{texts.samples.fields(formatSampleNames(pointers))}</p>
      <Button small variant="secondary" busy={draft.isSaving} onClick={keep}>
        {texts.samples.keep}
      </Button>
    </div>
  );
}
