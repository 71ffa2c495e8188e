export const kindlyIn = (_: string): string | undefined => undefined;
