import { X } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { texts } from '../texts.ts';
import { Button, IconButton } from './button.tsx';

type Props = {
  open: boolean;
  onClose(): void;
  title: string;
  children: ReactNode;
  /** Buttons, with the main one last. */
  actions?: ReactNode;
  wide?: boolean;
};

/** A native dialog element, which traps focus and restores it on close. */
export function Dialog({ open, onClose, title, children, actions, wide }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Also close it before unmount; otherwise the browser does not restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!open) return;
    element?.showModal();
    return () => element?.close();
  }, [open]);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onClose={onClose}
      className={`m-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] rounded-xl border border-line bg-raised p-0 text-ink shadow-2xl ${wide ? 'max-w-3xl' : 'max-w-lg'}`}
    >
      {open && (
        <div className="flex flex-col gap-4 p-5">
          <div className="flex items-start justify-between gap-3">
            <h2 id={id} className="pt-1.5 text-lg font-semibold">
              {title}
            </h2>
            <IconButton label={texts.actions.close} onClick={onClose}>
              <X aria-hidden />
            </IconButton>
          </div>
          <div className="flex min-w-0 flex-col gap-4">{children}</div>
          {actions && <div className="flex flex-wrap justify-end gap-2 pt-2">{actions}</div>}
        </div>
      )}
    </dialog>
  );
}

type ConfirmProps = {
  open: boolean;
  onClose(): void;
  title: string;
  text: ReactNode;
  action: string;
  onConfirm(): Promise<unknown> | undefined;
  /** Uses the primary color instead of red. */
  isReversible?: boolean;
  /** Replaces “Cancel” where it could be mistaken for the action. */
  cancelLabel?: string;
};

/** Asks for confirmation before an action. */
export function Confirm({
  open,
  onClose,
  title,
  text,
  action,
  onConfirm,
  isReversible,
  cancelLabel = texts.actions.cancel,
}: ConfirmProps) {
  const [isBusy, setIsBusy] = useState(false);
  const confirm = async () => {
    setIsBusy(true);
    try {
      await onConfirm();
      onClose();
    } catch {
      // The mutation has already shown the error.
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {cancelLabel}
          </Button>
          <Button variant={isReversible ? 'primary' : 'danger'} busy={isBusy} onClick={confirm}>
            {action}
          </Button>
        </>
      }
    >
      <div className="text-muted">{text}</div>
    </Dialog>
  );
}
