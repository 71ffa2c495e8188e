import type { Mail } from '../../kernel/mail.ts';
import { plain } from '../accounts/mails.ts';
import { PLAN_LABELS, type PlanName } from './plans.ts';

/** To an operator. What the owner wrote is on the page: a mail of ours carries no stranger's text. */
export function requestMail(
  to: string,
  workspace: { id: string; name: string; plan: string },
  plan: PlanName,
  publicUrl: string,
): Mail {
  const [now, wanted] = [PLAN_LABELS[workspace.plan as PlanName], PLAN_LABELS[plan]];
  return {
    to,
    subject: `${plain(workspace.name)} requested the ${wanted} plan`,
    text: `The owner of ${plain(workspace.name)} (${workspace.id}) wants to switch from ${now} to ${wanted}.

Approve or decline it here:

${publicUrl}/operator
`,
  };
}

type Decided = { plan: PlanName; status: string; reason: string | null };

export function decisionMail(to: string, workspaceName: string, request: Decided, publicUrl: string): Mail {
  const [name, plan] = [plain(workspaceName), PLAN_LABELS[request.plan]];
  const granted = request.status === 'granted';
  const because = request.reason ? `\n\nTheir reason: ${request.reason}` : '';
  return {
    to,
    subject: granted ? `${name} is now on the ${plan} plan` : `Your request for the ${plan} plan was declined`,
    text: `${
      granted
        ? `Your request for the ${plan} plan was approved. ${name} is on it now.`
        : `Whoever runs this server declined your request for the ${plan} plan for ${name}.${because}`
    }

See your plan and usage:

${publicUrl}/settings/plan
`,
  };
}
