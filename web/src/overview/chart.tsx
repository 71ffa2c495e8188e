import { Area, AreaChart, CartesianGrid, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { Format } from '../format.ts';
import type { Analytics } from './data.ts';
import { texts } from './texts.ts';

const LINES = { conversations: 'var(--accent)', bookings: 'var(--info)', handoffs: 'var(--warning)' } as const;
/** Told apart by their dashes too, by whoever does not see the colours. */
const DASHES = { conversations: undefined, bookings: '6 3', handoffs: '2 3' } as const;

/** Loaded when it is shown: it is the largest part of the page. */
export function SeriesChart({ series, format }: { series: Analytics['series']; format: Format }) {
  const names = Object.keys(LINES) as (keyof typeof LINES)[];
  const rows = series.map((entry) => ({ ...entry, day: format.day(entry.at) }));
  const tick = { fill: 'var(--muted)', fontSize: 12 };
  return (
    <ResponsiveContainer width="100%" height={260}>
      <AreaChart data={rows} margin={{ top: 8, right: 8, bottom: 0, left: -16 }} accessibilityLayer={false}>
        <CartesianGrid stroke="var(--line)" vertical={false} />
        <XAxis dataKey="day" tick={tick} stroke="var(--line)" minTickGap={24} />
        <YAxis tick={tick} stroke="var(--line)" allowDecimals={false} />
        <Tooltip
          contentStyle={{
            background: 'var(--raised)',
            border: '1px solid var(--line)',
            borderRadius: 8,
            color: 'var(--ink)',
          }}
        />
        <Legend formatter={(name: string) => <span className="text-ink">{name}</span>} />
        {names.map((name) => (
          <Area
            key={name}
            type="monotone"
            dataKey={name}
            name={texts.series[name]}
            stroke={LINES[name]}
            strokeDasharray={DASHES[name]}
            strokeWidth={2}
            fill={LINES[name]}
            fillOpacity={0.12}
            isAnimationActive={false}
          />
        ))}
      </AreaChart>
    </ResponsiveContainer>
  );
}
