import type { Business } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';

export type CalendarResource = { resourceId: string; name: string };

/** Whose bookings a calendar can show: the whole business first (an empty id), then every resource with a column in the calendar. */
export function listCalendarResources(business: Business, industries: readonly AnyIndustry[]): CalendarResource[] {
  const resources = industries.flatMap(({ name: industry, resources: field }) => {
    const section = business[industry] as Record<string, unknown> | undefined;
    const entries = (field && section?.[field]) as { id: string; name: string }[] | undefined;
    return (entries ?? []).map(({ id, name }) => ({ resourceId: `${industry}/${id}`, name }));
  });
  return [{ resourceId: '', name: 'All bookings' }, ...resources];
}
