import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';

type Item = { label: string; icon?: ReactNode; onSelect(): void; danger?: boolean; checked?: boolean };

/** A dropdown of actions; groups are separated by a line. */
export function Menu({ trigger, groups, title }: { trigger: ReactNode; groups: Item[][]; title?: ReactNode }) {
  return (
    // A modal menu would insert a style element, which the Content Security Policy forbids.
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          className="z-40 max-w-80 min-w-52 rounded-xl border border-line bg-raised p-1.5 shadow-xl"
        >
          {title && <div className="px-3 py-2">{title}</div>}
          {groups.map((items, index) => (
            <div key={items[0]?.label}>
              {(index > 0 || title) && <DropdownMenu.Separator className="my-1.5 h-px bg-line" />}
              {items.map((item) => (
                <MenuItem key={item.label} {...item} />
              ))}
            </div>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function MenuItem({ label, icon, onSelect, danger, checked }: Item) {
  const content = (
    <>
      {icon}
      <span className="min-w-0 truncate">{label}</span>
    </>
  );
  const className = `flex min-h-10 cursor-pointer items-center gap-2.5 rounded-lg px-3 outline-none select-none data-highlighted:bg-sunken [&>svg]:size-4 [&>svg]:shrink-0 ${danger ? 'text-danger' : ''} ${checked ? 'font-semibold text-accent' : ''}`;
  if (checked === undefined)
    return (
      <DropdownMenu.Item onSelect={onSelect} className={className}>
        {content}
      </DropdownMenu.Item>
    );
  return (
    <DropdownMenu.CheckboxItem checked={checked} onSelect={onSelect} className={className}>
      {content}
    </DropdownMenu.CheckboxItem>
  );
}
