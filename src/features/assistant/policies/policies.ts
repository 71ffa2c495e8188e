// What is done with a message: by the first that takes it.
import type { State } from '../state.ts';
import type { Means, Taken, Turn } from '../turn.ts';
import { acknowledgement } from './acknowledgement.ts';
import { answer } from './answer.ts';
import { complaint } from './complaint.ts';
import { contact } from './contact.ts';
import { offer } from './offer.ts';
import { person } from './person.ts';
import type { Policy } from './policy.ts';
import { task } from './task.ts';

const BEFORE: readonly Policy[] = [complaint, person, contact, task, offer, acknowledgement];

export async function takeTurn(means: Means, turn: Turn, state: State): Promise<Taken & { policy: string }> {
  for (const { name, act } of BEFORE) {
    const taken = await act(means, turn, state);
    if (taken) return { ...taken, policy: name };
  }
  return { ...(await answer.act(means, turn, state)), policy: answer.name };
}
