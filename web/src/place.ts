/** Which workspace the dashboard looks at, live or in its sandbox. The address holds it; the router writes it here. */
export type Mode = 'live' | 'test';
export const place: { workspace: string | undefined; mode: Mode } = { workspace: undefined, mode: 'live' };
