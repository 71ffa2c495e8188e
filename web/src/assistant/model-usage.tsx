import { Sparkles } from 'lucide-react';
import { seconds, usDollars } from '../figures.ts';
import { useFormat } from '../format.ts';
import { type Analytics, useAnalytics } from '../overview/data.ts';
import { rangesOf } from '../overview/scale.ts';
import { Card } from '../ui/card.tsx';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { answeredBy, modelOf } from '../understood/answered-by.ts';
import { texts as answered } from '../understood/texts.ts';
import { texts } from './texts.ts';

const DAYS = 30;
const own = texts.usage;

/** What language models cost, how quick they are, and what of theirs was not let out. */
export function ModelUsage({ spentThisMonth }: { spentThisMonth: number }) {
  const { now } = rangesOf(useFormat().today(), DAYS);
  const analytics = useAnalytics(now.from, now.to);
  return (
    <Card title={own.title} about={own.about}>
      <Loaded of={analytics}>
        {(data) =>
          data.usage.replies || spentThisMonth ? (
            <Figures analytics={data} spentThisMonth={spentThisMonth} />
          ) : (
            <EmptyState icon={Sparkles} title={own.emptyTitle} text={own.emptyText} />
          )
        }
      </Loaded>
    </Card>
  );
}

function Figures({ analytics, spentThisMonth }: { analytics: Analytics; spentThisMonth: number }) {
  const format = useFormat();
  const { engines, engineReasons, usage } = analytics;
  const byModel = engines.filter(({ engine }) => modelOf(engine));
  const share = countOf(byModel) / (countOf(engines) || 1);
  const { conversations, cost, averageLatencyMs } = usage;
  return (
    <div className="flex flex-col gap-6">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 lg:grid-cols-4">
        <Figure name={own.share} value={format.percent(share)} />
        <Figure
          name={own.costPerConversation}
          value={conversations ? usDollars(cost / conversations) : own.none}
          hint={own.inConversations(conversations)}
        />
        <Figure name={own.spentThisMonth} value={usDollars(spentThisMonth)} />
        <Figure name={own.averageTime} value={averageLatencyMs === null ? own.none : seconds(averageLatencyMs)} />
      </dl>
      <div className="grid gap-6 lg:grid-cols-2">
        <Shares
          title={own.engines}
          of={engines.map(({ engine, messages }) => [modelOf(engine) ?? answered.engines[engine] ?? engine, messages])}
        />
        <Shares title={own.reasons} of={engineReasons.map(({ reason, messages }) => [whyOf(reason), messages])} />
      </div>
      <HeldBack dropped={usage.dropped} />
    </div>
  );
}

const countOf = (engines: Analytics['engines']) => engines.reduce((sum, { messages }) => sum + messages, 0);
/** A model answers for one reason alone; all others are the built-in assistant's. */
const whyOf = (reason: string) => answeredBy(reason === 'model' ? 'model' : 'embedded', reason);

const Figure = ({ name, value, hint }: { name: string; value: string; hint?: string }) => (
  <div>
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="text-xl font-semibold tabular-nums">
      {value}
      {hint && <span className="block text-sm font-normal text-muted">{hint}</span>}
    </dd>
  </div>
);

/** Each with its share of the whole. */
function Shares({ title, of }: { title: string; of: [name: string, count: number][] }) {
  const format = useFormat();
  const whole = of.reduce((sum, [, count]) => sum + count, 0) || 1;
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="mb-2 font-medium">{title}</h3>
      <ul className="flex flex-col gap-2">
        {of.map(([name, count]) => (
          <li key={name}>
            <p className="flex justify-between gap-4 text-sm">
              <span className="min-w-0 break-words">{name}</span>
              <span className="shrink-0 text-muted tabular-nums">
                {format.number(count)} · {format.percent(count / whole)}
              </span>
            </p>
            <div className="mt-1 h-1.5 overflow-hidden rounded-full bg-sunken" aria-hidden>
              <div className="h-full rounded-full bg-accent" style={{ width: `${(100 * count) / whole}%` }} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function HeldBack({ dropped }: { dropped: Analytics['usage']['dropped'] }) {
  const format = useFormat();
  return (
    <section aria-label={own.dropped}>
      <h3 className="font-medium">{own.dropped}</h3>
      <p className="mb-2 text-sm text-muted">{own.droppedAbout}</p>
      {dropped.length ? (
        <ul className="max-w-xl divide-y divide-line">
          {dropped.map(({ why, count }) => (
            <li key={why} className="flex justify-between gap-4 py-1.5">
              <span>{own.drops[why] ?? why}</span>
              <span className="tabular-nums">{format.number(count)}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p>{own.nothingDropped}</p>
      )}
    </section>
  );
}
