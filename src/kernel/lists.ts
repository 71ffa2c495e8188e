/** The one that a list has; undefined where there is none, or where there are several. */
export const onlyOf = <T>(list: readonly T[]): T | undefined => (list.length === 1 ? list[0] : undefined);
