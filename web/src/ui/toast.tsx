import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { texts } from '../texts.ts';

type Toast = { id: number; kind: 'done' | 'error'; text: string; undo?: () => void };

const DONE_DURATION_MS = 6_000;
const ERROR_DURATION_MS = 12_000;

let currentToasts: Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();
const setToasts = (newToasts: Toast[]) => {
  currentToasts = newToasts;
  for (const listener of listeners) listener();
};
const dismiss = (id: number) => setToasts(currentToasts.filter((toastItem) => toastItem.id !== id));

function showToast(kind: Toast['kind'], text: string, undo?: () => void) {
  const id = ++lastId;
  setToasts([...currentToasts.filter((toastItem) => toastItem.text !== text).slice(-2), { id, kind, text, undo }]);
  setTimeout(() => dismiss(id), kind === 'error' ? ERROR_DURATION_MS : DONE_DURATION_MS);
}

export const toast = {
  success: (text: string, undo?: () => void) => showToast('done', text, undo),
  error: (text: string) => showToast('error', text),
};

/** Shows toasts and announces them to screen readers. */
export function Toasts() {
  const toasts = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => currentToasts,
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
