import { recordsOf } from '../capability/industry.ts';
import { listEncryptedColumns } from '../features/privacy/encrypted-columns.ts';
import { loadIndustries } from '../industries/load.ts';
import { rotateDataKey } from '../kernel/encryption/rotation.ts';
import { type Command, type CommandInput, print } from './command.ts';
import { findWorkspace, withDatabase } from './database-access.ts';

export const healthCommands: Command[] = [
  {
    name: 'health rotate-keys',
    summary: 'Reseal a workspace’s health data with a new data key',
    positionals: ['workspace id'],
    options: {},
    example: 'health rotate-keys ws_01k9z0v3w8e5r7t2y4u6i8p0qa',
    run: rotate,
  },
];

async function rotate({ config, args: [liveWorkspaceId = ''] }: CommandInput): Promise<void> {
  await withDatabase(config, async ({ dbOwnerPool, database, loadEncryptionKeyring }) => {
    await findWorkspace(dbOwnerPool, liveWorkspaceId);
    const keyring = await loadEncryptionKeyring();
    const columns = listEncryptedColumns(recordsOf(await loadIndustries()));
    const { rows } = await dbOwnerPool.query('select id, mode from workspaces where live_id = $1 order by mode', [
      liveWorkspaceId,
    ]);
    for (const { id: workspaceId, mode } of rows) {
      const rotation = await rotateDataKey({ database, keyring, workspaceId, columns }, new Date());
      const modeLabel = mode === 'live' ? 'Live data' : 'Sandbox';
      print(
        rotation
          ? `${modeLabel}: resealed ${rotation.rows} values with data key ${rotation.version} and deleted the old keys.`
          : `${modeLabel}: nothing to reseal.`,
      );
    }
  });
}
