import { Link } from '@tanstack/react-router';
import { getButtonClass } from '../ui/button.tsx';
import { AccountLayout } from './account-layout.tsx';
import { texts } from './texts.ts';

export function NoWorkspacePage() {
  return (
    <AccountLayout title={texts.noWorkspace.title} text={texts.noWorkspace.text}>
      <Link to="/login" className={getButtonClass('secondary')}>
        {texts.invitation.switchAccount}
      </Link>
    </AccountLayout>
  );
}
