import { Sparkles } from 'lucide-react';
import { useFormat } from '../format.ts';
import { formatSeconds, formatUsDollars } from '../locale-format.ts';
import { describeEngine, getModelName } from '../message-details/engine-text.ts';
import { texts as messageDetailTexts } from '../message-details/texts.ts';
import { getComparedRanges } from '../overview/chart-scale.ts';
import { type Analytics, useAnalytics } from '../overview/data.ts';
import { Card } from '../ui/card.tsx';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { texts } from './texts.ts';

const PERIOD_DAYS = 30;
const usageTexts = texts.usage;

/** Cost and speed of language models, and the sentences the guard dropped. */
export function ModelUsage({ spentThisMonth }: { spentThisMonth: number }) {
  const { current } = getComparedRanges(useFormat().today(), PERIOD_DAYS);
  const analyticsQuery = useAnalytics(current.from, current.to);
  return (
    <Card title={usageTexts.title} description={usageTexts.about}>
      <Loaded query={analyticsQuery}>
        {(data) =>
          data.usage.replies || spentThisMonth ? (
            <Figures analytics={data} spentThisMonth={spentThisMonth} />
          ) : (
            <EmptyState icon={Sparkles} title={usageTexts.emptyTitle} text={usageTexts.emptyText} />
          )
        }
      </Loaded>
    </Card>
  );
}

function Figures({ analytics, spentThisMonth }: { analytics: Analytics; spentThisMonth: number }) {
  const format = useFormat();
  const { engines, engineReasons, usage } = analytics;
  const modelReplies = engines.filter(({ engine }) => getModelName(engine));
  const modelShare = countMessages(modelReplies) / (countMessages(engines) || 1);
  const { conversations, cost, averageLatencyMs } = usage;
  return (
    <div className="flex flex-col gap-6">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 lg:grid-cols-4">
        <Figure name={usageTexts.share} value={format.percent(modelShare)} />
        <Figure
          name={usageTexts.costPerConversation}
          value={conversations ? formatUsDollars(cost / conversations) : usageTexts.none}
          hint={usageTexts.inConversations(conversations)}
        />
        <Figure name={usageTexts.spentThisMonth} value={formatUsDollars(spentThisMonth)} />
        <Figure
          name={usageTexts.averageTime}
          value={averageLatencyMs === null ? usageTexts.none : formatSeconds(averageLatencyMs)}
        />
      </dl>
      <div className="grid gap-6 lg:grid-cols-2">
        <Shares
          title={usageTexts.engines}
          shares={engines.map(({ engine, messages }) => [
            getModelName(engine) ?? messageDetailTexts.engines[engine] ?? engine,
            messages,
          ])}
        />
        <Shares
          title={usageTexts.reasons}
          shares={engineReasons.map(({ reason, messages }) => [describeReason(reason), messages])}
        />
      </div>
      <DroppedSentences droppedSentences={usage.dropped} />
    </div>
  );
}

const countMessages = (engines: Analytics['engines']) => engines.reduce((sum, { messages }) => sum + messages, 0);
/** `model` is the only reason with which a model answers; all others belong to the built-in assistant. */
const describeReason = (reason: string) => describeEngine(reason === 'model' ? 'model' : 'embedded', reason);

const Figure = ({ name, value, hint }: { name: string; value: string; hint?: string }) => (
  <div>
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="text-xl font-semibold tabular-nums">
      {value}
      {hint && <span className="block text-sm font-normal text-muted">{hint}</span>}
    </dd>
  </div>
);

/** Each count with its share of the total. */
function Shares({ title, shares }: { title: string; shares: [name: string, count: number][] }) {
  const format = useFormat();
  const total = shares.reduce((sum, [, count]) => sum + count, 0) || 1;
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="mb-2 font-medium">{title}</h3>
      <ul className="flex flex-col gap-2">
        {shares.map(([name, count]) => (
          <li key={name}>
            <p className="flex justify-between gap-4 text-sm">
              <span className="min-w-0 break-words">{name}</span>
              <span className="shrink-0 text-muted tabular-nums">
                {format.number(count)} · {format.percent(count / total)}
              </span>
            </p>
            <div className="mt-1 h-1.5 overflow-hidden rounded-full bg-sunken" aria-hidden>
              <div className="h-full rounded-full bg-accent" style={{ width: `${(100 * count) / total}%` }} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function DroppedSentences({ droppedSentences }: { droppedSentences: Analytics['usage']['dropped'] }) {
  const format = useFormat();
  return (
    <section aria-label={usageTexts.dropped}>
      <h3 className="font-medium">{usageTexts.dropped}</h3>
      <p className="mb-2 text-sm text-muted">{usageTexts.droppedAbout}</p>
      {droppedSentences.length ? (
        <ul className="max-w-xl divide-y divide-line">
          {droppedSentences.map(({ why, count }) => (
            <li key={why} className="flex justify-between gap-4 py-1.5">
              <span>{usageTexts.dropReasons[why] ?? why}</span>
              <span className="tabular-nums">{format.number(count)}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p>{usageTexts.nothingDropped}</p>
      )}
    </section>
  );
}
