import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { Answers, Changes } from '../checkup/answers.tsx';
import { type Checkup, useRunCheckup } from '../checkup/data.ts';
import { texts as checkupTexts } from '../checkup/texts.ts';
import { texts as sharedTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Confirm, Dialog } from '../ui/dialog.tsx';
import type { Draft } from './draft.ts';
import { texts } from './texts.ts';

/** Includes the search params, because each section is a separate form. */
const getLocationKey = ({ pathname, search }: { pathname: string; search: object }) =>
  pathname + JSON.stringify(search);

/** Appears with the first change, and warns before it is lost. */
export function SaveBar({ draft }: { draft: Draft }) {
  const { changes, isDirty } = draft;
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && getLocationKey(current) !== getLocationKey(next),
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  const runCheckup = useRunCheckup<Draft['changes']>();
  // A result is valid only for the draft that was checked.
  const result = runCheckup.variables === changes ? runCheckup.data : undefined;
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  if (!isDirty) return null;
  return (
    <div className="sticky bottom-4 z-20 flex flex-wrap items-center justify-between gap-3 rounded-xl border border-edge bg-raised px-4 py-3 shadow-lg">
      <div className="flex flex-wrap items-center gap-x-2 text-muted">
        <p role="status">
          {result ? <CheckupSummary checkup={result} /> : draft.errors.length ? texts.conflict : sharedTexts.unsaved}
        </p>
        {result && result.changes.length + result.failed > 0 && (
          <Button variant="quiet" small onClick={() => setIsDialogOpen(true)}>
            {checkupTexts.show}
          </Button>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="quiet" onClick={draft.discard}>
          {texts.discard}
        </Button>
        <Button variant="secondary" busy={runCheckup.isPending} onClick={() => runCheckup.mutate(changes)}>
          {checkupTexts.draft}
        </Button>
        <Button busy={draft.isSaving} onClick={() => void draft.save().catch(() => undefined)}>
          {sharedTexts.actions.save}
        </Button>
      </div>
      <Confirm
        open={blocker.status === 'blocked'}
        onClose={() => blocker.reset?.()}
        title={texts.leave.title}
        text={texts.leave.text}
        action={texts.leave.action}
        cancelLabel={texts.leave.keep}
        onConfirm={async () => blocker.proceed?.()}
      />
      {result && (
        <Dialog wide open={isDialogOpen} onClose={() => setIsDialogOpen(false)} title={checkupTexts.draft}>
          <Answers results={result.results.filter(({ passed }) => !passed)} showsEditLinks={false} />
          <Changes changes={result.changes.filter(({ change }) => change !== 'failing')} results={result.results} />
        </Dialog>
      )}
    </div>
  );
}

/** How the unsaved changes would affect the assistant's answers. */
const CheckupSummary = ({ checkup: { changes, failed } }: { checkup: Checkup }) => (
  <>
    {changes.length ? checkupTexts.wouldChange(changes.length) : checkupTexts.wouldNotChange}{' '}
    {failed > 0 && <span className="font-medium text-danger">{checkupTexts.wouldFail(failed)}</span>}
  </>
);
