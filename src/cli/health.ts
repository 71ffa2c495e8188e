import { rotateDataKey } from '../features/patients/rotation.ts';
import { type Call, type Command, print } from './command.ts';
import { asOperator, findWorkspace } from './operator.ts';

export const healthCommands: Command[] = [
  {
    name: 'health rotate-keys',
    summary: 'Seal a workspace’s health data anew with a new data key',
    takes: ['workspace id'],
    options: {},
    example: 'health rotate-keys ws_01k9z0v3w8e5r7t2y4u6i8p0qa',
    run: rotate,
  },
];

async function rotate({ config, args: [id = ''] }: Call): Promise<void> {
  await asOperator(config, async ({ owner, database, vault: open }) => {
    await findWorkspace(owner, id);
    const vault = await open();
    const { rows } = await owner.query('select id, mode from workspaces where live_id = $1 order by mode', [id]);
    for (const { id: workspaceId, mode } of rows) {
      const rotated = await rotateDataKey({ database, vault, workspaceId }, new Date());
      const data = mode === 'live' ? 'Live data' : 'Sandbox';
      print(
        rotated
          ? `${data}: sealed ${rotated.rows} values with data key ${rotated.version}; the old keys are gone.`
          : `${data}: nothing was ever sealed.`,
      );
    }
  });
}
