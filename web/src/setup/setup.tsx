import { Link } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { type EditableDocument, useEditableDocument } from '../business/draft.ts';
import { formatSampleNames } from '../business/samples.ts';
import { useSchema } from '../business/use-schema.ts';
import { PageHeader } from '../ui/card.tsx';
import { Loaded } from '../ui/states.tsx';
import { useUrlParams } from '../url.ts';
import { findDoneSteps, findSkippedSamples, STEPS, type Step } from './completeness.ts';
import { IndustryStep } from './industry-step.tsx';
import type { StepProps } from './step-props.ts';
import { BusinessStep, HoursStep, OfferStep } from './steps.tsx';
import { texts } from './texts.ts';
import { useWidgetKeys } from './use-widget-keys.ts';
import { WebsiteStep } from './website-step.tsx';

const STEP_PAGES: Record<Step, (props: StepProps) => React.ReactNode> = {
  industry: IndustryStep,
  business: BusinessStep,
  hours: HoursStep,
  offer: OfferStep,
  website: WebsiteStep,
};

export function SetupPage() {
  const documentQuery = useEditableDocument();
  const schemaQuery = useSchema();
  return (
    <>
      <PageHeader title={texts.title} description={texts.about} />
      <Loaded query={documentQuery}>
        {(business) => (
          <Loaded query={schemaQuery}>{(schemaInfo) => <Steps {...schemaInfo} businessDocument={business} />}</Loaded>
        )}
      </Loaded>
    </>
  );
}

function Steps(props: Omit<StepProps, 'onNext' | 'onBack'>) {
  const [urlParams, setUrl] = useUrlParams<{ step: string }>();
  const areLaterStepsReachable = props.businessDocument.industry !== null;
  const doneByStep = findDoneSteps(props.businessDocument, useWidgetKeys() ?? []);
  const step = (areLaterStepsReachable && STEPS.find((name) => name === urlParams.step)) || 'industry';
  const stepIndex = STEPS.indexOf(step);
  const StepPage = STEP_PAGES[step];
  const stepContainer = useRef<HTMLDivElement>(null);
  const previousStep = useRef(step);
  // The clicked button is gone, so move the focus to the new step for keyboard and screen reader users.
  useEffect(() => {
    if (previousStep.current === step) return;
    previousStep.current = step;
    stepContainer.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [step]);
  return (
    <>
      <Progress currentIndex={stepIndex} areLaterStepsReachable={areLaterStepsReachable} doneByStep={doneByStep} />
      <SkippedSamples businessDocument={props.businessDocument} currentStep={step} />
      <div
        key={step}
        ref={stepContainer}
        tabIndex={-1}
        className="flex min-w-0 scroll-mt-20 flex-col gap-6 outline-none"
      >
        <StepPage
          {...props}
          onNext={() => setUrl({ step: STEPS[stepIndex + 1] })}
          onBack={() => setUrl({ step: STEPS[stepIndex - 1] })}
        />
      </div>
    </>
  );
}

/** Links to the samples that were skipped in earlier steps, and which customers do not see until they are kept. */
const SkippedSamples = ({ businessDocument, currentStep }: { businessDocument: EditableDocument; currentStep: Step }) =>
  findSkippedSamples(businessDocument, currentStep).map(({ step, pointers }) => (
    <p key={step} className="text-muted">
      {texts.stillHidden(formatSampleNames(pointers))}{' '}
      <Link to="/setup" search={{ step }} className="font-medium text-accent underline underline-offset-2">
        {texts.review(texts.steps[step])}
      </Link>
    </p>
  ));

type ProgressProps = { currentIndex: number; areLaterStepsReachable: boolean; doneByStep: Record<Step, boolean> };

function Progress({ currentIndex, areLaterStepsReachable, doneByStep }: ProgressProps) {
  return (
    <nav aria-label={texts.title}>
      <p className="mb-2 text-sm font-medium text-muted md:hidden">{texts.step(currentIndex + 1, STEPS.length)}</p>
      <ol className="flex gap-2">
        {STEPS.map((step, index) => {
          const progressBar = (
            <span
              className={`block h-1.5 rounded-full ${index <= currentIndex ? 'bg-accent' : 'bg-line'}`}
              aria-hidden
            />
          );
          const label = (
            <span
              className={`mt-1.5 flex items-center gap-1 text-sm max-md:sr-only ${index === currentIndex ? 'font-medium text-ink' : 'text-muted'}`}
            >
              {doneByStep[step] && <Check className="size-4 text-accent" aria-label={texts.checklist.isDone} />}
              {texts.steps[step]}
            </span>
          );
          return (
            <li key={step} className="flex-1">
              {areLaterStepsReachable ? (
                <Link
                  to="/setup"
                  search={{ step }}
                  aria-current={index === currentIndex ? 'step' : undefined}
                  className="block rounded"
                >
                  {progressBar}
                  {label}
                </Link>
              ) : (
                <span aria-current={index === currentIndex ? 'step' : undefined}>
                  {progressBar}
                  {label}
                </span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
