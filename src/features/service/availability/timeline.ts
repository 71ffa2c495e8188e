// Computes figures, days and incidents from the recorded minutes. Pure functions over minutes since 1970.
import { must } from '../../../kernel/must.ts';

/** The parts that are measured, as people see them. */
export const COMPONENTS = {
  api: { label: 'API and dashboard', down: 'Requests failed', slow: 'Some requests failed' },
  assistant: { label: 'Assistant', down: 'The assistant didn’t reply', slow: 'The assistant was slow to reply' },
  database: { label: 'Database', down: 'The database didn’t respond', slow: 'The database was slow' },
  jobs: {
    label: 'Emails and background jobs',
    down: 'Emails and background jobs stopped',
    slow: 'Emails and background jobs were delayed',
  },
  channels: {
    label: 'Messaging channels',
    down: 'Messages on connected channels stopped',
    slow: 'Messages on connected channels were delayed',
  },
} as const;
export type Component = keyof typeof COMPONENTS;
export const COMPONENT_NAMES = Object.keys(COMPONENTS) as Component[];

/** A day of a component as it is stored: a `1` for each minute that it was up, or slow. */
export type RecordedDay = { day: string; component: string; up: string; slow: string };

export type MinuteState = 'up' | 'slow' | 'down';
const STATES: MinuteState[] = ['up', 'slow', 'down'];
export const MINUTES_PER_DAY = 1_440;
const MINUTE_MS = 60_000;
/** Shorter disruptions count in the figures, but are not shown as incidents. */
const MIN_SLOW_MINUTES = 3;
/** Disruptions this close to each other are one incident. */
const MAX_PAUSE_MINUTES = 5;

export const toMinute = (time: Date): number => Math.floor(time.getTime() / MINUTE_MS);
export const toTime = (minute: number): Date => new Date(minute * MINUTE_MS);
const toDay = (minute: number): string => toTime(minute).toISOString().slice(0, 10);

/** The states of all components, from the first recorded minute on. `startMinute` is included, `endMinute` is not. */
export type Timeline = { startMinute: number; endMinute: number; states: Record<Component, Uint8Array> };

/** Covers the minutes in the range from the first one that was recorded on; what came before was not measured. */
export function createTimeline(days: RecordedDay[], fromMinute: number, endMinute: number): Timeline {
  const firstMinute = Math.min(...days.map(firstRecordedMinute));
  const startMinute = Math.min(Math.max(fromMinute, firstMinute), endMinute);
  const states = Object.fromEntries(
    COMPONENT_NAMES.map((name) => [name, new Uint8Array(endMinute - startMinute).fill(STATES.indexOf('down'))]),
  ) as Timeline['states'];
  for (const { day, component, up, slow } of days) {
    const componentStates = states[component as Component];
    const offset = toMinute(new Date(day)) - startMinute;
    for (
      let minute = Math.max(0, -offset);
      componentStates && minute < MINUTES_PER_DAY && offset + minute < componentStates.length;
      minute++
    )
      if (up[minute] === '1') componentStates[offset + minute] = STATES.indexOf(slow[minute] === '1' ? 'slow' : 'up');
  }
  return { startMinute, endMinute, states };
}

/** Whether any component was recorded in this minute. */
export const isRecorded = (days: RecordedDay[], minute: number): boolean =>
  days.some(
    ({ day, up, slow }) =>
      day === toDay(minute) && (up[minute % MINUTES_PER_DAY] === '1' || slow[minute % MINUTES_PER_DAY] === '1'),
  );

function firstRecordedMinute({ day, up, slow }: RecordedDay): number {
  const positions = [up.indexOf('1'), slow.indexOf('1')].filter((position) => position >= 0);
  return positions.length ? toMinute(new Date(day)) + Math.min(...positions) : Number.POSITIVE_INFINITY;
}

export type Figures = { measuredMinutes: number; downMinutes: number; slowMinutes: number };

/** The share of minutes that it was not down, from 0 to 1. Null if nothing was measured. */
export const calculateAvailability = ({ measuredMinutes, downMinutes }: Figures): number | null =>
  measuredMinutes ? (measuredMinutes - downMinutes) / measuredMinutes : null;

function countMinutes(states: Uint8Array): Figures {
  const figures = { measuredMinutes: states.length, downMinutes: 0, slowMinutes: 0 };
  for (const state of states) {
    if (state === STATES.indexOf('down')) figures.downMinutes++;
    if (state === STATES.indexOf('slow')) figures.slowMinutes++;
  }
  return figures;
}

/** The worst state of all components in each minute: the service works if all of them do. */
export function findWorstStates({ startMinute, endMinute, states }: Timeline): Uint8Array {
  const worst = new Uint8Array(endMinute - startMinute);
  for (const name of COMPONENT_NAMES)
    for (const [index, state] of states[name].entries()) if (state > (worst[index] ?? 0)) worst[index] = state;
  return worst;
}

export type Summary = { total: Figures; days: (Figures & { date: string })[]; current: MinuteState };

/** The figures of the whole timeline and of each day in it. */
export function summarize(states: Uint8Array, startMinute: number): Summary {
  const days: Summary['days'] = [];
  for (let start = 0; start < states.length; ) {
    const end = Math.min(states.length, start + MINUTES_PER_DAY - ((startMinute + start) % MINUTES_PER_DAY));
    days.push({ date: toDay(startMinute + start), ...countMinutes(states.subarray(start, end)) });
    start = end;
  }
  return { total: countMinutes(states), days, current: must(STATES[states.at(-1) ?? 0], 'a state') };
}

export type Incident = {
  startedAt: Date;
  /** Null if it still goes on. */
  endedAt: Date | null;
  state: Exclude<MinuteState, 'up'>;
  components: Component[];
  summary: string;
};
type Disruption = { component: Component; startIndex: number; endIndex: number; state: Exclude<MinuteState, 'up'> };

/** Disruptions of all components that overlap, or nearly so, are one incident. The latest come first. */
export function findIncidents({ startMinute, endMinute, states }: Timeline): Incident[] {
  const disruptions = COMPONENT_NAMES.flatMap((component) => findDisruptions(component, states[component]))
    .filter(({ startIndex, endIndex, state }) => state === 'down' || endIndex - startIndex >= MIN_SLOW_MINUTES)
    .sort((a, b) => a.startIndex - b.startIndex);
  const groups: Disruption[][] = [];
  for (const disruption of disruptions) {
    const group = groups.at(-1);
    const groupEnd = Math.max(...(group ?? []).map((other) => other.endIndex));
    if (group && disruption.startIndex - groupEnd <= MAX_PAUSE_MINUTES) group.push(disruption);
    else groups.push([disruption]);
  }
  return groups.map((group) => createIncident(group, startMinute, endMinute)).reverse();
}

/** Runs of minutes that the component was not up. A run that was down at any time is a failure. */
function findDisruptions(component: Component, states: Uint8Array): Disruption[] {
  const disruptions: Disruption[] = [];
  let openDisruption: Disruption | undefined;
  for (const [index, code] of states.entries()) {
    const state = must(STATES[code], 'a state');
    if (state === 'up') {
      openDisruption = undefined;
    } else if (openDisruption) {
      openDisruption.endIndex = index + 1;
      if (state === 'down') openDisruption.state = state;
    } else {
      openDisruption = { component, startIndex: index, endIndex: index + 1, state };
      disruptions.push(openDisruption);
    }
  }
  return disruptions;
}

function createIncident(disruptions: Disruption[], startMinute: number, endMinute: number): Incident {
  const incidentEnd = startMinute + Math.max(...disruptions.map((disruption) => disruption.endIndex));
  const isDown = (component: Component) =>
    disruptions.some((disruption) => disruption.component === component && disruption.state === 'down');
  const components = COMPONENT_NAMES.filter((name) => disruptions.some(({ component }) => component === name));
  const sentences = components.map((name) => COMPONENTS[name][isDown(name) ? 'down' : 'slow']);
  return {
    startedAt: toTime(startMinute + Math.min(...disruptions.map(({ startIndex }) => startIndex))),
    endedAt: incidentEnd < endMinute ? toTime(incidentEnd) : null,
    state: components.some(isDown) ? 'down' : 'slow',
    components,
    summary: COMPONENT_NAMES.every(isDown) ? 'The service was unavailable.' : `${sentences.join('. ')}.`,
  };
}
