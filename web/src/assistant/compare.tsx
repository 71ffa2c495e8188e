import { Link } from '@tanstack/react-router';
import { Scale } from 'lucide-react';
import { formatSeconds, formatUsDollars } from '../locale-format.ts';
import { describeEngine, getModelName } from '../message-details/engine-text.ts';
import { Button, getButtonClass } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/states.tsx';
import { COMPARED_ENGINES, type ComparedEngine, type RepliesByEngine, type TimedReply } from './comparison.ts';
import { texts } from './texts.ts';

const compareTexts = texts.compare;

type Props = {
  messages: readonly string[];
  repliesByEngine: RepliesByEngine;
  isRunning: boolean;
  hasModel: boolean;
  onClose(): void;
};

/** The answers of both engines side by side, with engine, time and cost. */
export function EngineComparison({ messages, repliesByEngine, isRunning, hasModel, onClose }: Props) {
  // The engines run one after the other.
  const runningEngine = COMPARED_ENGINES.find((engine) => repliesByEngine[engine].length < messages.length);
  return (
    <Card
      title={compareTexts.title}
      description={compareTexts.about}
      action={
        <Button small variant="quiet" onClick={onClose}>
          {compareTexts.close}
        </Button>
      }
    >
      {hasModel ? (
        <>
          <ol className="flex flex-col gap-6">
            {messages.map((message, index) => (
              // The index is a stable key, and messages may repeat.
              <li key={index} className="flex flex-col gap-3">
                <p className="max-w-[85%] self-end rounded-2xl rounded-br-sm bg-accent px-4 py-2 break-words text-on-accent">
                  <span className="sr-only">{texts.you}: </span>
                  {message}
                </p>
                <div className="grid gap-3 md:grid-cols-2">
                  {COMPARED_ENGINES.map((engine) => (
                    <EngineReply
                      key={engine}
                      engine={engine}
                      timedReply={repliesByEngine[engine][index]}
                      isNext={engine === runningEngine && repliesByEngine[engine].length === index}
                      isRunning={isRunning}
                    />
                  ))}
                </div>
              </li>
            ))}
          </ol>
          <div className="mt-6 grid gap-3 border-t border-line pt-4 md:grid-cols-2">
            {COMPARED_ENGINES.map((engine) => (
              <p key={engine}>
                <span className="font-medium">{compareTexts.total(compareTexts.engines[engine])}:</span>{' '}
                {formatTimeAndCost(repliesByEngine[engine])}
              </p>
            ))}
          </div>
          <p className="mt-4 text-sm text-muted">{compareTexts.note}</p>
        </>
      ) : (
        <EmptyState
          icon={Scale}
          title={compareTexts.noModel}
          text={compareTexts.noModelText}
          action={
            <Link to="/assistant" search={{ tab: 'engine' }} className={getButtonClass('secondary')}>
              {compareTexts.toSettings}
            </Link>
          }
        />
      )}
    </Card>
  );
}

type EngineReplyProps = {
  engine: ComparedEngine;
  timedReply: TimedReply | undefined;
  isNext: boolean;
  isRunning: boolean;
};

function EngineReply({ engine, timedReply, isNext, isRunning }: EngineReplyProps) {
  return (
    <article
      aria-label={compareTexts.engines[engine]}
      className="flex min-w-0 flex-col gap-2 rounded-xl border border-line bg-surface p-4"
    >
      <h3 className="text-sm font-medium text-muted">{compareTexts.engines[engine]}</h3>
      {timedReply ? (
        <ReplyDetails {...timedReply} />
      ) : (
        <p className="text-muted">
          {isRunning ? (isNext ? compareTexts.answering : compareTexts.waiting) : compareTexts.noAnswer}
        </p>
      )}
    </article>
  );
}

function ReplyDetails({ reply, ms }: TimedReply) {
  const { engine, understanding, status } = reply;
  const answeredByText = [describeEngine(engine, understanding?.engineReason), getModelName(engine)]
    .filter(Boolean)
    .join(' · ');
  return (
    <>
      <p className="break-words whitespace-pre-wrap">{reply.reply || texts.statuses[status]}</p>
      <p className="mt-auto text-sm text-muted">
        {answeredByText}
        <span className="block tabular-nums">{formatTimeAndCost([{ reply, ms }])}</span>
      </p>
    </>
  );
}

/** Includes the cost of model calls whose answer was not used. */
function formatTimeAndCost(timedReplies: readonly TimedReply[]): string {
  const time = formatSeconds(timedReplies.reduce((sum, { ms }) => sum + ms, 0));
  const costs = timedReplies.flatMap(({ reply: { usage } }) => (usage ? [usage.cost] : []));
  return `${time} · ${costs.length ? formatUsDollars(costs.reduce((sum, cost) => sum + cost, 0)) : compareTexts.free}`;
}
