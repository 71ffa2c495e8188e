import { insertWorkspace, setPlan } from '../features/accounts/workspaces.ts';
import { recordAudit } from '../features/audit/log.ts';
import { createKey } from '../features/keys/store.ts';
import { PLAN_NAMES, type PlanName } from '../features/plans/plans.ts';
import { decide, tellOwners } from '../features/plans/requests.ts';
import { newId } from '../kernel/ids.ts';
import { OperatorError } from '../kernel/operator-error.ts';
import { type Call, type Command, print } from './command.ts';
import { asOperator, findUser, findWorkspace } from './operator.ts';
import { minute, table } from './table.ts';

const NAME_LENGTH = 200;
const plans = PLAN_NAMES.join('|');
const setPlanCommand = {
  summary: 'Change a workspace’s plan, at once',
  takes: ['workspace id', plans],
  options: {},
  run: changePlan,
};

export const workspaceCommands: Command[] = [
  {
    name: 'workspace create',
    summary: 'Make a workspace with a live and a test key',
    takes: ['name'],
    options: {
      plan: { value: plans, text: 'Its plan; starter unless given' },
      owner: { value: 'email', text: 'Makes the user with this address its owner' },
    },
    example: 'workspace create "Trattoria Roma" --plan professional --owner anna@example.com',
    run: create,
  },
  {
    name: 'workspace list',
    summary: 'List the workspaces with their plans and calls',
    takes: [],
    options: {},
    example: 'workspace list',
    run: list,
  },
  { ...setPlanCommand, name: 'plan set', example: 'plan set ws_01k9z0v3w8e5r7t2y4u6i8p0qa business' },
  {
    ...setPlanCommand,
    name: 'workspace set-plan',
    summary: 'The same as "plan set"',
    example: 'workspace set-plan ws_01k9z0v3w8e5r7t2y4u6i8p0qa business',
  },
  {
    name: 'plan requests',
    summary: 'List the plans that owners ask for',
    takes: [],
    options: {},
    example: 'plan requests',
    run: listRequests,
  },
];

async function create({ config, args, one }: Call): Promise<void> {
  const name = checkName(args[0]!);
  const plan = checkPlan(one('plan') ?? 'starter');
  const email = one('owner');
  await asOperator(config, async ({ owner, database, vault: unlock }) => {
    const vault = await unlock();
    const ownerId = email === undefined ? undefined : await findUser(owner, email);
    const id = newId('ws');
    const common = { workspaceId: id, name: 'operator', kind: 'secret' } as const;
    const { live, test } = await database.inWorkspace(id, async (db) => {
      await insertWorkspace({ db, vault }, { id, name, plan, ownerId });
      return {
        live: await createKey(db, { ...common, mode: 'live' }),
        test: await createKey(db, { ...common, mode: 'test' }),
      };
    });
    print(
      `Workspace  ${id}`,
      `Live key   ${live.key}`,
      `Test key   ${test.key}`,
      '',
      'The keys are shown this once: store them now. Try the test key while the service runs:',
      '',
      `curl '${config.publicUrl}/api/chat' \\`,
      `  -H 'Authorization: Bearer ${test.key}' \\`,
      `  -H 'Content-Type: application/json' \\`,
      `  -d '{"message": "Hi!", "businessType": "restaurant"}'`,
    );
  });
}

async function list({ config }: Call): Promise<void> {
  await asOperator(config, async ({ owner }) => {
    const { rows } = await owner.query(
      `select w.id, w.name, w.plan, w.created_at, coalesce(c.month_used, 0) as calls
       from workspaces w
       left join call_counters c on c.workspace_id = w.id and c.month = date_trunc('month', now() at time zone 'UTC')
       where w.mode = 'live' order by w.created_at, w.id`,
    );
    if (!rows.length) return print('There is no workspace yet. "workspace create" makes one.');
    const cells = rows.map((row) => [row.id, row.name, row.plan, String(row.calls), minute(row.created_at)]);
    print(table(['id', 'name', 'plan', 'calls this month', 'created'], cells));
  });
}

async function changePlan({ config, args: [id = '', wanted = ''] }: Call): Promise<void> {
  const plan = checkPlan(wanted);
  await asOperator(config, async ({ owner, database, vault: unlock }) => {
    const before = await findWorkspace(owner, id);
    const vault = await unlock();
    await database.inWorkspace(id, async (db) => {
      const now = new Date();
      await setPlan(db, plan);
      const asked = await decide(db, { plan, status: 'granted', now });
      if (asked) await tellOwners(db, before.name, asked, config.publicUrl);
      const entry = { workspaceId: id, at: now, actor: 'operator', subject: id };
      await recordAudit({ db, vault }, { ...entry, action: 'plan.change', reason: `${before.plan} → ${plan}` });
    });
    print(
      before.plan === plan
        ? `${id} was on the plan ${plan} already.`
        : `${id} is on the plan ${plan} now, before on ${before.plan}.`,
    );
  });
}

async function listRequests({ config }: Call): Promise<void> {
  await asOperator(config, async ({ owner }) => {
    const { rows } = await owner.query(
      `select w.id, w.name, w.plan, r.plan as wanted, r.created_at
       from plan_requests r join workspaces w on w.id = r.workspace_id where r.status = 'open' order by r.id`,
    );
    if (!rows.length) return print('Nobody has asked for another plan. "plan set" changes one at any time.');
    const cells = rows.map((row) => [row.id, row.name, row.plan, row.wanted, minute(row.created_at)]);
    print(table(['workspace', 'name', 'plan', 'asks for', 'since'], cells));
  });
}

function checkName(text: string): string {
  const name = text.trim();
  if (!name) throw new OperatorError('The name of a workspace must not be empty.');
  if ([...name].length > NAME_LENGTH)
    throw new OperatorError(`The name of a workspace must have at most ${NAME_LENGTH} characters.`);
  return name;
}

function checkPlan(text: string): PlanName {
  const plan = PLAN_NAMES.find((name) => name === text);
  if (!plan) throw new OperatorError(`The plan must be one of ${PLAN_NAMES.join(', ')}, not "${text}".`);
  return plan;
}
