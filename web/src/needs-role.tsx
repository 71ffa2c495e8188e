import { Link } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Role, useMe } from './me.ts';
import { texts } from './texts.ts';
import { buttonClass } from './ui/button.tsx';
import { EmptyState } from './ui/states.tsx';

/** A page for some of the team. The service refuses the others anyway; this says why. */
export function NeedsRole({ least, children }: { least: Role; children: ReactNode }) {
  const { can, workspace } = useMe();
  if (can(least)) return children;
  return (
    <EmptyState
      as="h1"
      icon={Lock}
      title={texts.errors.forbidden}
      text={texts.errors.forbiddenText(texts.roles[workspace.role])}
      action={
        <Link to="/" className={buttonClass('secondary')}>
          {texts.errors.home}
        </Link>
      }
    />
  );
}
