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
    subject: `${plain(workspace.name)} asks for the plan ${wanted}`,
    text: `The owner of ${plain(workspace.name)} (${workspace.id}) asks to change from ${now} to ${wanted}.

Grant or decline it here:

${publicUrl}/operator
`,
  };
}

type Decided = { plan: PlanName; status: string; reason: string | null };

export function decisionMail(to: string, workspaceName: string, request: Decided, publicUrl: string): Mail {
  const [name, plan] = [plain(workspaceName), PLAN_LABELS[request.plan]];
  const granted = request.status === 'granted';
  const because = request.reason ? `\n\nThey say: ${request.reason}` : '';
  return {
    to,
    subject: granted ? `${name} is on the plan ${plan} now` : `Your request for the plan ${plan} was declined`,
    text: `${
      granted
        ? `You asked for the plan ${plan}. ${name} has it from now on.`
        : `You asked for the plan ${plan} for ${name}. Whoever runs this service has declined it.${because}`
    }

What you have and use:

${publicUrl}/developers/usage
`,
  };
}
