import type pg from 'pg';
import { verifyAudit } from '../features/audit/log.ts';
import { OperatorError } from '../kernel/operator-error.ts';
import { type Call, type Command, print } from './command.ts';
import { asOperator, findWorkspace } from './operator.ts';
import { table } from './table.ts';

export const auditCommands: Command[] = [
  {
    name: 'audit verify',
    summary: 'Check that no entry of the audit log was changed or removed',
    takes: [],
    options: { workspace: { value: 'workspace id', text: 'Only this workspace and its sandbox; all unless given' } },
    example: 'audit verify --workspace ws_01k9z0v3w8e5r7t2y4u6i8p0qa',
    run: verify,
  },
];

async function verify({ config, one }: Call): Promise<void> {
  await asOperator(config, async ({ owner, database }) => {
    const wanted = one('workspace');
    if (wanted !== undefined) await findWorkspace(owner, wanted);
    const cells: string[][] = [];
    const broken: string[] = [];
    for (const { id, mode } of await workspaces(owner, wanted)) {
      const verdict = await database.inWorkspace(id, verifyAudit);
      if (!verdict.ok) broken.push(`entry ${verdict.sequence} of ${id} is ${verdict.fault}`);
      else if (verdict.entries) cells.push([id, mode, String(verdict.entries), verdict.head]);
    }
    if (cells.length) print(table(['workspace', 'mode', 'entries', 'hash of the last'], cells), '');
    if (broken.length) throw new OperatorError(`The audit log is not as it was written: ${broken.join('; ')}.`);
    print(cells.length ? 'Every entry is as it was written.' : 'The audit log is empty.');
    if (cells.length)
      print('An end that was cut off shows only in the last hash: keep this list elsewhere and compare.');
  });
}

async function workspaces(owner: pg.Pool, wanted: string | undefined): Promise<{ id: string; mode: string }[]> {
  const { rows } = await owner.query(
    'select id, mode from workspaces where $1::text is null or live_id = $1 order by live_id, mode',
    [wanted ?? null],
  );
  return rows;
}
