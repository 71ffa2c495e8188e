import { Link, type LinkProps } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';

type Tab = { label: string; link: LinkProps; isActive: boolean };

/** Tabs as links, so each has a URL and the back button works. */
export function TabLinks({ label, tabs }: { label: string; tabs: Tab[] }) {
  const rowElement = useRef<HTMLElement>(null);
  const activeIndex = tabs.findIndex(({ isActive }) => isActive);
  // On phones the row is wider than the screen, so scroll the active tab into view.
  useLayoutEffect(() => {
    const tab = rowElement.current?.children[activeIndex] as HTMLElement | undefined;
    if (tab) rowElement.current!.scrollLeft = tab.offsetLeft - (rowElement.current!.clientWidth - tab.clientWidth) / 2;
  }, [activeIndex]);
  return (
    <nav ref={rowElement} aria-label={label} className="relative flex gap-1 overflow-x-auto border-b border-line">
      {tabs.map(({ label: text, link, isActive }) => (
        <Link
          key={text}
          {...link}
          aria-current={isActive ? 'page' : undefined}
          className={`border-b-2 px-3 py-2.5 whitespace-nowrap focus-visible:-outline-offset-2 ${
            isActive ? 'border-accent font-medium text-ink' : 'border-transparent text-muted hover:text-ink'
          }`}
        >
          {text}
        </Link>
      ))}
    </nav>
  );
}
