import { Link, type LinkProps } from '@tanstack/react-router';

type Tab = { label: string; link: LinkProps };

/** Tabs that are addresses: each can be linked to, and the way back works. */
export function TabLinks({ label, tabs }: { label: string; tabs: Tab[] }) {
  return (
    <nav aria-label={label} className="flex gap-1 overflow-x-auto border-b border-line">
      {tabs.map(({ label: text, link }) => (
        <Link
          key={text}
          {...link}
          activeOptions={{ exact: true, includeSearch: false }}
          className="border-b-2 border-transparent px-3 py-2.5 whitespace-nowrap text-muted hover:text-ink focus-visible:-outline-offset-2"
          activeProps={{ className: 'border-accent! font-medium text-ink!', 'aria-current': 'page' }}
        >
          {text}
        </Link>
      ))}
    </nav>
  );
}
