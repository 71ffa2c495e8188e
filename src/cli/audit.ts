import type pg from 'pg';
import { resealAsIs } from '../kernel/audit/sealing.ts';
import { type AuditVerdict, verifyAudit } from '../kernel/audit/verify.ts';
import type { Keyring } from '../kernel/crypto.ts';
import type { Database } from '../kernel/database/database.ts';
import { FixableError } from '../kernel/fixable-error.ts';
import { type Command, type CommandInput, print } from './command.ts';
import { findWorkspace, withDatabase } from './database-access.ts';
import { formatTable } from './table.ts';

export const auditCommands: Command[] = [
  {
    name: 'audit verify',
    summary: 'Check that no audit log entry was added, changed or removed',
    positionals: [],
    options: {
      workspace: { placeholder: 'workspace id', description: 'Only this workspace and its sandbox (default: all)' },
    },
    example: 'audit verify --workspace ws_01k9z0v3w8e5r7t2y4u6i8p0qa',
    run: verify,
  },
  {
    name: 'audit seal',
    summary: 'Reseal an audit log as it is, once you know why its seal is broken',
    positionals: ['workspace id'],
    options: {},
    example: 'audit seal ws_01k9z0v3w8e5r7t2y4u6i8p0qa',
    run: seal,
  },
];

async function verify({ config, getOption }: CommandInput): Promise<void> {
  await withDatabase(config, async ({ dbOwnerPool, database, loadEncryptionKeyring }) => {
    const workspaceId = getOption('workspace');
    if (workspaceId !== undefined) await findWorkspace(dbOwnerPool, workspaceId);
    const keyring = await loadEncryptionKeyring();
    const rows: string[][] = [];
    const faults: string[] = [];
    for (const { id, mode, verdict } of await verifyAuditLogs(
      database,
      keyring,
      await listWorkspaces(dbOwnerPool, workspaceId),
    )) {
      if (!verdict.ok) faults.push(describeFault(id, verdict));
      else if (verdict.entries)
        rows.push([id, mode, String(verdict.entries), String(verdict.sealedFrom), verdict.head]);
    }
    const headers = ['workspace', 'mode', 'entries', 'sealed from', 'hash of the last'];
    if (rows.length) print(formatTable(headers, rows), '');
    if (faults.length) throw new FixableError(`The audit log was tampered with: ${faults.join('; ')}.`);
    print(rows.length ? 'Every entry is intact and none are missing.' : 'The audit log is empty.');
    if (rows.length) print('Save this list somewhere else: it’s the only way to tell if the database was rolled back.');
  });
}

type WorkspaceMode = { id: string; mode: string };

async function verifyAuditLogs(database: Database, keyring: Keyring, workspaces: WorkspaceMode[]) {
  const verdicts: (WorkspaceMode & { verdict: AuditVerdict })[] = [];
  for (const workspace of workspaces) {
    const verdict = await database.inWorkspaceReadOnly(workspace.id, (db) =>
      verifyAudit({ db, keyring, workspace: workspace }),
    );
    verdicts.push({ ...workspace, verdict });
  }
  return verdicts;
}

const describeFault = (id: string, verdict: Extract<AuditVerdict, { ok: false }>): string =>
  'sequence' in verdict ? `entry ${verdict.sequence} of ${id} is ${verdict.fault}` : `${id}: ${verdict.fault}`;

async function seal({ config, args: [workspaceId = ''] }: CommandInput): Promise<void> {
  await withDatabase(config, async ({ dbOwnerPool, database, loadEncryptionKeyring }) => {
    await findWorkspace(dbOwnerPool, workspaceId);
    const keyring = await loadEncryptionKeyring();
    const verdicts = await verifyAuditLogs(database, keyring, await listWorkspaces(dbOwnerPool, workspaceId));
    const brokenIds = verdicts.filter(({ verdict }) => !verdict.ok).map((log) => log.id);
    if (!brokenIds.length) return print('Every entry is intact. Nothing was changed.');
    const client = await dbOwnerPool.connect();
    try {
      await client.query('begin');
      await resealAsIs(client, keyring, brokenIds, { actor: 'operator', reason: 'audit seal' });
      await client.query('commit');
      print(`Resealed, with an entry that says so: ${brokenIds.join(', ')}.`);
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  });
}

async function listWorkspaces(dbOwnerPool: pg.Pool, workspaceId: string | undefined): Promise<WorkspaceMode[]> {
  const { rows } = await dbOwnerPool.query(
    'select id, mode from workspaces where $1::text is null or live_id = $1 order by live_id, mode',
    [workspaceId ?? null],
  );
  return rows;
}
