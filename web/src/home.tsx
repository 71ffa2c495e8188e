import { useMe } from './me.ts';
import { Overview } from './overview/overview.tsx';
import { Checklist } from './setup/checklist.tsx';
import { PageHeader } from './ui/card.tsx';

export function HomePage() {
  const { workspace } = useMe();
  return (
    <>
      <PageHeader title={workspace.name} />
      <Checklist />
      <Overview />
    </>
  );
}
