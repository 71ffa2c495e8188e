import { BOOKINGS_PATH } from '../bookings/data.ts';
import { ExportButton } from '../export-button.tsx';
import { useBusinessDocument, useFormat } from '../format.ts';
import { getComparedRanges } from '../overview/chart-scale.ts';
import { texts as overviewTexts } from '../overview/texts.ts';
import { Card, PageHeader } from '../ui/card.tsx';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import { Loaded } from '../ui/states.tsx';
import { useUrlParams } from '../url.ts';
import { BusiestHours } from './busiest-hours.tsx';
import { REPORT_PATH, useReport } from './data.ts';
import { ReportFigures } from './figures.tsx';
import { texts } from './texts.ts';

const DAY_RANGES = ['7', '30', '90'];

/** The paths from which the CSV files for a range of days are downloaded. */
const EXPORT_PATHS = {
  days: '/api/analytics',
  hours: REPORT_PATH,
  conversations: '/api/analytics/conversations',
  bookings: BOOKINGS_PATH,
} as const;

export function ReportsPage() {
  const format = useFormat();
  const { data: business } = useBusinessDocument();
  const [urlParams, setUrl] = useUrlParams<{ days: string }>();
  const days = DAY_RANGES.includes(urlParams.days ?? '') ? Number(urlParams.days) : 30;
  const { current } = getComparedRanges(format.today(), days);
  const reportQuery = useReport(current.from, current.to);
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.about}
        action={
          <SegmentedControl
            label={overviewTexts.range}
            options={DAY_RANGES.map((range) => [range, overviewTexts.ranges[range] ?? range] as const)}
            value={String(days)}
            onChange={(newDays) => setUrl({ days: newDays })}
          />
        }
      />
      <Loaded query={reportQuery} skeletonLines={8}>
        {(loadedReport) => (
          <>
            <Card title={texts.figures} description={overviewTexts.compared(overviewTexts.ranges[days] ?? '')}>
              <ReportFigures report={loadedReport} format={format} />
            </Card>
            <BusiestHours report={loadedReport} format={format} locale={business?.locale ?? 'en-US'} />
          </>
        )}
      </Loaded>
      <Card title={texts.exports} description={texts.exportsAbout}>
        <div className="flex flex-wrap gap-2">
          {Object.entries(EXPORT_PATHS).map(([name, path]) => (
            <ExportButton
              key={name}
              label={texts.files[name as keyof typeof EXPORT_PATHS]}
              path={path}
              filter={current}
            />
          ))}
        </div>
      </Card>
    </>
  );
}
