import type { ReactNode } from 'react';
import { NeedsRole } from '../needs-role.tsx';
import { PageHeader } from '../ui/card.tsx';
import { TabLinks } from '../ui/tabs.tsx';
import { texts } from './texts.ts';

const PATHS = { privacy: '/settings', audit: '/settings/audit', plan: '/settings/plan' } as const;
type Tab = keyof typeof PATHS;

export function Settings({ tab, children }: { tab: Tab; children: ReactNode }) {
  return (
    <NeedsRole minimumRole="admin">
      <PageHeader title={texts.title} about={texts.about} />
      <TabLinks
        label={texts.tabs.label}
        tabs={(Object.keys(PATHS) as Tab[]).map((name) => ({
          label: texts.tabs[name],
          link: { to: PATHS[name] },
          active: name === tab,
        }))}
      />
      {children}
    </NeedsRole>
  );
}
