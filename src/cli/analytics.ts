import { rebuildAnalytics } from '../features/analytics/jobs.ts';
import { type Command, type CommandInput, print } from './command.ts';
import { findWorkspace, withDatabase } from './database-access.ts';

export const analyticsCommands: Command[] = [
  {
    name: 'analytics rebuild',
    summary: 'Recount everything from the stored data, with the same results',
    positionals: [],
    options: {
      workspace: { placeholder: 'workspace id', description: 'Only this workspace and its sandbox (default: all)' },
    },
    example: 'analytics rebuild --workspace ws_01k9z0v3w8e5r7t2y4u6i8p0qa',
    run: rebuildAll,
  },
];

async function rebuildAll({ config, getOption }: CommandInput): Promise<void> {
  await withDatabase(config, async ({ dbOwnerPool, database }) => {
    const workspaceId = getOption('workspace');
    if (workspaceId !== undefined) await findWorkspace(dbOwnerPool, workspaceId);
    const { rows } = await dbOwnerPool.query<{ id: string }>(
      'select id from workspaces where $1::text is null or live_id = $1 order by id',
      [workspaceId ?? null],
    );
    let quarterHours = 0;
    for (const { id } of rows) quarterHours += await rebuildAnalytics(database, id);
    print(`Counted ${quarterHours} quarters of an hour in ${rows.length} workspaces and sandboxes.`);
  });
}
