/** The item of a list with exactly one item, otherwise undefined. */
export const getOnlyItem = <T>(list: readonly T[]): T | undefined => (list.length === 1 ? list[0] : undefined);
