import type { Email } from '../../kernel/mail.ts';
import { sanitizeName } from '../accounts/emails.ts';
import { PLAN_LABELS, type PlanName } from './plans.ts';

/** For an operator. The owner's note is only shown in the dashboard, because our emails contain no text from strangers. */
export function composePlanRequestEmail(
  to: string,
  workspace: { id: string; name: string; plan: string },
  plan: PlanName,
  publicUrl: string,
): Email {
  const [currentPlan, requestedPlan] = [PLAN_LABELS[workspace.plan as PlanName], PLAN_LABELS[plan]];
  return {
    to,
    subject: `${sanitizeName(workspace.name)} requested the ${requestedPlan} plan`,
    text: `An owner of ${sanitizeName(workspace.name)} asked to switch from ${currentPlan} to ${requestedPlan}.

Approve or decline it here:

${publicUrl}/operator
`,
  };
}

type DecidedRequest = { plan: PlanName; status: string; reason: string | null };

export function composeDecisionEmail(
  to: string,
  workspaceName: string,
  request: DecidedRequest,
  publicUrl: string,
): Email {
  const [name, plan] = [sanitizeName(workspaceName), PLAN_LABELS[request.plan]];
  const isGranted = request.status === 'granted';
  const reasonText = request.reason ? `\n\nReason: ${request.reason}` : '';
  return {
    to,
    subject: isGranted ? `${name} is now on the ${plan} plan` : `Your request for the ${plan} plan was declined`,
    text: `${
      isGranted
        ? `Your request was approved. ${name} is now on the ${plan} plan.`
        : `Your request for the ${plan} plan for ${name} was declined.${reasonText}`
    }

See your plan and usage:

${publicUrl}/settings/plan
`,
  };
}
