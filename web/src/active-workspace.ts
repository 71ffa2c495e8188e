/** The workspace and mode that the dashboard shows. They are in the URL; the router copies them here. */
export type Mode = 'live' | 'test';
export const activeWorkspace: { workspace: string | undefined; mode: Mode } = { workspace: undefined, mode: 'live' };
