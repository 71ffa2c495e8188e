import { describeRefund } from '../../capability/deposit-sentences.ts';
import { formatterFor } from '../../capability/formatter.ts';
import { formatDay } from '../../kernel/clock.ts';
import { html } from '../../kernel/html.ts';
import { Problem } from '../../kernel/problem.ts';
import { message } from '../../messages/catalogue.ts';
import { checkRequest } from '../../scheduling/book.ts';
import { findDepositForInput } from '../../scheduling/expected-deposit.ts';
import { findFreeDays } from '../../scheduling/free-days.ts';
import { parseStart, rulesOf } from '../../scheduling/schedules.ts';
import { parseDay } from '../../scheduling/zone.ts';
import type { PageResponse } from '../business/customer-pages.ts';
import { findClassDays, findMeeting } from './class-times.ts';
import { listDetailFields } from './details.ts';
import { type DetailsPage, renderDetails } from './details-view.ts';
import { createBookingRequest } from './offers.ts';
import type { PageSession } from './session.ts';
import { type ChosenOption, findNextStep, type Query, type Step } from './steps.ts';
import { renderChoice, renderClasses, renderClosed, renderNotice, renderOffers, renderTimes } from './views.ts';

type TimeStep = Extract<Step, { step: 'time' }>;
type DetailsStep = Extract<Step, { step: 'details' }>;

const CLASS_NOT_JOINABLE_MESSAGE = message('You can’t join this class online anymore.');

export async function showStep(session: PageSession, query: Query): Promise<PageResponse> {
  const step = findNextStep(session.offers, query, session.business);
  switch (step.step) {
    case 'offer':
      return session.renderPage(renderOffers(session, step));
    case 'choice':
      return session.renderPage(renderChoice(session, step));
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
  const ctx = withIndustry(session, step);
  const status = notice ? 409 : 200;
  if (step.offer.kind === 'class') {
    const view = renderClasses(session, step, await findClassDays(ctx, day));
    return session.renderPage(html`${renderNotice(notice)}${view}`, status);
  }
  const bookingRequest = createBookingRequest(step.offer, ctx.business, step.input);
  if (!bookingRequest || 'ok' in bookingRequest)
    return session.renderPage(html`${renderNotice(bookingRequest?.detail)}${renderClosed(ctx.business)}`, 404);
  const today = rulesOf(ctx.business).zone.localAt(ctx.now.getTime()).day;
  const days = await findFreeDays(ctx, bookingRequest, { day: parseDay(day ?? '') ?? today });
  return session.renderPage(html`${renderNotice(notice)}${renderTimes(session, step, days)}`, status);
}

/** If the time is taken or never existed, the customer sees why, and other times. */
async function showDetails(session: PageSession, step: DetailsStep): Promise<PageResponse> {
  const chosenTime = await findChosenTime(session, step);
  if ('problem' in chosenTime) return showTimes(session, { ...step, step: 'time' }, chosenTime.day, chosenTime.problem);
  return session.renderPage(renderDetails(session, createDetailsPage(session, step, chosenTime)));
}

export const withIndustry = ({ ctx }: PageSession, { offer }: { offer: { industry: { name: string } } }) => ({
  ...ctx,
  industry: offer.industry.name,
});

/** What has to be paid, before the customer types anything. */
function describeDeposit(session: PageSession, step: DetailsStep): string {
  const { offer, input, startOrOccurrence } = step;
  const depositInput = offer.kind === 'class' ? { occurrenceId: startOrOccurrence } : input;
  const deposit = findDepositForInput(
    withIndustry(session, step),
    offer.capability,
    depositInput as Record<string, unknown>,
  );
  const format = formatterFor(session.business);
  if (!deposit) return '';
  return format.text("There's a deposit: {text}", {
    text: `${format.money(deposit.amount)}. ${describeRefund(deposit, format)}`,
  });
}

export type ChosenTime = { option: ChosenOption; isFull: boolean };

/** When it would take place, and whether customers can only wait for it. */
export async function findChosenTime(
  session: PageSession,
  step: DetailsStep,
): Promise<ChosenTime | { problem: string; day?: string }> {
  const ctx = withIndustry(session, step);
  const format = formatterFor(ctx.business);
  if (step.offer.kind === 'class') {
    const meeting = await findMeeting(ctx, step.startOrOccurrence);
    if (!meeting) return { problem: format.text(CLASS_NOT_JOINABLE_MESSAGE) };
    const name = `${meeting.name}, ${format.time(meeting.startsAt)}`;
    return {
      option: { name, changeQuery: { ...step.query, day: formatLocalDay(session, meeting.startsAt) } },
      isFull: !meeting.spotsLeft,
    };
  }
  const bookingRequest = createBookingRequest(step.offer, ctx.business, step.input);
  if (!bookingRequest || 'ok' in bookingRequest) return { problem: bookingRequest?.detail ?? '' };
  try {
    const start = new Date(parseStart(ctx.business, step.startOrOccurrence));
    const changeQuery = { ...step.query, day: formatLocalDay(session, start) };
    const check = await checkRequest(ctx, bookingRequest, start.getTime());
    if ('refusal' in check) return { problem: check.refusal.detail, day: changeQuery.day };
    return { option: { name: format.time(start), changeQuery }, isFull: false };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { problem: format.text('That time isn’t available.') };
  }
}

const formatLocalDay = ({ business }: PageSession, time: Date) =>
  formatDay(rulesOf(business).zone.localAt(time.getTime()).day);

export function createDetailsPage(
  session: PageSession,
  step: DetailsStep,
  chosenTime: ChosenTime | undefined,
): DetailsPage {
  const { ctx, business, tokens } = session;
  const { offer, input, chosenOptions, query, startOrOccurrence } = step;
  return {
    depositText: chosenTime?.isFull ? '' : describeDeposit(session, step),
    chosenOptions: chosenTime ? [...chosenOptions, chosenTime.option] : chosenOptions,
    fields: listDetailFields(offer, business, input),
    query: { ...query, [offer.kind === 'class' ? 'occurrenceId' : 'startsAt']: startOrOccurrence },
    formToken: tokens.create(ctx.workspace.id, ctx.now),
    enteredValues: {},
    errors: {},
    isFull: chosenTime?.isFull ?? false,
  };
}
