import type { Analytics } from '../api.ts';
import { type Format, useFormat } from '../format.ts';
import { texts as inboxTexts } from '../inbox/texts.ts';
import { Card } from '../ui/card.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { texts } from './texts.ts';

type Result = Analytics['serviceLevels'][number];

const createColumns = (format: Format): Column<Result>[] => [
  { header: texts.channel, cell: ({ channel }) => inboxTexts.channels[channel] ?? channel },
  { header: texts.report.target, cell: ({ kind }) => inboxTexts.due.kinds[kind] },
  { header: texts.report.met, alignEnd: true, cell: ({ met }) => format.number(met) },
  { header: texts.report.missed, alignEnd: true, cell: ({ missed }) => format.number(missed) },
  { header: texts.report.rate, alignEnd: true, cell: ({ met, missed }) => format.percent(met / (met + missed)) },
];

/** How often the team met and missed its targets, by channel. */
export function ServiceLevelReport({ results }: { results: Result[] }) {
  const format = useFormat();
  if (!results.length) return null;
  return (
    <Card title={texts.report.title} description={texts.report.about} noPadding>
      <Table
        label={texts.report.title}
        columns={createColumns(format)}
        rows={results}
        rowKey={({ channel, kind }) => `${channel} ${kind}`}
      />
    </Card>
  );
}
