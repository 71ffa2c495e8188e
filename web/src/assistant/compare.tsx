import { Link } from '@tanstack/react-router';
import { Scale } from 'lucide-react';
import { seconds, usDollars } from '../figures.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/states.tsx';
import { answeredBy, modelOf } from '../understood/answered-by.ts';
import { type Answers, SIDES, type Side, type Timed } from './comparison.ts';
import { texts } from './texts.ts';

const own = texts.compare;

type Props = { messages: readonly string[]; answers: Answers; isRunning: boolean; hasModel: boolean; onClose(): void };

/** Each message with the answers of both engines side by side, with who gave them, how quickly and at what cost. */
export function Compare({ messages, answers, isRunning, hasModel, onClose }: Props) {
  // All of one side comes before the other.
  const running = SIDES.find((side) => answers[side].length < messages.length);
  return (
    <Card
      title={own.title}
      about={own.about}
      action={
        <Button small look="quiet" onClick={onClose}>
          {own.close}
        </Button>
      }
    >
      {hasModel ? (
        <>
          <ol className="flex flex-col gap-6">
            {messages.map((message, index) => (
              // Messages repeat, and their order stays.
              <li key={index} className="flex flex-col gap-3">
                <p className="max-w-[85%] self-end rounded-2xl rounded-br-sm bg-accent px-4 py-2 break-words text-on-accent">
                  <span className="sr-only">{texts.you}: </span>
                  {message}
                </p>
                <div className="grid gap-3 md:grid-cols-2">
                  {SIDES.map((side) => (
                    <Answer
                      key={side}
                      side={side}
                      answer={answers[side][index]}
                      isNext={side === running && answers[side].length === index}
                      isRunning={isRunning}
                    />
                  ))}
                </div>
              </li>
            ))}
          </ol>
          <div className="mt-6 grid gap-3 border-t border-line pt-4 md:grid-cols-2">
            {SIDES.map((side) => (
              <p key={side}>
                <span className="font-medium">{own.total(own.sides[side])}:</span> {figuresOf(answers[side])}
              </p>
            ))}
          </div>
          <p className="mt-4 text-sm text-muted">{own.note}</p>
        </>
      ) : (
        <EmptyState
          icon={Scale}
          title={own.noModel}
          text={own.noModelText}
          action={
            <Link to="/assistant" search={{ tab: 'engine' }} className={buttonClass('secondary')}>
              {own.toSettings}
            </Link>
          }
        />
      )}
    </Card>
  );
}

type AnswerProps = { side: Side; answer: Timed | undefined; isNext: boolean; isRunning: boolean };

function Answer({ side, answer, isNext, isRunning }: AnswerProps) {
  return (
    <article
      aria-label={own.sides[side]}
      className="flex min-w-0 flex-col gap-2 rounded-xl border border-line bg-surface p-4"
    >
      <h3 className="text-sm font-medium text-muted">{own.sides[side]}</h3>
      {answer ? (
        <Given {...answer} />
      ) : (
        <p className="text-muted">{isRunning ? (isNext ? own.answering : own.waiting) : own.noAnswer}</p>
      )}
    </article>
  );
}

function Given({ reply, ms }: Timed) {
  const { engine, understanding, status } = reply;
  const by = [answeredBy(engine, understanding?.engineReason), modelOf(engine)].filter(Boolean).join(' · ');
  return (
    <>
      <p className="break-words whitespace-pre-wrap">{reply.reply || texts.statuses[status]}</p>
      <p className="mt-auto text-sm text-muted">
        {by}
        <span className="block tabular-nums">{figuresOf([{ reply, ms }])}</span>
      </p>
    </>
  );
}

/** Asked in vain, a model has cost its share all the same. */
function figuresOf(answers: readonly Timed[]): string {
  const time = seconds(answers.reduce((sum, { ms }) => sum + ms, 0));
  const used = answers.flatMap(({ reply: { usage } }) => (usage ? [usage.cost] : []));
  return `${time} · ${used.length ? usDollars(used.reduce((sum, cost) => sum + cost, 0)) : own.free}`;
}
