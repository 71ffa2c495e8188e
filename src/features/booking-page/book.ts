import type { AnyCapability } from '../../capability/capability.ts';
import { formatterFor } from '../../capability/formatter.ts';
import type { Refusal } from '../../capability/outcome.ts';
import { createTool, type Tool } from '../../capability/tool.ts';
import type { FieldError, Problem } from '../../kernel/problem.ts';
import { type PageResponse, RollbackWithPage } from '../business/customer-pages.ts';
import { loadEmailLinkSigner } from '../business/mail-links.ts';
import { describeErrors, type Field, parseBookingInput } from './details.ts';
import { type DetailsPage, HONEYPOT_FIELD, renderDetails } from './details-view.ts';
import { claimFormOrFindBooking, recordBookingOfForm } from './form-tokens.ts';
import { type FieldSchema, OCCURRENCE_FIELD } from './offers.ts';
import type { CountedBooking, PageSession } from './session.ts';
import { createDetailsPage, findChosenTime, showTimes, withIndustry } from './show.ts';
import { findNextStep, type Query, type Step } from './steps.ts';
import { createHref } from './views.ts';

type DetailsStep = Extract<Step, { step: 'details' }>;
/** What is added to the form when it is shown again. */
type FormFeedback = Partial<Pick<DetailsPage, 'notice' | 'errors' | 'otherTimes' | 'waitlistTime'>> & {
  status?: number;
};

const MISSING_CONTACT_ERROR: FieldError = { pointer: '', detail: 'is required, or an email' };

/** Books what the form says and leads to the booking's own page, or shows the form again with what was typed. */
export async function submitBookingForm(
  session: PageSession,
  form: Query,
  { notice }: CountedBooking,
): Promise<PageResponse> {
  const { ctx, path, tokens } = session;
  const query: Query = form.waitlist ? { ...form, startsAt: form.waitlist } : form;
  const step = findNextStep(session.offers, query, session.business);
  if (step.step !== 'details') return { to: createHref(path, 'query' in step ? step.query : {}) };
  const token = tokens.read(ctx.workspace.id, form.token, ctx.now);
  const showFormAgain = (feedback: FormFeedback) =>
    rollBackToForm(session, step, token ? form : { ...form, token: undefined }, feedback);
  const format = formatterFor(session.business);
  if (notice) return showFormAgain({ notice: format.text(notice), status: 429 });
  if (!token)
    return showFormAgain({
      notice: format.text('This page was open for too long. Please check your details and try again.'),
    });
  if (form[HONEYPOT_FIELD]) return showFormAgain({ notice: format.text('Something went wrong. Please try again.') });

  const existingBookingId = await claimFormOrFindBooking(ctx, token);
  if (existingBookingId) return redirectToBooking(session, existingBookingId);
  const { fields } = createDetailsPage(session, step, undefined);
  const missing = findMissingContactError(fields, form);
  if (missing) return showFormAgain({ errors: describeErrors([missing]) });
  const outcome = await findOrCreateTool(step.offer.capability).run(
    withIndustry(session, step),
    createBookingInput(step, fields, form),
  );
  if (!outcome.ok) return showFormAgain(createFeedback(session, step, outcome.problem));
  const { id } = outcome.value as { id: string };
  await recordBookingOfForm(ctx, token, id);
  return redirectToBooking(session, id);
}

const toolCache = new WeakMap<AnyCapability, Tool>();

/** The capability with the check of its input, which is compiled once. */
function findOrCreateTool(capability: AnyCapability): Tool {
  const tool = toolCache.get(capability) ?? createTool(capability);
  toolCache.set(capability, tool);
  return tool;
}

/** A redirect, so that the booking's page is built from committed data. */
const redirectToBooking = async ({ ctx }: PageSession, id: string): Promise<PageResponse> => ({
  to: `${(await loadEmailLinkSigner(ctx)).createBookingLink(id)}?done=book`,
});

const createBookingInput = ({ offer, startOrOccurrence }: DetailsStep, fields: Field[], form: Query): object => ({
  ...parseBookingInput(offer, fields, form),
  [offer.kind === 'class' ? OCCURRENCE_FIELD : 'startsAt']: startOrOccurrence,
  ...(form.waitlist && hasWaitlist(offer) ? { waitlist: true } : {}),
});

const hasWaitlist = ({ capability }: DetailsStep['offer']): boolean =>
  (capability.input as FieldSchema).properties?.waitlist !== undefined;

/** Without a phone number or an email, nobody could tell the customer about a change. */
function findMissingContactError(fields: Field[], form: Query): FieldError | undefined {
  const contacts = fields.filter(({ path }) => /\.(phone|email)$/.test(path));
  const [firstContact] = contacts;
  const isMissing = firstContact && contacts.every(({ path }) => !form[path]?.trim());
  return isMissing ? { ...MISSING_CONTACT_ERROR, pointer: `/${firstContact.path.replaceAll('.', '/')}` } : undefined;
}

function createFeedback({ business }: PageSession, step: DetailsStep, problem: Problem): FormFeedback {
  const { capability, kind } = step.offer;
  const format = formatterFor(business);
  const {
    errors = [],
    reason,
    alternatives = [],
  } = problem.extensions as {
    errors?: FieldError[];
    reason?: string;
    alternatives?: { startsAt: string }[];
  };
  if (errors.length > 0 && !errors.some(({ pointer }) => pointer === '/startsAt'))
    return { errors: describeErrors(errors) };
  if (problem.code === 'slot_unavailable') {
    const isFull = reason === 'full';
    return {
      status: 409,
      notice: isFull ? format.text('Sorry, someone just booked that time.') : problem.message,
      otherTimes: alternatives.map(({ startsAt }) => startsAt),
      ...(isFull && hasWaitlist(step.offer) && kind === 'time' ? { waitlistTime: step.startOrOccurrence } : {}),
    };
  }
  const render = capability.dialogue.renderRefusal?.[problem.code];
  const refusal: Refusal = { ...problem.extensions, ok: false, code: problem.code, detail: problem.message };
  return { status: 409, notice: render?.(refusal, format, {}) ?? format.text('That time isn’t available.') };
}

/** Rolls back the transaction, and with it the use of the form, because nothing was booked. */
async function rollBackToForm(
  session: PageSession,
  step: DetailsStep,
  form: Query,
  feedback: FormFeedback,
): Promise<never> {
  const { notice, status = 422, ...otherFeedback } = feedback;
  if (otherFeedback.otherTimes?.length === 0 && !otherFeedback.waitlistTime)
    throw new RollbackWithPage(await showTimes(session, { ...step, step: 'time' }, undefined, notice));
  const chosenTime = otherFeedback.otherTimes ? undefined : await findChosenTime(session, step);
  const page = createDetailsPage(session, step, chosenTime && 'option' in chosenTime ? chosenTime : undefined);
  const view = renderDetails(session, {
    ...page,
    enteredValues: form,
    formToken: form.token ?? page.formToken,
    notice: notice ?? formatterFor(session.business).text('Please check the marked fields.'),
    ...otherFeedback,
  });
  throw new RollbackWithPage(session.renderPage(view, status));
}
