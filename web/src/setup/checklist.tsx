import { Link } from '@tanstack/react-router';
import { Circle, CircleCheck } from 'lucide-react';
import { activeWorkspace } from '../active-workspace.ts';
import { sampleNames } from '../business/samples.ts';
import { labelOf } from '../business/schema.ts';
import { useBusinessDocument } from '../format.ts';
import { useOfferField } from '../industries.ts';
import { useMe } from '../me.ts';
import { buttonClass } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { doneSteps, industrySamplePointers } from './completeness.ts';
import { texts } from './texts.ts';
import { useWidgetKeys } from './use-widget-keys.ts';

/** The remaining setup tasks; hidden when all are done. */
export function Checklist() {
  const { hasRoleAtLeast } = useMe();
  const isShown = hasRoleAtLeast('admin') && activeWorkspace.mode === 'live';
  const { data: document } = useBusinessDocument();
  const offerField = useOfferField(document?.industry);
  const widgets = useWidgetKeys(isShown);
  if (!isShown || !document || !widgets) return null;
  const isDone = doneSteps(document, widgets);
  const offerLabel = offerField ? labelOf(offerField).toLowerCase() : texts.checklist.content;
  // What the offer step doesn't show, the last step lists.
  const leftParts = industrySamplePointers(document);
  const isOfferLeft = !leftParts.length || leftParts.includes(`/${document.industry}/${offerField}`);
  const offer = isOfferLeft
    ? { step: 'offer', text: texts.checklist.offer(offerLabel) }
    : { step: 'website', text: texts.checklist.otherSamples(sampleNames(leftParts)) };
  const items = [
    { step: 'industry', text: texts.checklist.industry, done: isDone.industry },
    { step: 'business', text: texts.checklist.business, done: isDone.business },
    { step: 'hours', text: texts.checklist.hours, done: isDone.hours },
    { ...offer, done: isDone.offer },
    { step: 'website', text: texts.checklist.website, done: isDone.website },
    { step: 'website', text: texts.checklist.checkOnSite, done: widgets.some(({ lastUsedAt }) => lastUsedAt) },
  ];
  const done = items.filter((item) => item.done).length;
  if (done === items.length) return null;
  const next = items.findIndex((item) => !item.done);
  return (
    <Card title={texts.checklist.title} about={texts.checklist.done(done, items.length)} noPadding>
      <div aria-hidden className="mx-5 mt-1 mb-3 h-1.5 overflow-hidden rounded-full bg-sunken">
        <div className="h-full rounded-full bg-accent" style={{ width: `${(done / items.length) * 100}%` }} />
      </div>
      <ul>
        {items.map(({ step, text, done: isItemDone }, index) => (
          <li key={text} className="border-t border-line first:border-0">
            <Link
              to="/setup"
              search={{ step }}
              className="flex min-h-12 items-center gap-3 px-5 hover:bg-sunken focus-visible:-outline-offset-2"
            >
              {isItemDone ? (
                <CircleCheck className="size-5 shrink-0 text-success" aria-label={texts.checklist.isDone} />
              ) : (
                <Circle className="size-5 shrink-0 text-muted" aria-label={texts.checklist.isOpen} />
              )}
              <span className={isItemDone ? 'text-muted' : index === next ? 'font-medium' : ''}>{text}</span>
              {index === next && (
                <span className={`${buttonClass('primary', true)} ml-auto`}>{texts.checklist.go}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
