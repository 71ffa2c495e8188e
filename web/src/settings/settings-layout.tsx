import type { ReactNode } from 'react';
import { type Role, useMe } from '../me.ts';
import { NeedsRole } from '../needs-role.tsx';
import { PageHeader } from '../ui/card.tsx';
import { TabLinks } from '../ui/tabs.tsx';
import { texts } from './texts.ts';

const TABS = {
  notifications: { to: '/settings/notifications', minimumRole: 'read-only' },
  serviceLevels: { to: '/settings/service-levels', minimumRole: 'admin' },
  payments: { to: '/settings/payments', minimumRole: 'admin' },
  brand: { to: '/settings/brand', minimumRole: 'admin' },
  privacy: { to: '/settings', minimumRole: 'admin' },
  audit: { to: '/settings/audit', minimumRole: 'admin' },
  plan: { to: '/settings/plan', minimumRole: 'admin' },
} as const satisfies Record<string, { to: string; minimumRole: Role }>;
type Tab = keyof typeof TABS;

export function SettingsLayout({ tab, children }: { tab: Tab; children: ReactNode }) {
  const { hasRoleAtLeast } = useMe();
  return (
    <NeedsRole minimumRole={TABS[tab].minimumRole}>
      <PageHeader title={texts.title} description={texts.about} />
      <TabLinks
        label={texts.tabs.label}
        tabs={(Object.keys(TABS) as Tab[])
          .filter((name) => hasRoleAtLeast(TABS[name].minimumRole))
          .map((name) => ({ label: texts.tabs[name], link: { to: TABS[name].to }, isActive: name === tab }))}
      />
      {children}
    </NeedsRole>
  );
}
