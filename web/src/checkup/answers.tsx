import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleX, Pencil } from 'lucide-react';
import { getLabel } from '../business/schema.ts';
import { getEditLink } from '../business/sections.ts';
import { Badge } from '../ui/badge.tsx';
import { getButtonClass } from '../ui/button.tsx';
import type { Change, CheckResult } from './data.ts';
import { texts } from './texts.ts';

/** Results by topic; topics with failures come first and are expanded. */
export function Answers({
  results,
  showsEditLinks = true,
}: {
  results: CheckResult[];
  /** Links failed results to the form that fixes them. */
  showsEditLinks?: boolean;
}) {
  const topics = [...Map.groupBy(results, ({ topic }) => topic)];
  const countFailed = (topicResults: CheckResult[]) => topicResults.filter(({ passed }) => !passed).length;
  return (
    <ul>
      {topics
        .toSorted(([, a], [, b]) => countFailed(b) - countFailed(a))
        .map(([topic, topicResults]) => (
          <li key={topic} className="border-b border-line last:border-0">
            <details open={countFailed(topicResults) > 0}>
              <summary className="flex cursor-pointer flex-wrap items-center justify-between gap-2 px-5 py-3 hover:bg-sunken focus-visible:-outline-offset-2">
                <span className="font-medium">{texts.topics[topic] ?? getLabel(topic)}</span>
                <Badge tone={countFailed(topicResults) ? 'danger' : 'success'}>
                  {texts.correctCount(topicResults.length - countFailed(topicResults), topicResults.length)}
                </Badge>
              </summary>
              <ul className="flex flex-col gap-4 px-5 pb-4">
                {topicResults
                  .toSorted((a, b) => Number(a.passed) - Number(b.passed))
                  .map((result) => (
                    <Answer key={result.id} result={result} showsEditLinks={showsEditLinks} />
                  ))}
              </ul>
            </details>
          </li>
        ))}
    </ul>
  );
}

function Answer({ result, showsEditLinks }: { result: CheckResult; showsEditLinks: boolean }) {
  const { turns, passed, expected, books, at: pointer } = result;
  const Icon = passed ? CircleCheck : CircleX;
  const phrases = expected.map((phrase) => [phrase].flat().join(texts.or));
  return (
    <li className="flex items-start gap-3">
      <Icon
        className={`mt-0.5 size-5 shrink-0 ${passed ? 'text-success' : 'text-danger'}`}
        role="img"
        aria-label={passed ? texts.right : texts.wrong}
      />
      <div className="flex min-w-0 flex-1 flex-col gap-1 break-words">
        {(passed ? pickFirstAndLast(turns) : turns).map(({ asked, answered }, index) => (
          <div key={index}>
            <p className="font-medium">
              <span className="sr-only">{texts.customer}: </span>
              {asked}
            </p>
            <p className="text-muted">
              <span className="sr-only">{texts.assistant}: </span>
              {answered}
            </p>
          </div>
        ))}
        {!passed && (
          <p className="rounded-lg bg-danger-soft px-3 py-2">
            <span className="font-medium">{texts.expected}: </span>
            {[...phrases, ...(books ? [texts.booked] : [])].join(' · ')}
          </p>
        )}
      </div>
      {!passed && showsEditLinks && (
        <Link {...getEditLink(pointer)} className={getButtonClass('secondary', 'small')}>
          <Pencil className="size-4" aria-hidden />
          {texts.fix}
        </Link>
      )}
    </li>
  );
}

/** A passed conversation is shortened to the first question and the last answer. */
const pickFirstAndLast = (turns: CheckResult['turns']) => [
  { asked: turns[0]!.asked, answered: turns.at(-1)!.answered },
];

const CHANGE_KINDS = ['failing', 'passing', 'answer'] as const;
const CHANGE_TONES = { failing: 'danger', passing: 'success', answer: 'info' } as const;

/** Changed results, labelled by their first question. */
export function Changes({ changes, results }: { changes: Change[]; results: CheckResult[] }) {
  const resultsById = new Map(results.map((result) => [result.id, result]));
  if (changes.length === 0) return <p className="text-muted">{texts.same}</p>;
  return (
    <ul className="flex flex-col gap-2">
      {CHANGE_KINDS.flatMap((kind) => changes.filter(({ change }) => change === kind)).map(({ id, change }) => (
        <li key={id} className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <Badge tone={CHANGE_TONES[change]}>{texts[change]}</Badge>
          <span className="font-medium">{resultsById.get(id)?.turns[0]?.asked}</span>
          <span className="text-muted">{resultsById.get(id)?.turns.at(-1)?.answered}</span>
        </li>
      ))}
    </ul>
  );
}
