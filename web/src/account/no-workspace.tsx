import { Link } from '@tanstack/react-router';
import { buttonClass } from '../ui/button.tsx';
import { Frame } from './frame.tsx';
import { texts } from './texts.ts';

export function NoWorkspacePage() {
  return (
    <Frame title={texts.noWorkspace.title} text={texts.noWorkspace.text}>
      <Link to="/login" className={buttonClass('secondary')}>
        {texts.invitation.other}
      </Link>
    </Frame>
  );
}
