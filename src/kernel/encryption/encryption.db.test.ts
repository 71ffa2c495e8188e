import { beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, createWorkspace, queryAsDbOwner, type Service } from '../../../test/harness.ts';
import { recordsOf } from '../../capability/industry.ts';
import { listEncryptedColumns } from '../../features/privacy/encrypted-columns.ts';
import { loadIndustries } from '../../industries/load.ts';
import {
  type DecryptedPerson,
  decryptPeople,
  decryptPerson,
  encryptPerson,
} from '../../scheduling/person-encryption.ts';
import { verifyAudit } from '../audit/verify.ts';
import { openKeyring } from '../crypto.ts';
import { type ConnectionOptions, type Database, openDatabase } from '../database/database.ts';
import { addDataKey, type EncryptionContext, findOrCreateNewestDataKey, readAllDataKeys } from './data-keys.ts';
import { rotateDataKey } from './rotation.ts';
import {
  createRowHashes,
  createSearchHashes,
  hashField,
  type IdentifyingDetails,
  matchesSearch,
  normalizeName,
} from './search-hashes.ts';
import { decryptValue, encryptValue } from './values.ts';

const columns = listEncryptedColumns(recordsOf(await loadIndustries()));
const keyring = openKeyring(Buffer.alloc(32, 7));
const ZOE: DecryptedPerson = {
  name: 'Zoë O’Neill-Brown',
  dateOfBirth: '1961-05-03',
  phone: '+12125550100',
  email: 'Zoe@Example.com',
  notes: 'second floor',
  reason: 'a rash',
};

let connection: ConnectionOptions;
let database: Database;

beforeAll(async () => {
  connection = await createDatabase();
  database = openDatabase(connection, 5);
  return () => database.close();
});

const createWorkspaceId = async () => (await createWorkspace({ database } as Service)).id;
const inWorkspace = <T>(
  id: string,
  work: (ctx: EncryptionContext) => Promise<T>,
  masterKeyring = keyring,
): Promise<T> =>
  database.inWorkspace(id, (db) =>
    work({
      db,
      keyring: masterKeyring,
      workspace: { id },
      actor: { id: 'key_1' },
      now: new Date(0),
      purpose: 'medical.book',
    }),
  );
const readKeyVersions = async (id: string) =>
  (await queryAsDbOwner(connection, 'select version from data_keys where workspace_id = $1 order by 1', [id])).rows.map(
    ({ version }) => version,
  );

describe('an encrypted value', () => {
  it('is decrypted to the original, also in another transaction', async () => {
    const id = await createWorkspaceId();
    const encrypted = await inWorkspace(id, (ctx) => encryptValue(ctx, 'rx_1', 'details', ZOE));
    expect(await inWorkspace(id, (ctx) => decryptValue(ctx, 'rx_1', 'details', encrypted))).toEqual(ZOE);
    expect(encrypted.toString('latin1')).not.toContain('1961');
  });

  it('is different each time', async () => {
    const id = await createWorkspaceId();
    const [firstValue, secondValue] = await inWorkspace(id, async (ctx) => [
      await encryptValue(ctx, 'rx_1', 'details', ZOE),
      await encryptValue(ctx, 'rx_1', 'details', ZOE),
    ]);
    expect(firstValue).not.toEqual(secondValue);
  });

  it('is not decrypted in another row, field or workspace, with another master key, or with a changed bit', async () => {
    const [id, otherId] = [await createWorkspaceId(), await createWorkspaceId()];
    const encrypted = await inWorkspace(id, (ctx) => encryptValue(ctx, 'rx_1', 'details', ZOE));
    await inWorkspace(otherId, findOrCreateNewestDataKey);
    const corruptedValue = Buffer.from(encrypted);
    corruptedValue[corruptedValue.length - 1]! ^= 1;
    const attempts = [
      () => inWorkspace(id, (ctx) => decryptValue(ctx, 'rx_2', 'details', encrypted)),
      () => inWorkspace(id, (ctx) => decryptValue(ctx, 'rx_1', 'person', encrypted)),
      () => inWorkspace(otherId, (ctx) => decryptValue(ctx, 'rx_1', 'details', encrypted)),
      () => inWorkspace(id, (ctx) => decryptValue(ctx, 'rx_1', 'details', encrypted), openKeyring(Buffer.alloc(32, 8))),
      () => inWorkspace(id, (ctx) => decryptValue(ctx, 'rx_1', 'details', corruptedValue)),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toThrow();
  });

  it('fails to decrypt after its key was deleted, with an error that does not quote it', async () => {
    const id = await createWorkspaceId();
    const encrypted = await inWorkspace(id, (ctx) => encryptValue(ctx, 'rx_1', 'details', ZOE));
    await queryAsDbOwner(connection, 'delete from data_keys where workspace_id = $1', [id]);
    await expect(inWorkspace(id, (ctx) => decryptValue(ctx, 'rx_1', 'details', encrypted))).rejects.toThrow(
      'There is no data key of version 1.',
    );
  });
});

describe('data keys', () => {
  it('are created on first use, once for concurrent transactions', async () => {
    const id = await createWorkspaceId();
    const encrypted = await Promise.all(
      Array.from({ length: 8 }, (_, n) => inWorkspace(id, (ctx) => encryptValue(ctx, `rx_${n}`, 'details', ZOE))),
    );
    expect(await readKeyVersions(id)).toEqual([1]);
    for (const [n, value] of encrypted.entries()) {
      expect(await inWorkspace(id, (ctx) => decryptValue(ctx, `rx_${n}`, 'details', value))).toEqual(ZOE);
    }
  });

  it('encrypt with the newest version and decrypt with any version', async () => {
    const id = await createWorkspaceId();
    const oldValue = await inWorkspace(id, (ctx) => encryptValue(ctx, 'rx_1', 'details', ZOE));
    expect(await inWorkspace(id, addDataKey)).toBe(2);
    const newValue = await inWorkspace(id, (ctx) => encryptValue(ctx, 'rx_1', 'details', ZOE));
    expect([oldValue.readUInt32BE(), newValue.readUInt32BE()]).toEqual([1, 2]);
    for (const value of [oldValue, newValue])
      expect(await inWorkspace(id, (ctx) => decryptValue(ctx, 'rx_1', 'details', value))).toEqual(ZOE);
    expect((await inWorkspace(id, readAllDataKeys)).map(({ version }) => version)).toEqual([1, 2]);
  });

  it('are found even if created after the transaction first read keys', async () => {
    const id = await createWorkspaceId();
    const oldValue = await inWorkspace(id, (ctx) => encryptValue(ctx, 'rx_1', 'details', ZOE));
    await inWorkspace(id, async (ctx) => {
      await decryptValue(ctx, 'rx_1', 'details', oldValue);
      await inWorkspace(id, addDataKey);
      const newValue = await inWorkspace(id, (otherCtx) => encryptValue(otherCtx, 'rx_1', 'details', ZOE));
      expect(await decryptValue(ctx, 'rx_1', 'details', newValue)).toEqual(ZOE);
    });
  });
});

describe('a keyed hash', () => {
  it('is equal for equivalent spellings', async () => {
    const key = await inWorkspace(await createWorkspaceId(), findOrCreateNewestDataKey);
    const equivalentSpellings: [Parameters<typeof hashField>[1], string, string][] = [
      ['name', 'Zoë O’Neill-Brown', "  ZOE O'NEILL  BROWN "],
      ['name', 'José María', 'jose maria'],
      ['phone', '+1 212 555 0100', '+12125550100'],
      ['email', 'Zoe@Example.com', ' zoe@example.COM'],
    ];
    for (const [field, spelling, otherSpelling] of equivalentSpellings) {
      expect(hashField(key, field, spelling)).toEqual(hashField(key, field, otherSpelling));
    }
    expect(normalizeName('Jürgen  Groß-Łukasz Jr.')).toBe('jurgen groß łukasz jr');
  });

  it('differs between values, purposes and workspaces', async () => {
    const [key, otherKey] = [
      await inWorkspace(await createWorkspaceId(), findOrCreateNewestDataKey),
      await inWorkspace(await createWorkspaceId(), findOrCreateNewestDataKey),
    ];
    const hashes = [
      hashField(key, 'dateOfBirth', '1961-05-03'),
      hashField(key, 'dateOfBirth', '1961-05-04'),
      hashField(key, 'email', '1961-05-03'),
      hashField(otherKey, 'dateOfBirth', '1961-05-03'),
    ];
    expect(new Set(hashes.map((hash) => hash.toString('hex'))).size).toBe(4);
  });
});

describe('a person', () => {
  it('is encrypted and decrypted, each with an audit entry', async () => {
    const id = await createWorkspaceId();
    const { sealed, hashes } = await inWorkspace(id, (ctx) => encryptPerson(ctx, 'bkg_1', ZOE));
    expect(hashes).toHaveLength(4);
    expect(await inWorkspace(id, (ctx) => decryptPerson(ctx, 'bkg_1', sealed))).toEqual(ZOE);
    const sameRowTwice = [
      { id: 'bkg_1', sealed },
      { id: 'bkg_1', sealed },
    ];
    expect(await inWorkspace(id, (ctx) => decryptPeople(ctx, sameRowTwice))).toEqual([ZOE, ZOE]);
    const { rows } = await queryAsDbOwner(
      connection,
      'select actor, action, subject, reason, at from audit_entries where workspace_id = $1 order by sequence',
      [id],
    );
    const entry = (action: string) => ({
      actor: 'key_1',
      action,
      subject: 'bkg_1',
      reason: 'medical.book',
      at: new Date(0),
    });
    expect(rows).toEqual(['booking.write', 'booking.read', 'booking.read', 'booking.read'].map(entry));
    expect(await inWorkspace(id, verifyAudit)).toMatchObject({ ok: true, entries: 4 });
  });

  it('matches a search only if all of its fields match, with any key version, and never an empty search', async () => {
    const id = await createWorkspaceId();
    const hashes = await inWorkspace(id, (ctx) => createRowHashes(ctx, ZOE));
    await inWorkspace(id, addDataKey);
    const matches = (identity: IdentifyingDetails) =>
      inWorkspace(id, async (ctx) => matchesSearch(hashes, await createSearchHashes(ctx, identity)));
    expect(await matches({ dateOfBirth: '1961-05-03' })).toBe(true);
    expect(await matches({ dateOfBirth: '1961-05-03', name: 'zoe oneill brown' })).toBe(true);
    expect(await matches({ dateOfBirth: '1961-05-04' })).toBe(false);
    expect(await matches({ dateOfBirth: '1961-05-03', name: 'zoe' })).toBe(false);
    expect(await matches({})).toBe(false);
    const emptyWorkspaceId = await createWorkspaceId();
    expect(
      await inWorkspace(emptyWorkspaceId, async (ctx) => matchesSearch(hashes, await createSearchHashes(ctx, ZOE))),
    ).toBe(false);
  });
});

describe('a rotation of the data key', () => {
  const insertPrescription = async (id: string, prescriptionId: string, ctx: EncryptionContext) => {
    const details = await encryptValue(ctx, prescriptionId, 'details', { medication: prescriptionId });
    const at = new Date(0);
    const commonColumns = { conversation_id: null, created_at: at, updated_at: at, status: 'requested' as const };
    await ctx.db
      .insertInto('prescriptions')
      .values({ workspace_id: id, id: prescriptionId, details, ...commonColumns })
      .execute();
  };
  const readPrescriptions = async (id: string) =>
    (
      await queryAsDbOwner(connection, 'select id, details from prescriptions where workspace_id = $1 order by id', [
        id,
      ])
    ).rows;

  it('encrypts everything again in batches and removes the old key', async () => {
    const id = await createWorkspaceId();
    await inWorkspace(id, async (ctx) => {
      for (let n = 0; n < 401; n++) await insertPrescription(id, `rx_${n}`, ctx);
    });
    expect(await rotateDataKey({ database, keyring, columns, workspaceId: id }, new Date())).toEqual({
      version: 2,
      rows: 401,
    });
    expect(await readKeyVersions(id)).toEqual([2]);
    for (const { id: prescriptionId, details } of await readPrescriptions(id)) {
      expect(await inWorkspace(id, (ctx) => decryptValue(ctx, prescriptionId, 'details', details))).toEqual({
        medication: prescriptionId,
      });
    }
    expect(await inWorkspace(id, verifyAudit)).toMatchObject({ ok: true, entries: 1 });
  });

  it('updates the hashes of bookings', async () => {
    const id = await createWorkspaceId();
    await inWorkspace(id, async (ctx) => {
      const { sealed, hashes } = await encryptPerson(ctx, 'bkg_1', ZOE);
      const at = new Date(0);
      const row = { kind: 'appointment' as const, industry: 'medical', status: 'confirmed' as const, code: 'K7P4QX' };
      const times = { starts_at: at, ends_at: new Date(1), created_at: at, updated_at: at };
      await ctx.db
        .insertInto('bookings')
        .values({ workspace_id: id, id: 'bkg_1', ...row, ...times, sealed, person_hashes: hashes } as never)
        .execute();
    });
    await rotateDataKey({ database, keyring, columns, workspaceId: id }, new Date());
    await inWorkspace(id, async (ctx) => {
      const { sealed, person_hashes } = await ctx.db.selectFrom('bookings').selectAll().executeTakeFirstOrThrow();
      expect(await decryptPerson(ctx, 'bkg_1', sealed!)).toEqual(ZOE);
      expect(person_hashes).toEqual(await createRowHashes(ctx, ZOE));
      expect(
        matchesSearch(person_hashes, await createSearchHashes(ctx, { dateOfBirth: ZOE.dateOfBirth, name: ZOE.name })),
      ).toBe(true);
    });
  });

  it('loses nothing that is written at the same time', async () => {
    const id = await createWorkspaceId();
    await inWorkspace(id, (ctx) => insertPrescription(id, 'rx_first', ctx));
    let rotation: Promise<unknown> | undefined;
    // Encrypted with the old key, and committed only after the rotation has looked for such rows.
    await inWorkspace(id, async (ctx) => {
      await insertPrescription(id, 'rx_late', ctx);
      rotation = rotateDataKey({ database, keyring, columns, workspaceId: id }, new Date());
      await waitFor(async () => (await readKeyVersions(id)).length === 2);
      await new Promise((resolve) => setTimeout(resolve, 200));
    });
    expect(await rotation).toEqual({ version: 2, rows: 2 });
    expect(await readKeyVersions(id)).toEqual([2]);
    for (const { id: prescriptionId, details } of await readPrescriptions(id)) {
      expect(await inWorkspace(id, (ctx) => decryptValue(ctx, prescriptionId, 'details', details))).toEqual({
        medication: prescriptionId,
      });
    }
  });

  it('does nothing if nothing is encrypted', async () => {
    expect(
      await rotateDataKey({ database, keyring, columns, workspaceId: await createWorkspaceId() }, new Date()),
    ).toBeUndefined();
  });
});

async function waitFor(condition: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await condition()); tries++) {
    if (tries > 3_000) throw new Error('The condition was never met.');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
