import type { ReactNode } from 'react';
import { type Role, useMe } from '../me.ts';
import { NeedsRole } from '../needs-role.tsx';
import { PageHeader } from '../ui/card.tsx';
import { TabLinks } from '../ui/tabs.tsx';
import { texts } from './texts.ts';

const TABS = {
  notifications: { to: '/settings/notifications', role: 'read-only' },
  serviceLevels: { to: '/settings/service-levels', role: 'admin' },
  payments: { to: '/settings/payments', role: 'admin' },
  brand: { to: '/settings/brand', role: 'admin' },
  privacy: { to: '/settings', role: 'admin' },
  audit: { to: '/settings/audit', role: 'admin' },
  plan: { to: '/settings/plan', role: 'admin' },
} as const satisfies Record<string, { to: string; role: Role }>;
type Tab = keyof typeof TABS;

export function SettingsLayout({ tab, children }: { tab: Tab; children: ReactNode }) {
  const { hasRoleAtLeast } = useMe();
  return (
    <NeedsRole minimumRole={TABS[tab].role}>
      <PageHeader title={texts.title} about={texts.about} />
      <TabLinks
        label={texts.tabs.label}
        tabs={(Object.keys(TABS) as Tab[])
          .filter((name) => hasRoleAtLeast(TABS[name].role))
          .map((name) => ({ label: texts.tabs[name], link: { to: TABS[name].to }, active: name === tab }))}
      />
      {children}
    </NeedsRole>
  );
}
