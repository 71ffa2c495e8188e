import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ConversationCustomer } from '../api.ts';
import { texts as bookingTexts } from '../bookings/texts.ts';
import { EmailLink, PhoneLink } from '../contact-links.tsx';
import { type Format, useFormat } from '../format.ts';
import { useFindRequestKind } from '../industries.ts';
import { useGet } from '../queries.ts';
import { texts as requestTexts } from '../requests/texts.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { Loaded } from '../ui/states.tsx';
import { CONVERSATIONS_PATH, type Conversation, type TeamData } from './data.ts';
import { STAGE_TONES } from './rows.ts';
import { texts } from './texts.ts';

/** Who the customer is, and what they booked, asked for and wrote before. */
export function CustomerPanel({
  conversation,
  knownCustomer,
}: {
  conversation: Conversation;
  knownCustomer: TeamData['knownCustomer'];
}) {
  const format = useFormat();
  const query = useGet<ConversationCustomer>(`${CONVERSATIONS_PATH}/${conversation.id}/customer`);
  return (
    <Loaded query={query} skeletonLines={4}>
      {(details) => (
        <div className="flex flex-col gap-5 p-4">
          <Contact
            details={{
              ...details,
              customer: { ...(knownCustomer?.name && { name: knownCustomer.name }), ...details.customer },
            }}
            conversation={conversation}
            format={format}
          />
          {knownCustomer && (
            <Link
              to="/customers"
              search={{ customer: knownCustomer.id }}
              className="self-start text-sm text-accent underline underline-offset-2"
            >
              {texts.panel.open}
            </Link>
          )}
          <Bookings bookings={details.bookings} format={format} />
          <Requests requests={details.requests} format={format} />
          <OtherConversations conversations={details.conversations} format={format} />
        </div>
      )}
    </Loaded>
  );
}

function Contact({
  details: { customer, language, firstSeenAt },
  conversation,
  format,
}: {
  details: ConversationCustomer;
  conversation: Conversation;
  format: Format;
}) {
  const { panel } = texts;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm">
      <Fact name={panel.name}>{customer.name ?? <span className="text-muted">{panel.unknown}</span>}</Fact>
      {customer.phone && (
        <Fact name={panel.phone}>
          <PhoneLink number={customer.phone} />
        </Fact>
      )}
      {customer.email && (
        <Fact name={panel.email}>
          <EmailLink address={customer.email} />
        </Fact>
      )}
      {language && <Fact name={panel.language}>{getLanguageName(language)}</Fact>}
      <Fact name={panel.firstSeen}>{format.dateTime(firstSeenAt)}</Fact>
      <Fact name={texts.channelOf}>{texts.channels[conversation.channel] ?? conversation.channel}</Fact>
      <Fact name={texts.began}>{format.dateTime(conversation.createdAt)}</Fact>
    </dl>
  );
}

const getLanguageName = (code: string) => new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code;

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd className="min-w-0 break-words">{children}</dd>
  </>
);

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1.5 text-sm font-semibold">{title}</h3>
      <ul className="flex flex-col gap-2">{children}</ul>
    </section>
  );
}

const BOOKING_TONES: Record<string, Tone> = { confirmed: 'success', cancelled: 'danger', no_show: 'danger' };

function Bookings({ bookings, format }: { bookings: ConversationCustomer['bookings']; format: Format }) {
  if (!bookings.length) return null;
  return (
    <Section title={texts.panel.bookings}>
      {bookings.map(({ id, kind, status, startsAt, service, partySize }) => (
        <PanelRow key={id} badge={<Badge tone={BOOKING_TONES[status]}>{bookingTexts.status[status]}</Badge>}>
          <Link to="/bookings" search={{ booking: id }} className="text-accent underline underline-offset-2">
            {format.dateTime(startsAt)}
          </Link>
          <span className="block truncate text-muted">
            {service ?? (partySize === null ? texts.panel.kinds[kind] : bookingTexts.party(partySize))}
          </span>
        </PanelRow>
      ))}
    </Section>
  );
}

function Requests({ requests, format }: { requests: ConversationCustomer['requests']; format: Format }) {
  const findRequestKind = useFindRequestKind();
  if (!requests.length) return null;
  return (
    <Section title={texts.panel.requests}>
      {requests.map(({ id, kind, status, createdAt }) => (
        <PanelRow key={id} badge={<Badge>{requestTexts.status[status] ?? status}</Badge>}>
          {findRequestKind(kind)?.title ?? kind}
          <span className="block truncate text-muted">{format.dateTime(createdAt)}</span>
        </PanelRow>
      ))}
    </Section>
  );
}

function OtherConversations({
  conversations,
  format,
}: {
  conversations: ConversationCustomer['conversations'];
  format: Format;
}) {
  if (!conversations.length) return null;
  return (
    <Section title={texts.panel.conversations}>
      {conversations.map(({ id, channel, stage, preview, sealed, updatedAt }) => (
        <PanelRow key={id} badge={<Badge tone={STAGE_TONES[stage]}>{texts.stage[stage]}</Badge>}>
          <Link to="/inbox" search={{ conversation: id }} className="text-accent underline underline-offset-2">
            {format.dateTime(updatedAt)}
          </Link>{' '}
          <span className="text-muted">{texts.channels[channel] ?? channel}</span>
          <span className="block truncate text-muted">{sealed ? texts.hidden : preview}</span>
        </PanelRow>
      ))}
    </Section>
  );
}

const PanelRow = ({ badge, children }: { badge: ReactNode; children: ReactNode }) => (
  <li className="flex items-start gap-2 text-sm">
    <span className="min-w-0 flex-1">{children}</span>
    {badge}
  </li>
);
