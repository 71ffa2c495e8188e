import { Link } from '@tanstack/react-router';
import { BellOff } from 'lucide-react';
import { activeWorkspace } from '../active-workspace.ts';
import { getButtonClass } from '../ui/button.tsx';
import { useNotifications } from './data.ts';
import { texts } from './texts.ts';

/** Warns while nobody would be alerted about a waiting customer, neither by email nor on a device. */
export function NobodyAlerted({ withLink = false }: { withLink?: boolean }) {
  const { data } = useNotifications();
  if (!data || data.isAnyoneAlerted || activeWorkspace.mode === 'test') return null;
  return (
    <section
      aria-label={texts.nobodyAlerted.title}
      className="flex flex-wrap items-start gap-4 rounded-xl border border-line bg-warning-soft px-5 py-4"
    >
      <BellOff className="mt-0.5 size-5 shrink-0 text-warning" aria-hidden />
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-semibold">{texts.nobodyAlerted.title}</p>
        <p className="mt-1 text-pretty">
          {data.canSendEmail ? texts.nobodyAlerted.withEmail : texts.nobodyAlerted.withoutEmail}
        </p>
      </div>
      {withLink && (
        <Link to="/settings/notifications" className={getButtonClass('secondary', 'small')}>
          {texts.nobodyAlerted.action}
        </Link>
      )}
    </section>
  );
}
