import { Link } from '@tanstack/react-router';
import { CalendarDays, ChartLine, Gauge, Hand, MessagesSquare, Sparkles } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { MAX_COUNTED_CONVERSATIONS } from '../../../src/features/inbox/limits.ts';
import type { Booking, ListOf } from '../api.ts';
import { BOOKINGS_PATH } from '../bookings/data.ts';
import { findBusinessDay, findStartRange } from '../bookings/hours.ts';
import { type Format, useBusinessDocument, useFormat } from '../format.ts';
import { INBOX_PATH, type InboxSummary } from '../inbox/data.ts';
import { useActiveIndustries } from '../industries.ts';
import { useLocalNow } from '../now.ts';
import { useGet } from '../queries.ts';
import { ServiceLevelReport } from '../service-levels/report.tsx';
import { Card } from '../ui/card.tsx';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { useUrlParams } from '../url.ts';
import { SeriesChart } from './chart.tsx';
import { getComparedRanges } from './chart-scale.ts';
import { type Analytics, type Totals, useAnalytics } from './data.ts';
import { Gaps } from './gaps.tsx';
import { NextBookings } from './next-bookings.tsx';
import { texts } from './texts.ts';
import { findUpcomingBookings } from './upcoming.ts';

const DAY_RANGES = ['7', '30', '90'];

export function Overview() {
  const format = useFormat();
  const [urlParams, setUrl] = useUrlParams<{ days: string }>();
  const days = DAY_RANGES.includes(urlParams.days ?? '') ? Number(urlParams.days) : 30;
  const ranges = getComparedRanges(format.today(), days);
  const currentQuery = useAnalytics(ranges.current.from, ranges.current.to);
  const previousQuery = useAnalytics(ranges.previous.from, ranges.previous.to);
  return (
    <>
      <TodayFigures format={format} analytics={currentQuery.data} />
      <Card
        title={texts.charts}
        description={texts.compared(texts.ranges[days]!)}
        action={
          <SegmentedControl
            label={texts.range}
            options={DAY_RANGES.map((range) => [range, texts.ranges[range]!] as const)}
            value={String(days)}
            onChange={(newDays) => setUrl({ days: newDays })}
          />
        }
      >
        <Loaded query={currentQuery} skeletonLines={6}>
          {(analytics) => (
            <Charts
              analytics={analytics}
              previousTotals={previousQuery.data?.totals}
              format={format}
              rangeLabel={texts.ranges[days]!}
            />
          )}
        </Loaded>
      </Card>
      {currentQuery.data && <ServiceLevelReport results={currentQuery.data.serviceLevels} />}
      {currentQuery.data && <Gaps gaps={currentQuery.data.gaps} />}
    </>
  );
}

/** Today's numbers and the next bookings; they update live with the inbox and the calendar. */
function TodayFigures({ format, analytics }: { format: Format; analytics?: Analytics }) {
  const { data: inbox } = useGet<InboxSummary>(INBOX_PATH);
  const { data: business } = useBusinessDocument();
  const businessDay = findBusinessDay(business, useLocalNow(format));
  const { from } = findStartRange(business, businessDay, 1);
  const { data: bookings } = useGet<ListOf<Booking>>(
    BOOKINGS_PATH,
    { from, sort: 'startsAt', limit: 100 },
    { enabled: business !== undefined },
  );
  const upcoming = bookings && findUpcomingBookings(bookings.data, business, businessDay);
  const lastBooking = bookings?.has_more ? bookings.data.at(-1) : undefined;
  const isTodayIncomplete = lastBooking && findBusinessDay(business, lastBooking.startsAt) === businessDay;
  const takesBookings = useActiveIndustries().some((industry) => industry.bookings.length > 0);
  const conversationCount =
    inbox && `${format.number(inbox.today)}${inbox.today === MAX_COUNTED_CONVERSATIONS ? '+' : ''}`;
  const quota = analytics?.quota;
  return (
    <>
      <section aria-label={texts.today} className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Figure
          icon={Hand}
          name={texts.waiting}
          value={inbox && format.number(inbox.waiting)}
          needsAttention={Boolean(inbox?.waiting)}
        >
          {inbox && inbox.urgent > 0 && (
            <strong className="mr-2 font-semibold text-danger">{texts.urgent(inbox.urgent)}</strong>
          )}
          <Link to="/inbox" search={{ view: 'waiting' }} className="text-accent underline underline-offset-2">
            {texts.toInbox}
          </Link>
        </Figure>
        <Figure icon={MessagesSquare} name={texts.conversations} value={conversationCount} />
        <Figure
          icon={CalendarDays}
          name={texts.bookings}
          value={upcoming && `${format.number(upcoming.todayCount)}${isTodayIncomplete ? '+' : ''}`}
        >
          <Link to="/bookings" className="text-accent underline underline-offset-2">
            {texts.toBookings}
          </Link>
        </Figure>
        {quota ? (
          <Figure icon={Gauge} name={texts.quota} value={format.number(quota.used)}>
            {quota.limit === null ? texts.unlimited : texts.ofLimit(format.number(quota.limit))}
          </Figure>
        ) : (
          <Figure
            icon={Sparkles}
            name={texts.totals.resolutionRate}
            value={analytics && format.percent(analytics.totals.resolutionRate)}
          />
        )}
      </section>
      {upcoming && (takesBookings || upcoming.nextBlocks.length > 0) && (
        <NextBookings
          upcomingBlocks={upcoming.nextBlocks}
          hasMore={bookings.has_more}
          today={businessDay}
          format={format}
        />
      )}
    </>
  );
}

type FigureProps = { icon: typeof Hand; name: string; value?: string; needsAttention?: boolean; children?: ReactNode };

function Figure({ icon: Icon, name, value, needsAttention, children }: FigureProps) {
  return (
    <div
      className={`flex flex-col gap-1 rounded-xl border p-4 ${needsAttention ? 'border-warning bg-warning-soft' : 'border-line bg-surface'}`}
    >
      <p className="flex items-center gap-2 text-sm text-muted">
        <Icon className="size-4 shrink-0" aria-hidden />
        {name}
      </p>
      <p className="text-2xl font-semibold tabular-nums">{value ?? '–'}</p>
      {children && <p className="text-sm text-muted">{children}</p>}
    </div>
  );
}

type ChartsProps = { analytics: Analytics; previousTotals?: Totals; format: Format; rangeLabel: string };

function Charts({ analytics: { totals, series }, previousTotals, format, rangeLabel }: ChartsProps) {
  const figures: [keyof typeof texts.totals, (value: number) => string][] = [
    ['conversations', format.number],
    ['bookings', format.number],
    ['bookingValue', format.money],
    ['afterHoursBookings', format.number],
    ['handoffs', format.number],
    ['resolutionRate', format.percent],
  ];
  // Businesses without prices have no booking value.
  const hasValue = Boolean(totals.bookingValue || previousTotals?.bookingValue);
  const activeDays = series.filter(({ conversations, bookings }) => conversations || bookings);
  const [onlyDay] = activeDays.length === 1 ? activeDays : [];
  return (
    <div className="flex flex-col gap-5">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 md:grid-cols-3 lg:flex lg:justify-between">
        {figures
          .filter(([name]) => name !== 'bookingValue' || hasValue)
          .map(([name, formatValue]) => (
            <div key={name}>
              <dt className="text-sm text-muted">{texts.totals[name]}</dt>
              <dd className="text-xl font-semibold tabular-nums">
                {totals[name] === null ? '–' : formatValue(totals[name])}
                <ChangeText currentValue={totals[name]} previousValue={previousTotals?.[name]} />
              </dd>
            </div>
          ))}
      </dl>
      {activeDays.length === 0 ? (
        <EmptyState icon={ChartLine} title={texts.nothing} text={texts.nothingText} />
      ) : (
        <figure aria-label={texts.chart(rangeLabel)}>
          {/* A line over a single day would be a spike that means nothing. */}
          {onlyDay ? (
            <p className="text-muted">{texts.oneDay(format.day(onlyDay.at))}</p>
          ) : (
            <div aria-hidden>
              <SeriesChart series={series} format={format} />
            </div>
          )}
          <SeriesTable series={series} format={format} />
        </figure>
      )}
    </div>
  );
}

function ChangeText({ currentValue, previousValue }: { currentValue: number | null; previousValue?: number | null }) {
  if (currentValue === null || !previousValue) return null;
  const change = Math.round(((currentValue - previousValue) / previousValue) * 100);
  const text = change === 0 ? texts.same : `${change > 0 ? '+' : '−'}${Math.abs(change)} %`;
  return <span className="block text-sm font-normal text-muted">{text}</span>;
}

/** The chart's numbers as a table, for accessibility. */
function SeriesTable({ series, format }: { series: Analytics['series']; format: Format }) {
  const seriesNames = Object.keys(texts.series) as (keyof typeof texts.series)[];
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="mt-3 text-sm" onToggle={({ newState }) => setIsOpen(newState === 'open')}>
      <summary className="min-h-6 text-muted">{texts.table}</summary>
      {isOpen && (
        <table className="mt-2 w-full text-left">
          <thead>
            <tr>
              <th scope="col">{texts.day}</th>
              {seriesNames.map((name) => (
                <th key={name} scope="col" className="text-right">
                  {texts.series[name]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {series.map((entry) => (
              <tr key={entry.at} className="border-t border-line">
                <th scope="row" className="font-normal">
                  {format.day(entry.at)}
                </th>
                {seriesNames.map((name) => (
                  <td key={name} className="text-right tabular-nums">
                    {format.number(entry[name])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  );
}
