import { Type } from 'typebox';
import { type CapabilityContext, defineCapability } from '../../../capability/capability.ts';
import { done } from '../../../capability/outcome.ts';
import { Nullable, Strict } from '../../../kernel/http/schema.ts';
import { findCoverage, NOTICE } from '../insurance.ts';
import type { MedicalBusiness } from '../schema.ts';

const Word = Type.String({ minLength: 1, maxLength: 200 });

export const checkInsurance = defineCapability({
  name: 'medical.insurance',
  summary: 'Whether an insurance is accepted, and the copay',
  effect: 'read',
  scope: 'bookings:read',
  input: Strict({
    payer: { ...Word, description: 'The insurer' },
    plan: Type.Optional(Word),
    visitType: Type.Optional({ ...Word, description: 'Id or name, for the copay' }),
  }),
  output: Type.Object({
    accepted: Type.Unsafe<true | false | 'unknown'>({ enum: [true, false, 'unknown'] }),
    payer: Type.String(),
    plan: Nullable(Type.String()),
    copay: Nullable(Type.Integer()),
    currency: Type.String(),
    notice: Type.String(),
  }),
  rest: { method: 'GET', path: '/insurance' },
  dialogue: {
    examples: [
      'do you take my insurance',
      'is Aetna accepted',
      'what insurances do you work with',
      'do you accept medicare',
      'are you in network with Cigna PPO',
      'how much is the copay for a physical',
      'I have Blue Cross, am I covered',
      'whats my copay for a sick visit with united healthcare',
      'insurance?',
      'do I have to pay anything if I come for a follow up, I am with Humana',
      'we just switched to Kaiser, can we still come to you?',
      'is the HMO plan ok or only PPO',
      'will my plan pay for the annual checkup',
      'out of network costs??',
      'does medicaid work at your clinic',
      'my employer gave us a new health plan, are you on it',
      'copay amount pls, BCBS silver',
      'Could you tell me whether you bill Oscar directly?',
      'do u take self pay patients or only insured',
      'is tricare accepted at your practice',
      'checking if my kids are covered with you under the state plan',
      'I want to make sure my insurance goes through before I come in',
      'which plans from Anthem do you accept',
      'how much would a new patient visit cost me with aetna bronze',
      'in-network with bluecross blueshield?',
      'what do i owe at the desk when i come in, i have united',
    ],
    ask: {
      payer: 'Which insurance company are you with?',
      plan: 'And which plan is it?',
      visitType: 'What kind of visit would it be?',
    },
    done: ({ accepted, payer, plan, copay, notice }, say) => {
      const name = plan ? `${payer} ${plan}` : payer;
      if (accepted === 'unknown') {
        return `I can't confirm ${name}: we don't have it on record. Please check with your insurer, or call us.`;
      }
      if (!accepted)
        return `I'm sorry, ${name} is not accepted here. Our office can tell you what a visit would cost without it.`;
      const share = copay === null ? '' : ` Your copay would be ${say.money(copay)}.`;
      return `Yes, we accept ${name}.${share} ${notice}`;
    },
  },
  run: async ({ business }: CapabilityContext<MedicalBusiness>, input) =>
    done({ ...findCoverage(business.medical, input), currency: business.currency, notice: NOTICE }),
});
