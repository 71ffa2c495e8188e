import type { TargetedKeyboardEvent } from 'preact';
import type { RequestedField, Settings } from '../api-types.ts';
import { formatUtcDay, getLocale, getToday } from './format.ts';
import { BackIcon, NextIcon } from './icons.tsx';
import type { PanelContext } from './panel-context.ts';

const MS_PER_DAY = 86_400_000;
const toIsoDate = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const getMonthStartMs = (date: string) => Date.parse(`${date.slice(0, 7)}-01`);
const shiftMonth = (monthMs: number, monthCount: number) => {
  const firstDay = new Date(monthMs);
  return Date.UTC(firstDay.getUTCFullYear(), firstDay.getUTCMonth() + monthCount, 1);
};
const DAYS_BY_ARROW_KEY: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** A picker for the field the assistant asks for. If the assistant offers times itself, none is needed. */
export function Chooser({ asks: { field, options = [] }, context }: { asks: RequestedField; context: PanelContext }) {
  if (field === 'date' || (field === 'startsAt' && !options.length)) return <MonthPicker context={context} />;
  if (field === 'time' && !options.length) return <TimePicker context={context} />;
  if (field === 'partySize') return <PartySizePicker context={context} />;
  return null;
}

function MonthPicker({ context }: { context: PanelContext }) {
  const { t, getSettings } = context.core;
  const todayDate = getToday(getSettings());
  const focusedDate = context.state.focusedDay ?? todayDate;
  const setFocusedDate = (date: string) => context.store.setView({ focusedDay: date });
  const monthMs = getMonthStartMs(focusedDate);
  const changeMonth = (monthCount: number) =>
    setFocusedDate([toIsoDate(shiftMonth(monthMs, monthCount)), todayDate].sort()[1]!);
  return (
    <div class="month" role="group" aria-label={t('chooseDate')}>
      <div class="month-top">
        <button
          type="button"
          aria-label={t('previousMonth')}
          disabled={monthMs <= getMonthStartMs(todayDate)}
          onClick={() => changeMonth(-1)}
        >
          <BackIcon />
        </button>
        <b aria-live="polite">{formatUtcDay(getSettings(), monthMs, { month: 'long', year: 'numeric' })}</b>
        <button type="button" aria-label={t('nextMonth')} onClick={() => changeMonth(1)}>
          <NextIcon />
        </button>
      </div>
      <Days todayDate={todayDate} focusedDate={focusedDate} onFocus={setFocusedDate} context={context} />
    </div>
  );
}

type DaysProps = {
  todayDate: string;
  focusedDate: string;
  onFocus(day: string): void;
  context: PanelContext;
};

/** Roving tabindex: Tab reaches one day, the arrow keys move between days. */
function Days({ todayDate, focusedDate, onFocus, context: { core, store } }: DaysProps) {
  const settings = core.getSettings();
  const firstWeekday = getFirstWeekday(getLocale(settings));
  const monthMs = getMonthStartMs(focusedDate);
  const getWeekColumn = (dayMs: number) => (new Date(dayMs).getUTCDay() - firstWeekday + 7) % 7;
  // Past weeks are left out.
  const firstDayMs = Math.max(monthMs, Date.parse(todayDate) - getWeekColumn(Date.parse(todayDate)) * MS_PER_DAY);
  const dayCount = (shiftMonth(monthMs, 1) - firstDayMs) / MS_PER_DAY;

  function moveFocus(event: TargetedKeyboardEvent<HTMLElement>) {
    const grid = event.currentTarget;
    const dayOffset = DAYS_BY_ARROW_KEY[event.key];
    if (!dayOffset) return;
    event.preventDefault();
    const isMirrored = Math.abs(dayOffset) === 1 && getComputedStyle(grid).direction === 'rtl';
    const targetDate = toIsoDate(Date.parse(focusedDate) + (isMirrored ? -dayOffset : dayOffset) * MS_PER_DAY);
    if (targetDate < todayDate) return;
    onFocus(targetDate);
    requestAnimationFrame(() => grid.querySelector<HTMLElement>('[tabindex="0"]')?.focus());
  }
  return (
    <div class="days" onKeyDown={moveFocus}>
      {Array.from({ length: 7 }, (_, i) => (
        <small key={i} aria-hidden="true">
          {formatUtcDay(settings, Date.UTC(2023, 0, 1 + firstWeekday + i), { weekday: 'narrow' })}
        </small>
      ))}
      {Array.from({ length: dayCount }, (_, i) => {
        const dayMs = firstDayMs + i * MS_PER_DAY;
        const date = toIsoDate(dayMs);
        return (
          <button
            key={date}
            type="button"
            style={i === 0 ? { gridColumnStart: getWeekColumn(dayMs) + 1 } : undefined}
            tabIndex={date === focusedDate ? 0 : -1}
            aria-label={formatUtcDay(settings, dayMs)}
            aria-current={date === todayDate ? 'date' : undefined}
            disabled={date < todayDate}
            onClick={() => store.send(isEnglish(settings) ? formatUtcDay(settings, dayMs) : date)}
          >
            {new Date(dayMs).getUTCDate()}
          </button>
        );
      })}
    </div>
  );
}

/** The assistant understands English dates; for other languages an ISO date is sent. */
const isEnglish = ({ locale }: Settings) => /^en\b/i.test(locale);

/** The first day of the week; 0 is Sunday. */
function getFirstWeekday(locale: string): number {
  type WithWeek = Intl.Locale & { getWeekInfo?(): { firstDay: number }; weekInfo?: { firstDay: number } };
  const localeInfo = new Intl.Locale(locale) as WithWeek;
  return ((localeInfo.getWeekInfo?.() ?? localeInfo.weekInfo)?.firstDay ?? 1) % 7;
}

function TimePicker({ context: { core, store } }: { context: PanelContext }) {
  const { t } = core;
  return (
    <form
      class="pick"
      onSubmit={(event) => {
        event.preventDefault();
        store.send(String(new FormData(event.currentTarget).get('time')));
      }}
    >
      <input name="time" type="time" step={900} required aria-label={t('chooseTime')} defaultValue="19:00" />
      <button type="submit" class="action main">
        {t('submit')}
      </button>
    </form>
  );
}

function PartySizePicker({ context: { core, store } }: { context: PanelContext }) {
  return (
    <div class="sizes" role="group" aria-label={core.t('chooseSize')}>
      {[1, 2, 3, 4, 5, 6, 7, 8].map((n) => (
        <button key={n} type="button" onClick={() => store.send(String(n))}>
          {n}
        </button>
      ))}
    </div>
  );
}
