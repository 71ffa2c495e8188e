import { Link } from '@tanstack/react-router';
import { getButtonClass } from '../ui/button.tsx';
import { texts } from './texts.ts';

/** Shown in place of a feature that a higher plan includes. */
export function NotInPlan({ text }: { text: string }) {
  return (
    <div className="flex flex-col items-start gap-3">
      <p>{text}</p>
      <Link to="/settings/plan" className={getButtonClass('secondary')}>
        {texts.seePlans}
      </Link>
    </div>
  );
}
