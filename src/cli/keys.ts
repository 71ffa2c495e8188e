import { KEY_KINDS, MODES } from '../features/keys/format.ts';
import { NewKeyBody, parseNewKey } from '../features/keys/new-key.ts';
import { SCOPES } from '../features/keys/scopes.ts';
import { createKey, type NewKey, revokeKey } from '../features/keys/store.ts';
import { FixableError } from '../kernel/fixable-error.ts';
import { createValidatorCompiler, validationProblem } from '../kernel/http/validation.ts';
import { type FieldError, Problem } from '../kernel/problem.ts';
import { type Command, type CommandInput, print } from './command.ts';
import { findWorkspace, withDatabase } from './database-access.ts';
import { formatDateTime, formatDay, formatTable } from './table.ts';

export const keyCommands: Command[] = [
  {
    name: 'key create',
    summary: 'Create an API key; it’s shown once',
    positionals: ['workspace id'],
    options: {
      name: { placeholder: 'name', description: 'What it’s for', isRequired: true },
      mode: { placeholder: MODES.join('|'), description: 'Live data or the sandbox', isRequired: true },
      kind: {
        placeholder: KEY_KINDS.join('|'),
        description: 'For servers or for the website widget',
        isRequired: true,
      },
      scope: {
        placeholder: 'scope',
        description: `Limit it to this scope (default: all): ${SCOPES.join(', ')}`,
        isRepeatable: true,
      },
      origin: { placeholder: 'origin', description: 'A website that can use a publishable key', isRepeatable: true },
      expires: { placeholder: 'time', description: 'RFC 3339, such as 2027-01-31T00:00:00Z (default: never)' },
    },
    example:
      'key create ws_01k9z0v3w8e5r7t2y4u6i8p0qa --name Website --mode live --kind publishable --origin https://www.example.com',
    run: create,
  },
  {
    name: 'key list',
    summary: 'List a workspace’s API keys, without their secrets',
    positionals: ['workspace id'],
    options: {},
    example: 'key list ws_01k9z0v3w8e5r7t2y4u6i8p0qa',
    run: list,
  },
  {
    name: 'key revoke',
    summary: 'Revoke an API key immediately; this can’t be undone',
    positionals: ['key id'],
    options: {},
    example: 'key revoke key_01k9z0v3w8e5r7t2y4u6i8p0qa',
    run: revoke,
  },
];

const OPTION_BY_FIELD: Record<string, string> = { scopes: 'scope', origins: 'origin', expiresAt: 'expires' };

async function create({ config, args: [workspaceId = ''], getOption, getOptionList }: CommandInput): Promise<void> {
  const body = {
    name: getOption('name'),
    mode: getOption('mode'),
    kind: getOption('kind'),
    scopes: getOptionList('scope'),
    origins: getOptionList('origin'),
    expiresAt: getOption('expires'),
  };
  const newKey = parseKeyOptions(body);
  await withDatabase(config, async ({ dbOwnerPool, database }) => {
    await findWorkspace(dbOwnerPool, workspaceId);
    const { key, row } = await database.inWorkspace(workspaceId, (db) => createKey(db, { ...newKey, workspaceId }));
    print(`Id   ${row.id}`, `Key  ${key}`, '', 'Store this key now. You won’t see it again.');
  });
}

async function list({ config, args: [workspaceId = ''] }: CommandInput): Promise<void> {
  await withDatabase(config, async ({ dbOwnerPool }) => {
    await findWorkspace(dbOwnerPool, workspaceId);
    const { rows } = await dbOwnerPool.query(
      'select *, expires_at <= now() as expired from api_keys where workspace_id = $1 order by id',
      [workspaceId],
    );
    if (!rows.length) return print('This workspace has no API keys. Create one with "key create".');
    const tableRows = rows.map((row) => [
      row.id,
      row.name,
      row.mode,
      row.kind,
      `…${row.hint}`,
      describeKeyStatus(row),
      row.last_used_at ? formatDateTime(row.last_used_at) : 'never',
      row.scopes?.join(' ') ?? 'all',
      row.origins?.join(' ') ?? '',
    ]);
    print(
      formatTable(['id', 'name', 'mode', 'kind', 'ends in', 'status', 'last used', 'scopes', 'origins'], tableRows),
    );
  });
}

async function revoke({ config, args: [keyId = ''] }: CommandInput): Promise<void> {
  await withDatabase(config, async ({ dbOwnerPool, database }) => {
    const { rows } = await dbOwnerPool.query('select workspace_id, name, revoked_at from api_keys where id = $1', [
      keyId,
    ]);
    const [key] = rows;
    if (!key) throw new FixableError(`No API key ${keyId}. List a workspace’s keys with "key list".`);
    await database.inWorkspace(key.workspace_id, (db) => revokeKey(db, keyId));
    print(key.revoked_at ? `${keyId} was already revoked at ${formatDateTime(key.revoked_at)}.` : `Revoked ${keyId}.`);
  });
}

function describeKeyStatus(row: { revoked_at: Date | null; expires_at: Date | null; expired: boolean | null }): string {
  if (row.revoked_at) return `revoked ${formatDay(row.revoked_at)}`;
  if (row.expires_at) return `${row.expired ? 'expired' : 'expires'} ${formatDay(row.expires_at)}`;
  return 'active';
}

/** Applies the API's validation and reports errors in terms of command line options. */
function parseKeyOptions(body: object): Omit<NewKey, 'workspaceId'> {
  try {
    const validate = createValidatorCompiler()({ schema: NewKeyBody, method: 'POST', url: '/keys', httpPart: 'body' });
    if (!validate(body)) throw validationProblem(validate.errors as Parameters<typeof validationProblem>[0], 'body');
    return parseNewKey(body as Parameters<typeof parseNewKey>[0]);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const errors = error.extensions.errors as FieldError[];
    throw new FixableError(`${errors.map((fieldError) => describeOptionError(fieldError, body)).join('; ')}.`);
  }
}

function describeOptionError({ pointer, detail }: FieldError, body: object): string {
  const [field = '', index] = pointer.slice(1).split('/');
  const fieldValue = (body as Record<string, unknown>)[field];
  const value = index === undefined ? fieldValue : (fieldValue as string[])[Number(index)];
  return `--${OPTION_BY_FIELD[field] ?? field} ${typeof value === 'string' ? `"${value}" ` : ''}${detail}`;
}
