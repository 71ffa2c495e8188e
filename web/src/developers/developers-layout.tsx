import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { getButtonClass } from '../ui/button.tsx';
import { PageHeader } from '../ui/card.tsx';
import { TabLinks } from '../ui/tabs.tsx';
import { texts } from './texts.ts';

const TAB_PATHS = {
  keys: '/developers',
  webhooks: '/developers/webhooks',
  requests: '/developers/requests',
  connect: '/developers/connect',
} as const;
type Tab = keyof typeof TAB_PATHS;

export function DevelopersLayout({ tab, children }: { tab: Tab; children: ReactNode }) {
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.about}
        action={
          <a href="/docs" target="_blank" rel="noreferrer" className={getButtonClass('secondary')}>
            {texts.tabs.docs}
            <ExternalLink className="size-4" aria-hidden />
          </a>
        }
      />
      <TabLinks
        label={texts.tabs.label}
        tabs={(Object.keys(TAB_PATHS) as Tab[]).map((name) => ({
          label: texts.tabs[name],
          link: { to: TAB_PATHS[name] },
          isActive: name === tab,
        }))}
      />
      {children}
    </>
  );
}
