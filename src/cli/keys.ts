import { KINDS, MODES } from '../features/keys/format.ts';
import { checkNewKey, NewKeyBody } from '../features/keys/new-key.ts';
import { SCOPES } from '../features/keys/scopes.ts';
import { createKey, type NewKey, revokeKey } from '../features/keys/store.ts';
import { validationProblem, validatorCompiler } from '../kernel/http/validation.ts';
import { OperatorError } from '../kernel/operator-error.ts';
import { type FieldError, Problem } from '../kernel/problem.ts';
import { type Call, type Command, print } from './command.ts';
import { asOperator, findWorkspace } from './operator.ts';
import { day, minute, table } from './table.ts';

export const keyCommands: Command[] = [
  {
    name: 'key create',
    summary: 'Create an API key; it’s shown once',
    takes: ['workspace id'],
    options: {
      name: { value: 'name', text: 'What it’s for', required: true },
      mode: { value: MODES.join('|'), text: 'Live data or the sandbox', required: true },
      kind: { value: KINDS.join('|'), text: 'For servers or for the website widget', required: true },
      scope: { value: 'scope', text: `Limit it to this scope (default: all): ${SCOPES.join(', ')}`, multiple: true },
      origin: { value: 'origin', text: 'A website that can use a publishable key', multiple: true },
      expires: { value: 'time', text: 'RFC 3339, such as 2027-01-31T00:00:00Z (default: never)' },
    },
    example:
      'key create ws_01k9z0v3w8e5r7t2y4u6i8p0qa --name Website --mode live --kind publishable --origin https://www.example.com',
    run: create,
  },
  {
    name: 'key list',
    summary: 'List a workspace’s API keys, without their secrets',
    takes: ['workspace id'],
    options: {},
    example: 'key list ws_01k9z0v3w8e5r7t2y4u6i8p0qa',
    run: list,
  },
  {
    name: 'key revoke',
    summary: 'Revoke an API key immediately; this can’t be undone',
    takes: ['key id'],
    options: {},
    example: 'key revoke key_01k9z0v3w8e5r7t2y4u6i8p0qa',
    run: revoke,
  },
];

const OPTION_OF: Record<string, string> = { scopes: 'scope', origins: 'origin', expiresAt: 'expires' };

async function create({ config, args: [id = ''], one, all }: Call): Promise<void> {
  const body = {
    name: one('name'),
    mode: one('mode'),
    kind: one('kind'),
    scopes: all('scope'),
    origins: all('origin'),
    expiresAt: one('expires'),
  };
  const wanted = checkOptions(body);
  await asOperator(config, async ({ owner, database }) => {
    await findWorkspace(owner, id);
    const { key, row } = await database.inWorkspace(id, (db) => createKey(db, { ...wanted, workspaceId: id }));
    print(`Id   ${row.id}`, `Key  ${key}`, '', 'Store this key now. You won’t see it again.');
  });
}

async function list({ config, args: [id = ''] }: Call): Promise<void> {
  await asOperator(config, async ({ owner }) => {
    await findWorkspace(owner, id);
    const { rows } = await owner.query(
      'select *, expires_at <= now() as expired from api_keys where workspace_id = $1 order by id',
      [id],
    );
    if (!rows.length) return print('This workspace has no API keys. Create one with "key create".');
    const cells = rows.map((row) => [
      row.id,
      row.name,
      row.mode,
      row.kind,
      `…${row.hint}`,
      stateOf(row),
      row.last_used_at ? minute(row.last_used_at) : 'never',
      row.scopes?.join(' ') ?? 'all',
      row.origins?.join(' ') ?? '',
    ]);
    print(table(['id', 'name', 'mode', 'kind', 'ends in', 'status', 'last used', 'scopes', 'origins'], cells));
  });
}

async function revoke({ config, args: [id = ''] }: Call): Promise<void> {
  await asOperator(config, async ({ owner, database }) => {
    const { rows } = await owner.query('select workspace_id, name, revoked_at from api_keys where id = $1', [id]);
    const [key] = rows;
    if (!key) throw new OperatorError(`No API key ${id}. List a workspace’s keys with "key list".`);
    await database.inWorkspace(key.workspace_id, (db) => revokeKey(db, id));
    print(key.revoked_at ? `${id} was already revoked at ${minute(key.revoked_at)}.` : `Revoked ${id}.`);
  });
}

function stateOf(row: { revoked_at: Date | null; expires_at: Date | null; expired: boolean | null }): string {
  if (row.revoked_at) return `revoked ${day(row.revoked_at)}`;
  if (row.expires_at) return `${row.expired ? 'expired' : 'expires'} ${day(row.expires_at)}`;
  return 'active';
}

/** The rules of the dashboard, told in terms of options. */
function checkOptions(body: object): Omit<NewKey, 'workspaceId'> {
  try {
    const validate = validatorCompiler()({ schema: NewKeyBody, method: 'POST', url: '/keys', httpPart: 'body' });
    if (!validate(body)) throw validationProblem(validate.errors as Parameters<typeof validationProblem>[0], 'body');
    return checkNewKey(body as Parameters<typeof checkNewKey>[0]);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const errors = error.members.errors as FieldError[];
    throw new OperatorError(`${errors.map((each) => inOptions(each, body)).join('; ')}.`);
  }
}

function inOptions({ pointer, detail }: FieldError, body: object): string {
  const [field = '', index] = pointer.slice(1).split('/');
  const value = (body as Record<string, unknown>)[field];
  const wrong = index === undefined ? value : (value as string[])[Number(index)];
  return `--${OPTION_OF[field] ?? field} ${typeof wrong === 'string' ? `"${wrong}" ` : ''}${detail}`;
}
