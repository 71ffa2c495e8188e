import { useBlocker } from '@tanstack/react-router';
import { texts as shared } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import type { Draft } from './draft.ts';
import { texts } from './texts.ts';

/** Appears with the first change, and keeps people from losing it. */
export function SaveBar({ draft }: { draft: Draft }) {
  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      draft.dirty && current.pathname !== next.pathname && !window.confirm(shared.unsaved),
    enableBeforeUnload: draft.dirty,
  });
  if (!draft.dirty) return null;
  return (
    <div className="sticky bottom-4 z-20 flex flex-wrap items-center justify-between gap-3 rounded-xl border border-edge bg-raised px-4 py-3 shadow-lg">
      <p className="text-muted">{draft.errors.length ? texts.conflict : shared.unsaved}</p>
      <div className="flex gap-2">
        <Button look="quiet" onClick={draft.discard}>
          {texts.discard}
        </Button>
        <Button busy={draft.saving} onClick={() => void draft.save().catch(() => undefined)}>
          {shared.actions.save}
        </Button>
      </div>
    </div>
  );
}
