import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { texts } from '../texts.ts';

type Toast = { id: number; kind: 'done' | 'error'; text: string; undo?: () => void };

let shown: Toast[] = [];
let last = 0;
const listeners = new Set<() => void>();
const set = (next: Toast[]) => {
  shown = next;
  for (const listener of listeners) listener();
};
const dismiss = (id: number) => set(shown.filter((own) => own.id !== id));

function show(kind: Toast['kind'], text: string, undo?: () => void) {
  const id = ++last;
  set([...shown.filter((own) => own.text !== text).slice(-2), { id, kind, text, undo }]);
  setTimeout(() => dismiss(id), kind === 'error' ? 12_000 : 6_000);
}

export const toast = {
  done: (text: string, undo?: () => void) => show('done', text, undo),
  error: (text: string) => show('error', text),
};

/** Where short messages appear, above what is being written; screen readers are told of each. */
export function Toasts() {
  const toasts = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 top-16 z-50 flex flex-col items-center gap-2 px-4"
    >
      {toasts.map(({ id, kind, text, undo }) => (
        <div
          key={id}
          className="pointer-events-auto flex max-w-lg items-start gap-3 rounded-lg border border-line bg-raised px-4 py-3 shadow-lg"
        >
          {kind === 'error' ? (
            <CircleAlert className="mt-0.5 size-5 shrink-0 text-danger" aria-hidden />
          ) : (
            <CircleCheck className="mt-0.5 size-5 shrink-0 text-success" aria-hidden />
          )}
          <p className="min-w-0 break-words">{text}</p>
          {undo && (
            <button
              type="button"
              className="font-semibold text-accent underline-offset-2 hover:underline"
              onClick={() => {
                dismiss(id);
                undo();
              }}
            >
              {texts.actions.undo}
            </button>
          )}
          <button type="button" aria-label={texts.actions.dismiss} onClick={() => dismiss(id)} className="text-muted">
            <X className="size-5" aria-hidden />
          </button>
        </div>
      ))}
    </div>
  );
}
