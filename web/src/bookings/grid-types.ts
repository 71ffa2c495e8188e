import type { ReactNode } from 'react';
import type { Span } from './hours.ts';
import type { Cell } from './layout.ts';

/** `column` is the resource to move to; a booking without one stays where it is. */
export type DropTarget = { startsAt: string; column: string };
export type GridColumn = {
  key: string;
  /** Announced and shown in a tooltip. */
  name: string;
  heading: ReactNode;
  day: string;
  resource?: { id: string; industry: string };
  openHours: Span[];
  cells: Cell[];
};
/** An empty place that was chosen for a new booking. */
export type EmptyPlace = {
  day: string;
  minutes: number;
  resource?: { id: string; industry: string };
  meeting?: string;
};
