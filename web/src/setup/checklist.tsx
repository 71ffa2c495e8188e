import { Link } from '@tanstack/react-router';
import { Circle, CircleCheck } from 'lucide-react';
import { activeWorkspace } from '../active-workspace.ts';
import { formatSampleNames } from '../business/samples.ts';
import { getLabel } from '../business/schema.ts';
import { useBusinessDocument } from '../format.ts';
import { useOfferField } from '../industries.ts';
import { useMe } from '../me.ts';
import { getButtonClass } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { findDoneSteps, findIndustrySamplePointers } from './completeness.ts';
import { texts } from './texts.ts';
import { useWidgetKeys } from './use-widget-keys.ts';

/** The remaining setup tasks; hidden when all are done. */
export function Checklist() {
  const { hasRoleAtLeast } = useMe();
  const isShown = hasRoleAtLeast('admin') && activeWorkspace.mode === 'live';
  const { data: businessDocument } = useBusinessDocument();
  const offerField = useOfferField(businessDocument?.industry);
  const widgetKeys = useWidgetKeys(isShown);
  if (!isShown || !businessDocument || !widgetKeys) return null;
  const doneByStep = findDoneSteps(businessDocument, widgetKeys);
  const offerLabel = offerField ? getLabel(offerField).toLowerCase() : texts.checklist.content;
  // The offer is what the business sells: a menu, services or products. The last step lists the samples that the offer step does not show.
  const samplePointers = findIndustrySamplePointers(businessDocument);
  const isOfferNext = !samplePointers.length || samplePointers.includes(`/${businessDocument.industry}/${offerField}`);
  const offerItem = isOfferNext
    ? { step: 'offer', text: texts.checklist.offer(offerLabel) }
    : { step: 'website', text: texts.checklist.otherSamples(formatSampleNames(samplePointers)) };
  const items = [
    { step: 'industry', text: texts.checklist.industry, done: doneByStep.industry },
    { step: 'business', text: texts.checklist.business, done: doneByStep.business },
    { step: 'hours', text: texts.checklist.hours, done: doneByStep.hours },
    { ...offerItem, done: doneByStep.offer },
    { step: 'website', text: texts.checklist.website, done: doneByStep.website },
    { step: 'website', text: texts.checklist.checkOnSite, done: widgetKeys.some(({ lastUsedAt }) => lastUsedAt) },
  ];
  const doneCount = items.filter((item) => item.done).length;
  if (doneCount === items.length) return null;
  const nextIndex = items.findIndex((item) => !item.done);
  return (
    <Card title={texts.checklist.title} description={texts.checklist.done(doneCount, items.length)} noPadding>
      <div aria-hidden className="mx-5 mt-1 mb-3 h-1.5 overflow-hidden rounded-full bg-sunken">
        <div className="h-full rounded-full bg-accent" style={{ width: `${(doneCount / items.length) * 100}%` }} />
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
              <span className={isItemDone ? 'text-muted' : index === nextIndex ? 'font-medium' : ''}>{text}</span>
              {index === nextIndex && (
                <span className={`${getButtonClass('primary', 'small')} ml-auto`}>{texts.checklist.go}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
