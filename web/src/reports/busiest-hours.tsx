import { Flame } from 'lucide-react';
import { useState } from 'react';
import type { Format } from '../format.ts';
import { Card } from '../ui/card.tsx';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import { EmptyState } from '../ui/states.tsx';
import type { Report } from './data.ts';
import { createHeatMap, type HeatMap, type Metric, WEEKDAYS } from './heat-map.ts';
import { texts } from './texts.ts';

const METRICS: Metric[] = ['visits', 'conversations', 'bookings'];
/** At most this much of the accent color, so that the numbers stay readable. */
const MAX_ACCENT_PERCENT = 45;
const DAY_MS = 86_400_000;
/** A Monday, to name weekdays by. */
const SOME_MONDAY = Date.UTC(2026, 10, 16);

export function BusiestHours({ report, format, locale }: { report: Report; format: Format; locale: string }) {
  const defaultMetric = METRICS.find((metric) => createHeatMap(report.busiestHours, metric)) ?? 'visits';
  const [chosenMetric, setChosenMetric] = useState<Metric>();
  const metric = chosenMetric ?? defaultMetric;
  const heatMap = createHeatMap(report.busiestHours, metric);
  return (
    <Card
      title={texts.busiest}
      description={texts.busiestAbout}
      action={
        <SegmentedControl
          label={texts.show}
          options={METRICS.map((metricName): [Metric, string] => [metricName, texts.metrics[metricName]])}
          value={metric}
          onChange={(newMetric: Metric) => setChosenMetric(newMetric)}
        />
      }
    >
      {heatMap ? (
        <HeatMapTable heatMap={heatMap} label={texts.metrics[metric]} format={format} locale={locale} />
      ) : (
        <EmptyState icon={Flame} title={texts.none} text={texts.noneText} />
      )}
    </Card>
  );
}

type TableProps = { heatMap: HeatMap; label: string; format: Format; locale: string };

function HeatMapTable({ heatMap: { hours, rows, maxCount }, label, format, locale }: TableProps) {
  const weekdayFormat = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
  return (
    // A part of the page that scrolls must be reachable by keyboard.
    <section aria-label={texts.busiest} tabIndex={0} className="overflow-x-auto">
      <table className="w-full min-w-max border-separate border-spacing-0.5 text-center text-sm tabular-nums">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr>
            <th scope="col" className="text-left">
              <span className="sr-only">{texts.day}</span>
            </th>
            {hours.map((hour) => (
              <th key={hour} scope="col" className="px-1 text-xs font-normal whitespace-nowrap text-muted">
                {format.hour(hour * 60)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ weekday: name, counts }) => (
            <tr key={name}>
              <th scope="row" className="pr-3 text-left font-normal text-muted">
                {weekdayFormat.format(SOME_MONDAY + WEEKDAYS.indexOf(name) * DAY_MS)}
              </th>
              {counts.map((count, index) => (
                <td
                  key={hours[index]}
                  className="h-9 min-w-9 rounded-md"
                  style={{ background: getCellColor(count / maxCount) }}
                >
                  {count > 0 && format.number(count)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const getCellColor = (share: number) =>
  share === 0
    ? 'var(--sunken)'
    : `color-mix(in srgb, var(--accent) ${Math.round(6 + share * (MAX_ACCENT_PERCENT - 6))}%, var(--surface))`;
