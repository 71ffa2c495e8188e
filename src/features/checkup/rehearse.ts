import type { Business } from '../../capability/document.ts';
import { systemClock } from '../../kernel/clock.ts';
import type { Keyring } from '../../kernel/crypto.ts';
import type { Database } from '../../kernel/database/database.ts';
import type { Workspace } from '../../kernel/http/route.ts';
import { newId } from '../../kernel/ids.ts';
import type { Log } from '../../kernel/log.ts';
import { insertWorkspace } from '../accounts/workspaces.ts';
import type { ResolveBusiness } from '../business/resolve-business.ts';
import { activate } from '../business/setup.ts';
import { play } from './play.ts';
import { chosen, questionsFor } from './questions.ts';
import type { Examiner } from './run.ts';

type Dependencies = Examiner & {
  database: Database;
  keyring: Keyring;
  resolveBusiness: ResolveBusiness;
  log: Log;
};

const QUESTIONS = 6;

/** Of every list: each entry costs the encoder as much as a message, and two show the code as much as twenty. */
const ENTRIES = 2;

class CurtainFalls extends Error {}

/**
 * Plays a few customers of each industry's template before the first real one writes, in a transaction that is rolled
 * back: models, patterns, statements and compiled code are ready then.
 */
export async function rehearse({
  assistant,
  industries,
  database,
  keyring,
  resolveBusiness,
  log,
}: Dependencies): Promise<void> {
  const id = newId('ws');
  const workspace: Workspace = {
    id,
    accountId: id,
    mode: 'live',
    name: 'Rehearsal',
    plan: 'business',
    timezone: 'UTC',
  };
  const rehearsal = database.inWorkspace(id, async (db) => {
    await insertWorkspace({ db, keyring }, workspace);
    const request = {
      db,
      keyring,
      workspace,
      actor: { kind: 'user' as const, id: 'system', email: '', name: '' },
      now: systemClock(),
      requestId: newId('req'),
      log,
      dryRun: true,
      afterCommit: () => undefined,
      mustWrite: () => undefined,
    };
    const ctx = await resolveBusiness(request, 'rehearsal');
    for (const industry of industries) {
      const template = activate(ctx.business, industry) as Business;
      const business = {
        ...fewOf(template),
        [industry.name]: fewOf(template[industry.name] as object),
        name: 'Rehearsal',
      };
      const questions = chosen(questionsFor(business, industries, ctx.now), QUESTIONS);
      for (const question of questions) {
        await play({ ...ctx, business }, { assistant, industries, written: undefined }, question);
      }
    }
    throw new CurtainFalls();
  });
  await rehearsal.catch((error: unknown) => {
    if (error instanceof CurtainFalls) return;
    // A machine that is too busy to get through it can still serve, if slowly at first.
    log.warn({ err: error }, 'the rehearsal was cut off; first answers may be slow');
  });
}

const fewOf = <Section extends object>(section: Section): Section =>
  Object.fromEntries(
    Object.entries(section).map(([key, value]) => [key, Array.isArray(value) ? value.slice(0, ENTRIES) : value]),
  ) as Section;
