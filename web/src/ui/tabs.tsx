import { Link, type LinkProps } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';

type Tab = { label: string; link: LinkProps; active: boolean };

/** Tabs as links, so each has a URL and the back button works. */
export function TabLinks({ label, tabs }: { label: string; tabs: Tab[] }) {
  const row = useRef<HTMLElement>(null);
  const current = tabs.findIndex(({ active }) => active);
  // On phones the row is wider than the screen, so scroll the active tab into view.
  useLayoutEffect(() => {
    const tab = row.current?.children[current] as HTMLElement | undefined;
    if (tab) row.current!.scrollLeft = tab.offsetLeft - (row.current!.clientWidth - tab.clientWidth) / 2;
  }, [current]);
  return (
    <nav ref={row} aria-label={label} className="relative flex gap-1 overflow-x-auto border-b border-line">
      {tabs.map(({ label: text, link, active }) => (
        <Link
          key={text}
          {...link}
          aria-current={active ? 'page' : undefined}
          className={`border-b-2 px-3 py-2.5 whitespace-nowrap focus-visible:-outline-offset-2 ${
            active ? 'border-accent font-medium text-ink' : 'border-transparent text-muted hover:text-ink'
          }`}
        >
          {text}
        </Link>
      ))}
    </nav>
  );
}
