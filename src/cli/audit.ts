import type pg from 'pg';
import { sealAsItStands } from '../kernel/audit/sealing.ts';
import { type AuditVerdict, verifyAudit } from '../kernel/audit/verify.ts';
import type { Keyring } from '../kernel/crypto.ts';
import type { Database } from '../kernel/database/database.ts';
import { OperatorError } from '../kernel/operator-error.ts';
import { type Call, type Command, print } from './command.ts';
import { asOperator, findWorkspace } from './operator.ts';
import { table } from './table.ts';

export const auditCommands: Command[] = [
  {
    name: 'audit verify',
    summary: 'Check that no audit log entry was added, changed or removed',
    takes: [],
    options: { workspace: { value: 'workspace id', text: 'Only this workspace and its sandbox (default: all)' } },
    example: 'audit verify --workspace ws_01k9z0v3w8e5r7t2y4u6i8p0qa',
    run: verify,
  },
  {
    name: 'audit seal',
    summary: 'Reseal an audit log as it is, once you know why its seal is broken',
    takes: ['workspace id'],
    options: {},
    example: 'audit seal ws_01k9z0v3w8e5r7t2y4u6i8p0qa',
    run: seal,
  },
];

async function verify({ config, one }: Call): Promise<void> {
  await asOperator(config, async ({ owner, database, keyring: unlock }) => {
    const wanted = one('workspace');
    if (wanted !== undefined) await findWorkspace(owner, wanted);
    const keyring = await unlock();
    const cells: string[][] = [];
    const broken: string[] = [];
    for (const { id, mode, verdict } of await verdictsOf(database, keyring, await workspaces(owner, wanted))) {
      if (!verdict.ok) broken.push(describeFault(id, verdict));
      else if (verdict.entries)
        cells.push([id, mode, String(verdict.entries), String(verdict.sealedFrom), verdict.head]);
    }
    const headers = ['workspace', 'mode', 'entries', 'sealed from', 'hash of the last'];
    if (cells.length) print(table(headers, cells), '');
    if (broken.length) throw new OperatorError(`The audit log was tampered with: ${broken.join('; ')}.`);
    print(cells.length ? 'Every entry is intact and none are missing.' : 'The audit log is empty.');
    if (cells.length)
      print('Save this list somewhere else: it’s the only way to tell if the database was rolled back.');
  });
}

type Log = { id: string; mode: string };

async function verdictsOf(database: Database, keyring: Keyring, logs: Log[]) {
  const verdicts: (Log & { verdict: AuditVerdict })[] = [];
  for (const log of logs) {
    const verdict = await database.readWorkspace(log.id, (db) => verifyAudit({ db, keyring, workspace: log }));
    verdicts.push({ ...log, verdict });
  }
  return verdicts;
}

const describeFault = (id: string, verdict: Extract<AuditVerdict, { ok: false }>): string =>
  'sequence' in verdict ? `entry ${verdict.sequence} of ${id} is ${verdict.fault}` : `${id}: ${verdict.fault}`;

async function seal({ config, args: [id = ''] }: Call): Promise<void> {
  await asOperator(config, async ({ owner, database, keyring: unlock }) => {
    await findWorkspace(owner, id);
    const keyring = await unlock();
    const verdicts = await verdictsOf(database, keyring, await workspaces(owner, id));
    const broken = verdicts.filter(({ verdict }) => !verdict.ok).map((each) => each.id);
    if (!broken.length) return print('Every entry is intact. Nothing was changed.');
    const client = await owner.connect();
    try {
      await client.query('begin');
      await sealAsItStands(client, keyring, broken, { actor: 'operator', reason: 'audit seal' });
      await client.query('commit');
      print(`Resealed, with an entry that says so: ${broken.join(', ')}.`);
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  });
}

async function workspaces(owner: pg.Pool, wanted: string | undefined): Promise<Log[]> {
  const { rows } = await owner.query(
    'select id, mode from workspaces where $1::text is null or live_id = $1 order by live_id, mode',
    [wanted ?? null],
  );
  return rows;
}
