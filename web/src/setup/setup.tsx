import { Link } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useBusiness } from '../business/draft.ts';
import { useSchema } from '../business/use-schema.ts';
import { PageHeader } from '../ui/card.tsx';
import { Loaded } from '../ui/states.tsx';
import { useUrl } from '../url.ts';
import { IndustryStep } from './industry-step.tsx';
import type { StepProps } from './step-props.ts';
import { BusinessStep, HoursStep, OfferStep } from './steps.tsx';
import { texts } from './texts.ts';
import { WebsiteStep } from './website-step.tsx';

const STEPS = ['industry', 'business', 'hours', 'offer', 'website'] as const;
export type Step = (typeof STEPS)[number];
const PAGES: Record<Step, (props: StepProps) => React.ReactNode> = {
  industry: IndustryStep,
  business: BusinessStep,
  hours: HoursStep,
  offer: OfferStep,
  website: WebsiteStep,
};

export function SetupPage() {
  const document = useBusiness();
  const schema = useSchema();
  return (
    <>
      <PageHeader title={texts.title} about={texts.about} />
      <Loaded of={document}>
        {(business) => <Loaded of={schema}>{(whole) => <Steps {...whole} document={business} />}</Loaded>}
      </Loaded>
    </>
  );
}

function Steps(props: Omit<StepProps, 'next' | 'back'>) {
  const [url, setUrl] = useUrl<{ step: string }>();
  // Without an industry there is nothing to go on with.
  const isReachable = props.document.industry !== null;
  const step = (isReachable && STEPS.find((own) => own === url.step)) || 'industry';
  const at = STEPS.indexOf(step);
  const Page = PAGES[step];
  const start = useRef<HTMLDivElement>(null);
  const before = useRef(step);
  // The button that led on is gone: a new step begins at its start, for the keyboard and for readers too.
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    start.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [step]);
  return (
    <>
      <Progress current={at} reachable={isReachable} />
      <div key={step} ref={start} tabIndex={-1} className="flex min-w-0 scroll-mt-20 flex-col gap-6 outline-none">
        <Page {...props} next={() => setUrl({ step: STEPS[at + 1] })} back={() => setUrl({ step: STEPS[at - 1] })} />
      </div>
    </>
  );
}

function Progress({ current, reachable }: { current: number; reachable: boolean }) {
  return (
    <nav aria-label={texts.title}>
      <p className="mb-2 text-sm font-medium text-muted md:hidden">{texts.step(current + 1, STEPS.length)}</p>
      <ol className="flex gap-2">
        {STEPS.map((step, index) => {
          const mark = (
            <span className={`block h-1.5 rounded-full ${index <= current ? 'bg-accent' : 'bg-line'}`} aria-hidden />
          );
          const label = (
            <span
              className={`mt-1.5 flex items-center gap-1 text-sm max-md:sr-only ${index === current ? 'font-medium text-ink' : 'text-muted'}`}
            >
              {index < current && <Check className="size-4 text-accent" aria-hidden />}
              {texts.steps[step]}
            </span>
          );
          return (
            <li key={step} className="flex-1">
              {reachable ? (
                <Link
                  to="/setup"
                  search={{ step }}
                  aria-current={index === current ? 'step' : undefined}
                  className="block rounded"
                >
                  {mark}
                  {label}
                </Link>
              ) : (
                <span aria-current={index === current ? 'step' : undefined}>
                  {mark}
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
