import { Link } from '@tanstack/react-router';
import { CalendarDays, ExternalLink } from 'lucide-react';
import { Code, CopyButton } from '../copy-button.tsx';
import { useMe } from '../me.ts';
import { texts as sharedTexts } from '../texts.ts';
import { Button, getButtonClass } from '../ui/button.tsx';
import { Card, PageHeader } from '../ui/card.tsx';
import { TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { findFieldError } from '../ui/form-errors.ts';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { Switch } from '../ui/switch.tsx';
import { type BookingPageSettings, useBookingPage, useChangeBookingPage } from './data.ts';
import { texts } from './texts.ts';

/** In the settings, `name` is the last part of the page’s URL, and `hidden` lists the names of offers and entries to leave out. */
type Props = { settings: BookingPageSettings };

export function BookingPageSettingsPage() {
  const settingsQuery = useBookingPage();
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.about}
        action={
          <Link to="/bookings" className={getButtonClass('secondary')}>
            <CalendarDays className="size-4" aria-hidden />
            {texts.back}
          </Link>
        }
      />
      <Loaded query={settingsQuery}>
        {(settings) => (
          <div className="flex max-w-3xl flex-col gap-6">
            {settings.offers.length === 0 ? <NothingToBook /> : <StatusCard settings={settings} />}
            {settings.name && settings.enabled && (
              <>
                <OffersCard settings={settings} />
                <EmbedCard settings={settings} />
                <UrlCard settings={settings} />
              </>
            )}
          </div>
        )}
      </Loaded>
    </>
  );
}

const NothingToBook = () => (
  <Card>
    <EmptyState
      icon={CalendarDays}
      title={texts.off}
      text={texts.nothingToBook}
      action={
        <Link to="/business" className={getButtonClass('secondary')}>
          {texts.business}
        </Link>
      }
    />
  </Card>
);

function StatusCard({ settings: { enabled, url } }: Props) {
  const { hasRoleAtLeast } = useMe();
  const changePage = useChangeBookingPage(enabled ? texts.off : texts.on);
  return (
    <Card>
      <div className="flex flex-col gap-4">
        <Switch
          label={texts.status}
          hint={texts.statusHint}
          checked={enabled}
          disabled={!hasRoleAtLeast('admin') || changePage.isPending}
          onChange={(isOn) => changePage.mutate({ enabled: isOn })}
        />
        {enabled && url && (
          <>
            <Code label={texts.link}>{url}</Code>
            <div className="flex flex-wrap gap-2">
              <CopyButton text={url} label={texts.copy} />
              <a href={url} target="_blank" rel="noreferrer" className={getButtonClass('secondary')}>
                <ExternalLink className="size-4" aria-hidden />
                {texts.open}
              </a>
            </div>
          </>
        )}
      </div>
    </Card>
  );
}

function OffersCard({ settings: { offers, hidden } }: Props) {
  const { hasRoleAtLeast } = useMe();
  const changePage = useChangeBookingPage();
  const renderSwitch = (name: string, title: string) => (
    <Switch
      label={title}
      checked={!hidden.includes(name)}
      disabled={!hasRoleAtLeast('admin') || changePage.isPending}
      onChange={(isShown) =>
        changePage.mutate({ hidden: isShown ? hidden.filter((hiddenName) => hiddenName !== name) : [...hidden, name] })
      }
    />
  );
  return (
    <Card title={texts.offers} description={texts.offersAbout}>
      <ul className="flex flex-col gap-4">
        {offers.map(({ name, title, entries }) => (
          <li key={name} className="flex flex-col gap-3">
            {offers.length > 1 || entries.length === 0 ? renderSwitch(name, title) : null}
            {!hidden.includes(name) && entries.length > 0 && (
              <ul className={`flex flex-col gap-3 ${offers.length > 1 ? 'border-l border-line pl-4' : ''}`}>
                {entries.map((entry) => (
                  <li key={entry.name}>{renderSwitch(entry.name, entry.title)}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function EmbedCard({ settings: { url, websites } }: Props) {
  const code = `<iframe src="${url}" title="${texts.title}" style="width:100%;height:700px;border:0"></iframe>
<script src="${new URL('/pages/book-embed.js', url ?? location.origin)}" async></script>`;
  return (
    <Card title={texts.embed} description={websites.length > 0 ? texts.embedAbout : texts.noWebsite}>
      {websites.length > 0 ? (
        <div className="flex flex-col items-start gap-3">
          <div className="w-full">
            <Code label={texts.embedCode}>{code}</Code>
          </div>
          <CopyButton text={code} label={texts.copyCode} />
          <p className="text-sm text-muted">{texts.websites(websites.map((site) => new URL(site).host).join(', '))}</p>
        </div>
      ) : (
        <Link to="/setup" search={{ step: 'website' }} className={getButtonClass('secondary')}>
          {texts.addWebsite}
        </Link>
      )}
    </Card>
  );
}

function UrlCard({ settings: { name } }: Props) {
  const { hasRoleAtLeast } = useMe();
  const changePage = useChangeBookingPage();
  if (!hasRoleAtLeast('admin')) return null;
  const error = findFieldError(changePage.error, '/name');
  return (
    <Card title={texts.address} description={texts.addressAbout}>
      <div className="max-w-lg">
        <Form onSubmit={({ name: newName = '' }) => changePage.mutate({ name: newName.trim().toLowerCase() })}>
          <TextField
            label={texts.name}
            hint={texts.nameHint}
            name="name"
            required
            maxLength={60}
            autoComplete="off"
            spellCheck={false}
            defaultValue={name ?? ''}
            error={error && (error.includes('taken') ? texts.nameTaken : texts.nameInvalid)}
          />
          <Button type="submit" variant="secondary" busy={changePage.isPending} className="self-start">
            {sharedTexts.actions.save}
          </Button>
        </Form>
      </div>
    </Card>
  );
}
