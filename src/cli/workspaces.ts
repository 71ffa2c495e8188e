import { insertWorkspace, setPlan } from '../features/accounts/workspaces.ts';
import { createKey } from '../features/keys/store.ts';
import { PLAN_NAMES, type PlanName } from '../features/plans/plans.ts';
import { closePlanRequest, emailDecisionToOwners } from '../features/plans/requests.ts';
import { appendAuditEntries } from '../kernel/audit/log.ts';
import { FixableError } from '../kernel/fixable-error.ts';
import { newId } from '../kernel/ids.ts';
import { must } from '../kernel/must.ts';
import { type Command, type CommandInput, print } from './command.ts';
import { findUserId, findWorkspace, withDatabase } from './database-access.ts';
import { formatDateTime, formatTable } from './table.ts';

const MAX_NAME_CHARACTERS = 200;
const planChoices = PLAN_NAMES.join('|');
/** A command with two names. */
const setPlanCommand = {
  summary: 'Change a workspace’s plan immediately',
  positionals: ['workspace id', planChoices],
  options: {},
  run: changePlan,
};

export const workspaceCommands: Command[] = [
  {
    name: 'workspace create',
    summary: 'Create a workspace with a live and a test API key',
    positionals: ['name'],
    options: {
      plan: { placeholder: planChoices, description: 'Its plan (default: starter)' },
      owner: { placeholder: 'email', description: 'Make the user with this email its owner' },
    },
    example: 'workspace create "Trattoria Roma" --plan professional --owner anna@example.com',
    run: create,
  },
  {
    name: 'workspace list',
    summary: 'List workspaces with their plans and usage',
    positionals: [],
    options: {},
    example: 'workspace list',
    run: list,
  },
  { ...setPlanCommand, name: 'plan set', example: 'plan set ws_01k9z0v3w8e5r7t2y4u6i8p0qa business' },
  {
    ...setPlanCommand,
    name: 'workspace set-plan',
    summary: 'Same as "plan set"',
    example: 'workspace set-plan ws_01k9z0v3w8e5r7t2y4u6i8p0qa business',
  },
  {
    name: 'plan requests',
    summary: 'List plan requests from owners',
    positionals: [],
    options: {},
    example: 'plan requests',
    run: listRequests,
  },
];

async function create({ config, args, getOption }: CommandInput): Promise<void> {
  const name = parseName(must(args[0], 'a name'));
  const plan = parsePlan(getOption('plan') ?? 'starter');
  const email = getOption('owner');
  await withDatabase(config, async ({ dbOwnerPool, database, loadEncryptionKeyring }) => {
    const keyring = await loadEncryptionKeyring();
    const ownerId = email === undefined ? undefined : await findUserId(dbOwnerPool, email);
    const id = newId('ws');
    const keyOptions = { workspaceId: id, name: 'operator', kind: 'secret' } as const;
    const { live, test } = await database.inWorkspace(id, async (db) => {
      await insertWorkspace({ db, keyring }, { id, name, plan, ownerId });
      return {
        live: await createKey(db, { ...keyOptions, mode: 'live' }),
        test: await createKey(db, { ...keyOptions, mode: 'test' }),
      };
    });
    print(
      `Workspace  ${id}`,
      `Live key   ${live.key}`,
      `Test key   ${test.key}`,
      `Data       ${config.databaseUrl === undefined ? config.dataDir : 'the PostgreSQL of DATABASE_URL'}`,
      '',
      'Store these keys now. You won’t see them again. Try the test key while the service is running:',
      '',
      `curl '${config.publicUrl}/api/chat' \\`,
      `  -H 'Authorization: Bearer ${test.key}' \\`,
      `  -H 'Content-Type: application/json' \\`,
      `  -d '{"message": "Hi!"}'`,
    );
  });
}

async function list({ config }: CommandInput): Promise<void> {
  await withDatabase(config, async ({ dbOwnerPool }) => {
    const { rows } = await dbOwnerPool.query(
      `select w.id, w.name, w.plan, w.created_at, coalesce(c.month_used, 0) as calls
       from workspaces w
       left join call_counters c on c.workspace_id = w.id and c.month = date_trunc('month', now() at time zone 'UTC')
       where w.mode = 'live' order by w.created_at, w.id`,
    );
    if (!rows.length) return print('No workspaces yet. Create one with "workspace create".');
    const tableRows = rows.map((row) => [
      row.id,
      row.name,
      row.plan,
      String(row.calls),
      formatDateTime(row.created_at),
    ]);
    print(formatTable(['id', 'name', 'plan', 'calls this month', 'created'], tableRows));
  });
}

async function changePlan({ config, args: [workspaceId = '', planName = ''] }: CommandInput): Promise<void> {
  const plan = parsePlan(planName);
  await withDatabase(config, async ({ dbOwnerPool, database, loadEncryptionKeyring }) => {
    const workspace = await findWorkspace(dbOwnerPool, workspaceId);
    const keyring = await loadEncryptionKeyring();
    await database.inWorkspace(workspaceId, async (db) => {
      const now = new Date();
      await setPlan(db, plan);
      const request = await closePlanRequest(db, { plan, status: 'granted', now });
      if (request) await emailDecisionToOwners(db, workspace.name, request, config.publicUrl);
      const entry = { workspaceId, at: now, actor: 'operator', subject: workspaceId };
      await appendAuditEntries(
        { db, keyring },
        { ...entry, action: 'plan.change', reason: `${workspace.plan} → ${plan}` },
      );
    });
    print(
      workspace.plan === plan
        ? `${workspaceId} is already on the ${plan} plan.`
        : `${workspaceId} is now on the ${plan} plan (was ${workspace.plan}).`,
    );
  });
}

async function listRequests({ config }: CommandInput): Promise<void> {
  await withDatabase(config, async ({ dbOwnerPool }) => {
    const { rows } = await dbOwnerPool.query(
      `select w.id, w.name, w.plan, r.plan as wanted, r.created_at
       from plan_requests r join workspaces w on w.id = r.workspace_id where r.status = 'open' order by r.id`,
    );
    if (!rows.length) return print('No open plan requests. Change a plan any time with "plan set".');
    const tableRows = rows.map((row) => [row.id, row.name, row.plan, row.wanted, formatDateTime(row.created_at)]);
    print(formatTable(['workspace', 'name', 'plan', 'requested', 'since'], tableRows));
  });
}

function parseName(text: string): string {
  const name = text.trim();
  if (!name) throw new FixableError('Enter a workspace name.');
  if ([...name].length > MAX_NAME_CHARACTERS)
    throw new FixableError(`Workspace names can have up to ${MAX_NAME_CHARACTERS} characters.`);
  return name;
}

function parsePlan(text: string): PlanName {
  const plan = PLAN_NAMES.find((name) => name === text);
  if (!plan) throw new FixableError(`Unknown plan "${text}". Choose one of ${PLAN_NAMES.join(', ')}.`);
  return plan;
}
