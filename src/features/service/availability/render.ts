// The public status page and the reports of months: plain HTML without scripts.
import { type Html, html } from '../../../kernel/html.ts';
import type { Availability } from './read.ts';
import { calculateAvailability, type Figures, type Incident, type MinuteState, type Summary } from './timeline.ts';

/** The brand in the header: the product, or the business whose domain the page is opened on. */
type PageBrand = { name: string; logoUrl?: string };

const HEADLINES: Record<MinuteState, string> = {
  up: 'All systems operational',
  slow: 'Some systems are slow',
  down: 'Some systems are down',
};
const STATE_LABELS: Record<MinuteState, string> = { up: 'Operational', slow: 'Slow', down: 'Down' };
const BAR_WIDTH = 8;
const BAR_STEP = 10;
const BAR_HEIGHT = 32;

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const timeFormat = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Larger than the error of a multiplication, and smaller than a minute of any year. */
const ROUNDING_ERROR = 1e-6;

/** Rounded down, so that only a flawless time reads 100%. */
export function formatPercent(share: number | null): string {
  if (share === null) return 'Not measured';
  return `${Math.floor(share * 100_000 + ROUNDING_ERROR) / 1_000}%`;
}

export function formatMinutes(minutes: number): string {
  const [hours, remainingMinutes] = [Math.floor(minutes / 60), minutes % 60];
  return [hours ? `${hours} h` : '', remainingMinutes || !hours ? `${remainingMinutes} min` : '']
    .filter(Boolean)
    .join(' ');
}

type StatusInput = { latest: Availability; months: string[]; availabilityTarget: number | undefined; brand: PageBrand };

export function renderStatus({ latest, months, availabilityTarget, brand }: StatusInput): string {
  const { service, components, incidents } = latest;
  return renderDocument(
    'Status',
    brand,
    html`<p class="state${service.current === 'up' ? '' : ' bad'}">${HEADLINES[service.current]}</p>
<h1>Status</h1>
<p class="lead">Checked every minute. ${availabilityTarget !== undefined && `Our uptime target is ${formatPercent(availabilityTarget)}.`}</p>
${renderComponents(components, 90)}
<h2>Incidents</h2>
${renderIncidents(incidents)}
<h2>Monthly reports</h2>
${months.length ? html`<ul class="months">${months.map((month) => html`<li><a href="/status/${month}">${formatMonth(month)}</a></li>`)}</ul>` : html`<p>The first report appears within a minute.</p>`}`,
  );
}

type ReportInput = {
  month: string;
  monthAvailability: Availability;
  isComplete: boolean;
  isPromiseKept: boolean | null;
  availabilityTarget: number | undefined;
  brand: PageBrand;
};

export function renderReport({
  month,
  monthAvailability,
  isComplete,
  isPromiseKept,
  availabilityTarget,
  brand,
}: ReportInput): string {
  const { total, days } = monthAvailability.service;
  const verdict = isPromiseKept === null ? undefined : isPromiseKept ? 'Met' : 'Missed';
  const rows: [string, string][] = [
    ['Availability', formatPercent(calculateAvailability(total))],
    ...(availabilityTarget === undefined
      ? []
      : ([['Target', formatPercent(availabilityTarget)]] as [string, string][])),
    ...(verdict ? ([['SLA', verdict]] as [string, string][]) : []),
    ['Measured', formatMinutes(total.measuredMinutes)],
    ['Down', formatMinutes(total.downMinutes)],
    ['Slow', formatMinutes(total.slowMinutes)],
  ];
  return renderDocument(
    `Availability in ${formatMonth(month)}`,
    brand,
    html`<p><a href="/status">All systems</a></p>
<h1>Availability in ${formatMonth(month)}</h1>
<p class="lead">${!isComplete && 'The month isn’t over yet. '}Days and times are in UTC. <a href="/api/status/reports/${month}" download>Download as JSON</a></p>
<dl class="figures">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
${renderComponents(monthAvailability.components, days.length)}
<h2>Incidents</h2>
${renderIncidents(monthAvailability.incidents)}`,
  );
}

const formatMonth = (month: string) => monthFormat.format(new Date(`${month}-01T00:00:00Z`));

const renderComponents = (components: Availability['components'], shownDays: number) =>
  html`<ul class="components">${components.map(
    ({ label, current, total, days }) => html`<li>
<div class="component"><h2>${label}</h2><span class="is-${current}">${STATE_LABELS[current]}</span></div>
${renderBars(days, shownDays)}
<p class="hint">${total.measuredMinutes ? `${formatPercent(calculateAvailability(total))} available` : 'Not measured yet'}</p>
</li>`,
  )}</ul>`;

/** One bar for each day, the latest on the right. Days before the first measurement are empty. */
function renderBars(days: Summary['days'], shownDays: number): Html {
  const emptyBars = Math.max(0, shownDays - days.length);
  const bars = Array.from({ length: shownDays }, (_, index) => {
    const day = days[index - emptyBars];
    const title = day ? `${dayFormat.format(new Date(day.date))}: ${describeDay(day)}` : 'Not measured';
    return html`<rect class="${day ? `is-${stateOfDay(day)}` : 'is-unknown'}" x="${index * BAR_STEP}" width="${BAR_WIDTH}" height="${BAR_HEIGHT}" rx="2"><title>${title}</title></rect>`;
  });
  const downDays = days.filter(({ downMinutes }) => downMinutes).length;
  const label = `${days.length} measured days, ${downDays ? `${downDays} with downtime` : 'none with downtime'}`;
  return html`<svg class="bars" role="img" aria-label="${label}" viewBox="0 0 ${shownDays * BAR_STEP} ${BAR_HEIGHT}" preserveAspectRatio="none">${bars}</svg>`;
}

const stateOfDay = ({ downMinutes, slowMinutes }: Figures): MinuteState =>
  downMinutes ? 'down' : slowMinutes ? 'slow' : 'up';

function describeDay({ downMinutes, slowMinutes }: Figures): string {
  const parts = [
    ...(downMinutes ? [`down for ${formatMinutes(downMinutes)}`] : []),
    ...(slowMinutes ? [`slow for ${formatMinutes(slowMinutes)}`] : []),
  ];
  return parts.length ? parts.join(', ') : 'no downtime';
}

function renderIncidents(incidents: Incident[]): Html {
  if (!incidents.length) return html`<p>No incidents.</p>`;
  return html`<ul class="incidents">${incidents.map(
    (incident) =>
      html`<li><h3 class="is-${incident.state}">${incident.summary}</h3><p class="hint">${describeTime(incident)}</p></li>`,
  )}</ul>`;
}

function describeTime({ startedAt, endedAt }: Incident): string {
  const start = `${dayFormat.format(startedAt)}, ${timeFormat.format(startedAt)} UTC`;
  if (!endedAt) return `Since ${start}`;
  return `${start}, for ${formatMinutes((endedAt.getTime() - startedAt.getTime()) / 60_000)}`;
}

const renderDocument = (title: string, brand: PageBrand, body: Html): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} – ${brand.name}</title>
<link rel="icon" href="${brand.logoUrl ?? 'data:,'}">
<link rel="stylesheet" href="/pages/style.css">
<link rel="stylesheet" href="/pages/status.css">
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="top"><a class="wordmark" href="/">${brand.logoUrl && html`<img src="${brand.logoUrl}" alt="" width="28" height="28">`}${brand.name}</a></header>
<main id="main" class="wide">
${body}
</main>
</body>
</html>
`.markup;
