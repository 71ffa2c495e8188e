/**
 * The inbox counts conversations up to here, and the dashboard shows “1,000+”. Those that nobody closes add up over the years,
 * and nobody needs to know how many there are.
 */
export const MAX_COUNTED_CONVERSATIONS = 1_000;
