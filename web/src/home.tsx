import { useMe } from './me.ts';
import { NobodyAlerted } from './notifications/nobody-alerted.tsx';
import { Overview } from './overview/overview.tsx';
import { UndecidedNotice } from './requests/undecided.tsx';
import { Checklist } from './setup/checklist.tsx';
import { PageHeader } from './ui/card.tsx';

export function HomePage() {
  const { workspace } = useMe();
  return (
    <>
      <PageHeader title={workspace.name} />
      <NobodyAlerted withLink />
      <UndecidedNotice />
      <Checklist />
      <Overview />
    </>
  );
}
