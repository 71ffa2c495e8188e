import { useEffect, useRef } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import { texts } from './texts.ts';

/** Single-key shortcuts, active while the user is not typing. */
export function useShortcuts(actionsByKey: Record<string, (() => unknown) | undefined>): void {
  const latestActions = useRef(actionsByKey);
  latestActions.current = actionsByKey;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const isTyping = target.matches('input, textarea, select, [contenteditable]');
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open], :popover-open'))
        return;
      if (isTyping && event.key === 'Escape') return target.blur();
      if (isTyping) return;
      const action = latestActions.current[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

export function ShortcutHelp({ open, onClose }: { open: boolean; onClose(): void }) {
  return (
    <Dialog open={open} onClose={onClose} title={texts.shortcuts.title}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2">
        {texts.shortcuts.keys.map(([key, meaning]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="inline-block min-w-8 rounded border border-edge bg-sunken px-2 py-0.5 text-center font-mono text-sm">
                {key}
              </kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
