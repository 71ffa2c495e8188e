import { type KeyboardEvent, type MouseEvent, type ReactNode, type ToggleEvent, useId, useState } from 'react';
import { flushSync } from 'react-dom';

type MenuAction = { label: string; icon?: ReactNode; onSelect(): void; danger?: boolean; checked?: boolean };
type TriggerAttributes = {
  id: string;
  popoverTarget: string;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  onKeyDown(event: KeyboardEvent<HTMLElement>): void;
};
type Props = { trigger: (attributes: TriggerAttributes) => ReactNode; groups: MenuAction[][]; title?: ReactNode };

/**
 * A dropdown of actions; groups are separated by a line. It is the browser's popover, which lies above everything, closes on
 * Escape and on a click elsewhere, and returns the focus. Browsers that cannot anchor it to its button center it.
 */
export function Menu({ trigger, groups, title }: Props) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const openWithArrow = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'ArrowDown' || isOpen) return;
    event.preventDefault();
    event.currentTarget.click();
  };
  // `flushSync`, so that there is an item to focus when the menu has opened.
  const renderItems = ({ newState }: ToggleEvent<HTMLElement>) => {
    if (newState === 'open') flushSync(() => setIsOpen(true));
  };
  const focusOrRemoveItems = ({ newState, currentTarget }: ToggleEvent<HTMLElement>) => {
    if (newState === 'open') findItems(currentTarget)[0]?.focus();
    // Only after the menu has closed, because the browser returns the focus only while an item has it.
    else setIsOpen(false);
  };
  return (
    <>
      {trigger({
        id: `${id}-trigger`,
        popoverTarget: id,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        onKeyDown: openWithArrow,
      })}
      <div
        id={id}
        popover="auto"
        role="menu"
        aria-labelledby={`${id}-trigger`}
        onBeforeToggle={renderItems}
        onToggle={focusOrRemoveItems}
        onKeyDown={moveFocus}
        className="menu max-h-[60dvh] max-w-80 min-w-52 rounded-xl border border-line bg-raised p-1.5 text-left text-base font-normal whitespace-normal text-ink shadow-xl"
      >
        {isOpen && title && <div className="px-3 py-2">{title}</div>}
        {isOpen &&
          groups.map((items, index) => (
            <div key={items[0]?.label}>
              {(index > 0 || title) && <hr className="my-1.5 border-line" />}
              {items.map((item) => (
                <MenuItem key={item.label} {...item} />
              ))}
            </div>
          ))}
      </div>
    </>
  );
}

function MenuItem({ label, icon, onSelect, danger, checked }: MenuAction) {
  // The menu closes first, so that focus is back on its button when a dialog opens, and returns there when the dialog closes.
  const select = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
    onSelect();
  };
  return (
    <button
      type="button"
      {...(checked === undefined ? { role: 'menuitem' } : { role: 'menuitemcheckbox', 'aria-checked': checked })}
      tabIndex={-1}
      onClick={select}
      className={`flex min-h-10 w-full items-center gap-2.5 rounded-lg px-3 py-1.5 text-left hover:bg-sunken focus-visible:bg-sunken focus-visible:-outline-offset-2 [&>svg]:size-4 [&>svg]:shrink-0 ${danger ? 'text-danger' : ''} ${checked ? 'font-semibold text-accent' : ''}`}
    >
      {icon}
      <span className="min-w-0 wrap-anywhere">{label}</span>
    </button>
  );
}

const findItems = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]')];

/** The arrow keys, Home, End and first letters move through the items; Tab leaves the menu. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget: menu } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (key === 'Tab') menu.hidePopover();
  const items = findItems(menu);
  const currentIndex = items.indexOf(document.activeElement as HTMLElement);
  const itemsAfterCurrent = [...items.slice(currentIndex + 1), ...items.slice(0, currentIndex + 1)];
  const startsWithKey = ({ textContent }: HTMLElement) => textContent.toLowerCase().startsWith(key.toLowerCase());
  const targetByKey: Record<string, HTMLElement | undefined> = {
    ArrowDown: itemsAfterCurrent[0],
    ArrowUp: items.at(Math.max(currentIndex, 0) - 1),
    Home: items[0],
    End: items.at(-1),
  };
  const target = key.length === 1 ? itemsAfterCurrent.find(startsWithKey) : targetByKey[key];
  if (!target) return;
  event.preventDefault();
  target.focus();
}
