import { describeRefund } from '../../capability/deposit-sentences.ts';
import { formatterFor } from '../../capability/formatter.ts';
import { html } from '../../kernel/html.ts';
import { Problem } from '../../kernel/problem.ts';
import { message } from '../../messages/catalogue.ts';
import { checkRequest } from '../../scheduling/book.ts';
import { parseStart, rulesOf } from '../../scheduling/calendar.ts';
import { expectedDeposit } from '../../scheduling/expected-deposit.ts';
import { findFreeDays } from '../../scheduling/free-days.ts';
import { formatDay, parseDay } from '../../scheduling/zone.ts';
import type { PageResponse } from '../business/customer-pages.ts';
import { findClassDays, findMeeting } from './class-times.ts';
import { detailFieldsOf } from './details.ts';
import { type DetailsPage, detailsView } from './details-view.ts';
import { requestOf } from './offers.ts';
import type { PageSession } from './session.ts';
import { type Chosen, nextStep, type Query, type Step } from './steps.ts';
import { choiceView, classesView, closedView, noticeView, offerView, timesView } from './views.ts';

type TimeStep = Extract<Step, { step: 'time' }>;
type DetailsStep = Extract<Step, { step: 'details' }>;

const CLASS_GONE = message('You can’t join this class online anymore.');

export async function showStep(session: PageSession, query: Query): Promise<PageResponse> {
  const step = nextStep(session.offers, query, session.business);
  switch (step.step) {
    case 'offer':
      return session.answer(offerView(session, step));
    case 'choice':
      return session.answer(choiceView(session, step));
    case 'time':
      return showTimes(session, step, query.day);
    case 'details':
      return showDetails(session, step);
  }
}

export async function showTimes(
  session: PageSession,
  step: TimeStep,
  day?: string,
  notice?: string,
): Promise<PageResponse> {
  const ctx = contextOf(session, step);
  const status = notice ? 409 : 200;
  if (step.offer.kind === 'class') {
    const view = classesView(session, step, await findClassDays(ctx, day));
    return session.answer(html`${noticeView(notice)}${view}`, status);
  }
  const requested = requestOf(step.offer, ctx.business, step.input);
  if (!requested || 'ok' in requested)
    return session.answer(html`${noticeView(requested?.detail)}${closedView(ctx.business)}`, 404);
  const today = rulesOf(ctx.business).zone.localAt(ctx.now.getTime()).day;
  const days = await findFreeDays(ctx, requested, { day: parseDay(day ?? '') ?? today });
  return session.answer(html`${noticeView(notice)}${timesView(session, step, days)}`, status);
}

/** The time may be gone, or never have existed: then the customer sees why, and other times. */
async function showDetails(session: PageSession, step: DetailsStep): Promise<PageResponse> {
  const when = await findChosenTime(session, step);
  if ('problem' in when) return showTimes(session, { ...step, step: 'time' }, when.day, when.problem);
  return session.answer(detailsView(session, detailsPage(session, step, when)));
}

export const contextOf = ({ ctx }: PageSession, { offer }: { offer: { industry: { name: string } } }) => ({
  ...ctx,
  industry: offer.industry.name,
});

/** What has to be paid, before the customer types anything. */
function depositText(session: PageSession, step: DetailsStep): string {
  const { offer, input, when } = step;
  const chosen = offer.kind === 'class' ? { occurrenceId: when } : input;
  const required = expectedDeposit(contextOf(session, step), offer.capability, chosen as Record<string, unknown>);
  const format = formatterFor(session.business);
  if (!required) return '';
  return format.text("There's a deposit: {text}", {
    text: `${format.money(required.amount)}. ${describeRefund(required, format)}`,
  });
}

export type ChosenTime = { chosen: Chosen; isFull: boolean };

/** When it would take place, and whether customers can only wait for it. */
export async function findChosenTime(
  session: PageSession,
  step: DetailsStep,
): Promise<ChosenTime | { problem: string; day?: string }> {
  const ctx = contextOf(session, step);
  const format = formatterFor(ctx.business);
  if (step.offer.kind === 'class') {
    const meeting = await findMeeting(ctx, step.when);
    if (!meeting) return { problem: format.text(CLASS_GONE) };
    const name = `${meeting.name}, ${format.time(meeting.startsAt)}`;
    return {
      chosen: { name, to: { ...step.query, day: dayOf(session, meeting.startsAt) } },
      isFull: !meeting.spotsLeft,
    };
  }
  const requested = requestOf(step.offer, ctx.business, step.input);
  if (!requested || 'ok' in requested) return { problem: requested?.detail ?? '' };
  try {
    const start = new Date(parseStart(ctx.business, step.when));
    const to = { ...step.query, day: dayOf(session, start) };
    const checked = await checkRequest(ctx, requested, start.getTime());
    if ('refusal' in checked) return { problem: checked.refusal.detail, day: to.day };
    return { chosen: { name: format.time(start), to }, isFull: false };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { problem: format.text('That time isn’t available.') };
  }
}

const dayOf = ({ business }: PageSession, time: Date) => formatDay(rulesOf(business).zone.localAt(time.getTime()).day);

export function detailsPage(session: PageSession, step: DetailsStep, when: ChosenTime | undefined): DetailsPage {
  const { ctx, business, tokens } = session;
  const { offer, input, chosen, query, when: value } = step;
  return {
    deposit: when?.isFull ? '' : depositText(session, step),
    chosen: when ? [...chosen, when.chosen] : chosen,
    fields: detailFieldsOf(offer, business, input),
    query: { ...query, [offer.kind === 'class' ? 'occurrenceId' : 'startsAt']: value },
    token: tokens.create(ctx.workspace.id, ctx.now),
    enteredValues: {},
    errors: {},
    isWaitlist: when?.isFull ?? false,
  };
}
