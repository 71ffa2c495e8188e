import type { ReactNode } from 'react';
import type { Span } from './hours.ts';
import type { Cell } from './layout.ts';

/** Where a booking is moved to. An empty `resourceId` keeps its resource. */
export type DropTarget = { startsAt: string; resourceId: string };
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
/** An empty slot of the grid that was chosen for a new booking. */
export type EmptySlot = {
  day: string;
  /** After midnight of the day. */
  minutes: number;
  resource?: { id: string; industry: string };
  meetingId?: string;
};
