import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { Answers, Changes } from '../checkup/answers.tsx';
import { type Checkup, useCheck } from '../checkup/data.ts';
import { texts as checkup } from '../checkup/texts.ts';
import { texts as shared } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Confirm, Dialog } from '../ui/dialog.tsx';
import type { Draft } from './draft.ts';
import { texts } from './texts.ts';

/** Another section is another form. */
const placeOf = ({ pathname, search }: { pathname: string; search: object }) => pathname + JSON.stringify(search);

/** Appears with the first change, and keeps people from losing it. */
export function SaveBar({ draft }: { draft: Draft }) {
  const { changes, dirty } = draft;
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => dirty && placeOf(current) !== placeOf(next),
    enableBeforeUnload: dirty,
    withResolver: true,
  });
  const check = useCheck<Draft['changes']>();
  // What was found holds for the very draft that was checked.
  const checked = check.variables === changes ? check.data : undefined;
  const [open, setOpen] = useState(false);
  if (!dirty) return null;
  return (
    <div className="sticky bottom-4 z-20 flex flex-wrap items-center justify-between gap-3 rounded-xl border border-edge bg-raised px-4 py-3 shadow-lg">
      <div className="flex flex-wrap items-center gap-x-2 text-muted">
        <p role="status">
          {checked ? <Found checked={checked} /> : draft.errors.length ? texts.conflict : shared.unsaved}
        </p>
        {checked && checked.changes.length + checked.failed > 0 && (
          <Button look="quiet" small onClick={() => setOpen(true)}>
            {checkup.show}
          </Button>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button look="quiet" onClick={draft.discard}>
          {texts.discard}
        </Button>
        <Button look="secondary" busy={check.isPending} onClick={() => check.mutate(changes)}>
          {checkup.draft}
        </Button>
        <Button busy={draft.saving} onClick={() => void draft.save().catch(() => undefined)}>
          {shared.actions.save}
        </Button>
      </div>
      <Confirm
        open={leaving.status === 'blocked'}
        onClose={() => leaving.reset?.()}
        title={texts.leave.title}
        text={texts.leave.text}
        action={texts.leave.action}
        keep={texts.leave.keep}
        onConfirm={async () => leaving.proceed?.()}
      />
      {checked && (
        <Dialog wide open={open} onClose={() => setOpen(false)} title={checkup.draft}>
          <Answers results={checked.results.filter(({ passed }) => !passed)} mend={false} />
          <Changes changes={checked.changes.filter(({ change }) => change !== 'failing')} results={checked.results} />
        </Dialog>
      )}
    </div>
  );
}

/** How the assistant would answer with what is not saved yet. */
const Found = ({ checked: { changes, failed } }: { checked: Checkup }) => (
  <>
    {changes.length ? checkup.would(changes.length) : checkup.wouldNot}{' '}
    {failed > 0 && <span className="font-medium text-danger">{checkup.wouldFail(failed)}</span>}
  </>
);
