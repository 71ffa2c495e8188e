import type { Business } from '../../capability/document.ts';
import { systemClock } from '../../kernel/clock.ts';
import type { Keyring } from '../../kernel/crypto.ts';
import type { Database } from '../../kernel/database/database.ts';
import type { Workspace } from '../../kernel/http/route.ts';
import { newId } from '../../kernel/ids.ts';
import type { Log } from '../../kernel/log.ts';
import { insertWorkspace } from '../accounts/workspaces.ts';
import type { ResolveBusinessContext } from '../business/resolve-business.ts';
import { activateIndustry } from '../business/setup.ts';
import { playQuestion } from './play-question.ts';
import { createQuestions, selectQuestions } from './questions.ts';
import type { CheckupDependencies } from './run-checkup.ts';

type Dependencies = CheckupDependencies & {
  database: Database;
  keyring: Keyring;
  resolveBusinessContext: ResolveBusinessContext;
  log: Log;
};

const QUESTIONS_PER_INDUSTRY = 6;

/** Kept low because each entry costs the encoder as much as a message, and two warm up the code as well as twenty. */
const ENTRIES_PER_LIST = 2;

/** Thrown to roll back everything the warm-up wrote. */
class RollbackWarmUp extends Error {}

/**
 * Plays a few customers of each industry's template in a transaction that is rolled back, so that models, patterns,
 * statements and compiled code are ready before the first real customer writes.
 */
export async function warmUp({
  assistant,
  industries,
  database,
  keyring,
  resolveBusinessContext,
  log,
}: Dependencies): Promise<void> {
  const id = newId('ws');
  const workspace: Workspace = {
    id,
    liveId: id,
    mode: 'live',
    name: 'Rehearsal',
    plan: 'business',
    timezone: 'UTC',
  };
  const warmUpRun = database.inWorkspace(id, async (db) => {
    await insertWorkspace({ db, keyring }, workspace);
    const requestContext = {
      db,
      keyring,
      workspace,
      actor: { kind: 'user' as const, id: 'system', email: '', name: '' },
      now: systemClock(),
      requestId: newId('req'),
      log,
      dryRun: true,
      afterCommit: () => undefined,
      ensureWritable: () => undefined,
    };
    const ctx = await resolveBusinessContext(requestContext, 'rehearsal');
    for (const industry of industries) {
      const template = activateIndustry(ctx.business, industry) as Business;
      const business = {
        ...shortenLists(template),
        [industry.name]: shortenLists(template[industry.name] as object),
        name: 'Rehearsal',
      };
      const questions = selectQuestions(createQuestions(business, industries, ctx.now), QUESTIONS_PER_INDUSTRY);
      for (const question of questions) {
        await playQuestion({ ...ctx, business }, { assistant, industries, documentIndex: undefined }, question);
      }
    }
    throw new RollbackWarmUp();
  });
  await warmUpRun.catch((error: unknown) => {
    if (error instanceof RollbackWarmUp) return;
    // A machine that is too busy to finish the warm-up can still serve, only more slowly at first.
    log.warn({ err: error }, 'the rehearsal was cut off; first answers may be slow');
  });
}

const shortenLists = <Section extends object>(section: Section): Section =>
  Object.fromEntries(
    Object.entries(section).map(([key, value]) => [
      key,
      Array.isArray(value) ? value.slice(0, ENTRIES_PER_LIST) : value,
    ]),
  ) as Section;
