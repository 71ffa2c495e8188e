import { useEffect, useRef } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import { texts } from './texts.ts';

/** One key each, while nothing is being written. A handler that answers false leaves the key to the browser. */
export function useShortcuts(keys: Record<string, (() => unknown) | undefined>): void {
  const current = useRef(keys);
  current.current = keys;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const at = event.target as HTMLElement;
      const writing = at.matches('input, textarea, select, [contenteditable]');
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open], [role=menu]')) return;
      if (writing && event.key === 'Escape') return at.blur();
      if (writing) return;
      const act = current.current[event.key];
      if (!act) return;
      event.preventDefault();
      act();
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
