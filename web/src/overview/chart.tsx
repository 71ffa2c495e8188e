import { type PointerEvent, useState } from 'react';
import type { Format } from '../format.ts';
import { chooseEvenlySpacedIndexes, computeAxisScale } from './chart-scale.ts';
import type { Analytics } from './data.ts';
import { texts } from './texts.ts';

type Series = Analytics['series'];
/** The dashes tell the lines apart for people who cannot see the colors. */
const LINE_STYLES = {
  conversations: { color: 'var(--accent)', dash: undefined },
  bookings: { color: 'var(--info)', dash: '6 3' },
  handoffs: { color: 'var(--warning)', dash: '2 3' },
} as const;
const SERIES_NAMES = Object.keys(LINE_STYLES) as (keyof typeof LINE_STYLES)[];

/** Line chart over days. Chart libraries would be larger than the rest of the page. */
export function SeriesChart({ series, format }: { series: Series; format: Format }) {
  const [hoveredIndex, setHoveredIndex] = useState<number>();
  const lastIndex = Math.max(1, series.length - 1);
  const { highestTick, ticks } = computeAxisScale(
    Math.max(...series.flatMap((day) => SERIES_NAMES.map((name) => day[name]))),
  );
  const trackPointer = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setHoveredIndex(Math.min(series.length - 1, Math.max(0, Math.round(((clientX - left) / width) * lastIndex))));
  };
  return (
    <div className="flex flex-col gap-3">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-xs text-muted tabular-nums">
        <div className="flex h-56 flex-col-reverse justify-between text-right leading-none">
          {ticks.map((tick) => (
            <span key={tick}>{format.number(tick)}</span>
          ))}
        </div>
        <div className="relative my-1.5" onPointerMove={trackPointer} onPointerLeave={() => setHoveredIndex(undefined)}>
          <div className="absolute inset-0 flex flex-col justify-between">
            {ticks.map((tick) => (
              <span key={tick} className="border-t border-line" />
            ))}
          </div>
          <svg
            aria-hidden
            viewBox={`0 0 ${lastIndex} ${highestTick}`}
            preserveAspectRatio="none"
            className="absolute inset-0 size-full overflow-visible"
          >
            {SERIES_NAMES.map((name) => (
              <Line key={name} name={name} series={series} top={highestTick} />
            ))}
          </svg>
          {hoveredIndex !== undefined && (
            <Tooltip day={series[hoveredIndex]!} position={hoveredIndex / lastIndex} format={format} />
          )}
        </div>
        <div className="relative col-start-2 h-4">
          {chooseEvenlySpacedIndexes(series.length, 6).map((index) => (
            <span
              key={index}
              className={`absolute whitespace-nowrap max-sm:odd:hidden ${index === 0 ? '' : index === lastIndex ? '-translate-x-full' : '-translate-x-1/2'}`}
              style={{ left: `${(index / lastIndex) * 100}%` }}
            >
              {format.day(series[index]!.at)}
            </span>
          ))}
        </div>
      </div>
      <ul className="flex flex-wrap justify-center gap-x-5 gap-y-1 text-sm">
        {SERIES_NAMES.map((name) => (
          <li key={name} className="flex items-center gap-2">
            <LineSample name={name} />
            {texts.series[name]}
          </li>
        ))}
      </ul>
    </div>
  );
}

type LineProps = { name: keyof typeof LINE_STYLES; series: Series; top: number };

function Line({ name, series, top }: LineProps) {
  const points = series.map((day, index) => `${index} ${top - day[name]}`).join(' L');
  const { color, dash } = LINE_STYLES[name];
  return (
    <>
      <path d={`M0 ${top} L${points} V${top} Z`} fill={color} fillOpacity={0.1} />
      <path
        d={`M${points}`}
        fill="none"
        stroke={color}
        strokeWidth={2}
        strokeDasharray={dash}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </>
  );
}

const LineSample = ({ name }: { name: keyof typeof LINE_STYLES }) => (
  <svg aria-hidden viewBox="0 0 24 4" className="h-1 w-6 shrink-0">
    <path d="M0 2 H24" stroke={LINE_STYLES[name].color} strokeWidth={3} strokeDasharray={LINE_STYLES[name].dash} />
  </svg>
);

/** The numbers of the day under the pointer, on the side with more room. `position` is from 0, left, to 1, right. */
function Tooltip({ day, position, format }: { day: Series[number]; position: number; format: Format }) {
  return (
    <div className="pointer-events-none absolute inset-y-0 border-l border-edge" style={{ left: `${position * 100}%` }}>
      <dl
        className={`absolute top-0 grid w-max grid-cols-[auto_1fr_auto] items-center gap-x-2 gap-y-1 rounded-lg border border-line bg-raised px-3 py-2 text-sm text-ink shadow-lg ${position > 0.5 ? 'right-2' : 'left-2'}`}
      >
        <dt className="col-span-3 font-medium">{format.day(day.at)}</dt>
        {SERIES_NAMES.map((name) => (
          <div key={name} className="contents">
            <dt className="contents">
              <LineSample name={name} />
              <span className="text-muted">{texts.series[name]}</span>
            </dt>
            <dd className="text-right tabular-nums">{format.number(day[name])}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
