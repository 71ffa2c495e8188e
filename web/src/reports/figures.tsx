import type { Format } from '../format.ts';
import type { Figures, Report } from './data.ts';
import { texts } from './texts.ts';

type Figure = {
  name: string;
  description: string;
  /** Undefined if there is no data. */
  getValue(figures: Report | Figures): string | undefined;
};

export function ReportFigures({ report, format }: { report: Report; format: Format }) {
  return (
    <dl className="grid gap-x-6 gap-y-5 sm:grid-cols-2 lg:grid-cols-5">
      {listFigures(report, format).map(({ name, description, getValue }) => {
        const previousValue = report.previous && getValue(report.previous);
        return (
          <div key={name}>
            <dt className="text-sm text-muted">{name}</dt>
            <dd>
              <span className="block text-xl font-semibold tabular-nums">{getValue(report) ?? '–'}</span>
              <span className="block text-sm text-muted">{description}</span>
              {previousValue && <span className="block text-sm text-muted">{texts.previous(previousValue)}</span>}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function listFigures(report: Report, format: Format): Figure[] {
  const { satisfaction, teamReplies, resolution, bookings, visits } = report;
  const { number, percent, money } = format;
  const pastVisits = visits.attended + visits.noShows;
  return [
    {
      name: texts.satisfaction,
      description: satisfaction.ratings
        ? texts.ratings(number(satisfaction.ratings), satisfaction.ratings === 1)
        : texts.noRatings,
      getValue: ({ satisfaction: { average } }) =>
        average === null ? undefined : texts.outOfFive(number(Math.round(average * 10) / 10)),
    },
    {
      name: texts.replyTime,
      description: teamReplies.handoffs
        ? texts.replyTimeAbout(number(teamReplies.answered), number(teamReplies.handoffs))
        : texts.noHandoffs,
      getValue: ({ teamReplies: { averageWaitSeconds: seconds } }) =>
        seconds === null ? undefined : formatWait(seconds, number),
    },
    {
      name: texts.resolution,
      description: resolution.durableRate === null ? '' : texts.resolutionAbout(percent(resolution.durableRate)),
      getValue: ({ resolution: { rate } }) => (rate === null ? undefined : percent(rate)),
    },
    {
      name: texts.afterHours,
      description: texts.afterHoursAbout(number(bookings.afterHours), bookings.afterHours === 1),
      // Businesses without prices have no value.
      getValue: ({ bookings: { afterHours, afterHoursValue } }) =>
        bookings.value ? money(afterHoursValue) : number(afterHours),
    },
    {
      name: texts.noShows,
      description: pastVisits ? texts.noShowsAbout(number(visits.noShows), number(pastVisits)) : texts.noVisits,
      getValue: ({ visits: { noShowRate } }) => (noShowRate === null ? undefined : percent(noShowRate)),
    },
  ];
}

function formatWait(seconds: number, number: Format['number']): string {
  if (seconds < 60) return texts.seconds(Math.round(seconds));
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? texts.minutes(minutes) : texts.hours(number(Math.round(minutes / 6) / 10));
}
