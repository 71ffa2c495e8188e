import { recordsOf } from '../capability/industry.ts';
import { sealedColumns } from '../features/privacy/sealed-columns.ts';
import { loadIndustries } from '../industries/load.ts';
import { rotateDataKey } from '../kernel/encryption/rotation.ts';
import { type Call, type Command, print } from './command.ts';
import { asOperator, findWorkspace } from './operator.ts';

export const healthCommands: Command[] = [
  {
    name: 'health rotate-keys',
    summary: 'Reseal a workspace’s health data with a new data key',
    takes: ['workspace id'],
    options: {},
    example: 'health rotate-keys ws_01k9z0v3w8e5r7t2y4u6i8p0qa',
    run: rotate,
  },
];

async function rotate({ config, args: [id = ''] }: Call): Promise<void> {
  await asOperator(config, async ({ owner, database, keyring: open }) => {
    await findWorkspace(owner, id);
    const keyring = await open();
    const columns = sealedColumns(recordsOf(await loadIndustries()));
    const { rows } = await owner.query('select id, mode from workspaces where live_id = $1 order by mode', [id]);
    for (const { id: workspaceId, mode } of rows) {
      const rotated = await rotateDataKey({ database, keyring, workspaceId, columns }, new Date());
      const data = mode === 'live' ? 'Live data' : 'Sandbox';
      print(
        rotated
          ? `${data}: resealed ${rotated.rows} values with data key ${rotated.version} and deleted the old keys.`
          : `${data}: nothing to reseal.`,
      );
    }
  });
}
