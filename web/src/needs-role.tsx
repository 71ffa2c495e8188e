import { Link } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Role, useMe } from './me.ts';
import { texts } from './texts.ts';
import { getButtonClass } from './ui/button.tsx';
import { EmptyState } from './ui/states.tsx';

/** Explains why a page is not available to this role. The API refuses the requests in any case. */
export function NeedsRole({ minimumRole, children }: { minimumRole: Role; children: ReactNode }) {
  const { hasRoleAtLeast, workspace } = useMe();
  if (hasRoleAtLeast(minimumRole)) return children;
  return (
    <EmptyState
      as="h1"
      icon={Lock}
      title={texts.errors.forbidden}
      text={texts.errors.forbiddenText(texts.roles[workspace.role])}
      action={
        <Link to="/" className={getButtonClass('secondary')}>
          {texts.errors.home}
        </Link>
      }
    />
  );
}
