import { useMe } from './me.ts';
import { PageHeader } from './ui/card.tsx';

export function HomePage() {
  const { workspace } = useMe();
  return <PageHeader title={workspace.name} />;
}
