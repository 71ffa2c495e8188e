import type { TargetedKeyboardEvent } from 'preact';
import type { Asks, Settings } from '../shapes.ts';
import { dayPart, localeOf, today } from './format.ts';
import { Back, Next } from './icons.tsx';
import type { Shown } from './shown.ts';

const DAY_MS = 86_400_000;
const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const monthOf = (date: string) => Date.parse(`${date.slice(0, 7)}-01`);
const shifted = (month: number, by: number) => {
  const first = new Date(month);
  return Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + by, 1);
};
const ARROWS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** What the assistant asks for, to be chosen instead of typed. Where it offers times itself, those are enough. */
export function Chooser({ asks: { field, options = [] }, shown }: { asks: Asks; shown: Shown }) {
  if (field === 'date' || (field === 'startsAt' && !options.length)) return <Month shown={shown} />;
  if (field === 'time' && !options.length) return <Time shown={shown} />;
  if (field === 'partySize') return <Size shown={shown} />;
  return null;
}

function Month({ shown }: { shown: Shown }) {
  const { say, settings } = shown.core;
  const from = today(settings());
  const focused = shown.state.day ?? from;
  const setFocused = (at: string) => shown.talk.look({ day: at });
  const month = monthOf(focused);
  const turn = (by: number) => setFocused([day(shifted(month, by)), from].sort()[1]!);
  return (
    <div class="month" role="group" aria-label={say('chooseDate')}>
      <div class="month-top">
        <button
          type="button"
          aria-label={say('previousMonth')}
          disabled={month <= monthOf(from)}
          onClick={() => turn(-1)}
        >
          <Back />
        </button>
        <b aria-live="polite">{dayPart(settings(), month, { month: 'long', year: 'numeric' })}</b>
        <button type="button" aria-label={say('nextMonth')} onClick={() => turn(1)}>
          <Next />
        </button>
      </div>
      <Days from={from} focused={focused} onFocus={setFocused} shown={shown} />
    </div>
  );
}

type DaysProps = {
  from: string;
  focused: string;
  onFocus(day: string): void;
  shown: Shown;
};

/** One stop for the Tab key; the arrow keys move among the days. */
function Days({ from, focused, onFocus, shown: { core, talk } }: DaysProps) {
  const settings = core.settings();
  const weekStart = weekStartOf(localeOf(settings));
  const month = monthOf(focused);
  const column = (at: number) => (new Date(at).getUTCDay() - weekStart + 7) % 7;
  // Weeks that are over are left out.
  const first = Math.max(month, Date.parse(from) - column(Date.parse(from)) * DAY_MS);
  const length = (shifted(month, 1) - first) / DAY_MS;

  function move(event: TargetedKeyboardEvent<HTMLElement>) {
    const grid = event.currentTarget;
    const by = ARROWS[event.key];
    if (!by) return;
    event.preventDefault();
    const mirrored = Math.abs(by) === 1 && getComputedStyle(grid).direction === 'rtl';
    const to = day(Date.parse(focused) + (mirrored ? -by : by) * DAY_MS);
    if (to < from) return;
    onFocus(to);
    requestAnimationFrame(() => grid.querySelector<HTMLElement>('[tabindex="0"]')?.focus());
  }
  return (
    <div class="days" onKeyDown={move}>
      {Array.from({ length: 7 }, (_, i) => (
        <small key={i} aria-hidden="true">
          {dayPart(settings, Date.UTC(2023, 0, 1 + weekStart + i), { weekday: 'narrow' })}
        </small>
      ))}
      {Array.from({ length }, (_, i) => {
        const at = first + i * DAY_MS;
        const date = day(at);
        return (
          <button
            key={date}
            type="button"
            style={i === 0 ? { gridColumnStart: column(at) + 1 } : undefined}
            tabIndex={date === focused ? 0 : -1}
            aria-label={dayPart(settings, at)}
            aria-current={date === from ? 'date' : undefined}
            disabled={date < from}
            onClick={() => talk.send(isEnglish(settings) ? dayPart(settings, at) : date)}
          >
            {new Date(at).getUTCDate()}
          </button>
        );
      })}
    </div>
  );
}

/** The assistant reads English; in other languages a day is given as figures. */
const isEnglish = ({ locale }: Settings) => /^en\b/i.test(locale);

/** Sunday is 0. */
function weekStartOf(locale: string): number {
  type WithWeek = Intl.Locale & { getWeekInfo?(): { firstDay: number }; weekInfo?: { firstDay: number } };
  const known = new Intl.Locale(locale) as WithWeek;
  return ((known.getWeekInfo?.() ?? known.weekInfo)?.firstDay ?? 1) % 7;
}

function Time({ shown: { core, talk } }: { shown: Shown }) {
  const { say } = core;
  return (
    <form
      class="pick"
      onSubmit={(event) => {
        event.preventDefault();
        talk.send(String(new FormData(event.currentTarget).get('time')));
      }}
    >
      <input name="time" type="time" step={900} required aria-label={say('chooseTime')} defaultValue="19:00" />
      <button type="submit" class="action main">
        {say('submit')}
      </button>
    </form>
  );
}

function Size({ shown: { core, talk } }: { shown: Shown }) {
  return (
    <div class="sizes" role="group" aria-label={core.say('chooseSize')}>
      {[1, 2, 3, 4, 5, 6, 7, 8].map((n) => (
        <button key={n} type="button" onClick={() => talk.send(String(n))}>
          {n}
        </button>
      ))}
    </div>
  );
}
