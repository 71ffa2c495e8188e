import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { ApiError, api } from '../api.ts';
import { BookingPageOffer } from '../booking-page/booking-page-offer.tsx';
import type { EditableDocument } from '../business/draft.ts';
import { countSamples } from '../business/samples.ts';
import { Code, CopyButton } from '../copy-button.tsx';
import { useMe } from '../me.ts';
import { useRefresh } from '../queries.ts';
import { texts as sharedTexts } from '../texts.ts';
import { Button, getButtonClass } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { TextField } from '../ui/field.tsx';
import { Loaded } from '../ui/states.tsx';
import { EmailOffer } from './email-offer.tsx';
import { parseOrigin } from './origin.ts';
import { RemainingSamples } from './remaining-samples.tsx';
import { EditedSandboxNotice, useSandboxKey } from './sandbox.tsx';
import type { StepProps } from './step-props.ts';
import { texts } from './texts.ts';
import { useWidgetKeys } from './use-widget-keys.ts';

const buildInstallSnippet = (key: string) =>
  `<script src="${location.origin}/widget.js" data-key="${key}" async></script>`;

export function WebsiteStep({ businessDocument, schema, onBack }: StepProps) {
  return (
    <>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-6">
          {countSamples(businessDocument).length > 0 && (
            <RemainingSamples businessDocument={businessDocument} schema={schema} />
          )}
          <InstallCode businessDocument={businessDocument} />
          <BookingPageOffer />
          <EmailOffer />
        </div>
        <Preview businessDocument={businessDocument} />
      </div>
      <div className="flex justify-between gap-3">
        <Button variant="secondary" onClick={onBack}>
          {sharedTexts.actions.back}
        </Button>
        <Link to="/" className={getButtonClass()}>
          {texts.website.finish}
        </Link>
      </div>
    </>
  );
}

function InstallCode({ businessDocument }: { businessDocument: EditableDocument }) {
  const { workspace } = useMe();
  const storageKey = `frontdesk.snippet.${workspace.id}`;
  const [widgetKey, setWidgetKey] = useState(localStorage.getItem(storageKey));
  const [isAddressInvalid, setIsAddressInvalid] = useState(false);
  const widgetKeys = useWidgetKeys();
  const refresh = useRefresh();
  const createKey = useMutation({
    mutationFn: (origin: string) =>
      api.post<{ key: string }>('/api/keys', {
        name: new URL(origin).host,
        mode: 'live',
        kind: 'publishable',
        origins: [origin],
      }),
    async onSuccess(createdKey) {
      localStorage.setItem(storageKey, createdKey.key);
      setWidgetKey(createdKey.key);
      await refresh('/api/keys');
    },
    onError: (error) => error instanceof ApiError && error.errors.length > 0 && setIsAddressInvalid(true),
  });
  const previousOrigin = widgetKeys?.[0]?.origins?.[0];
  const website = (businessDocument.contact as { website?: string } | undefined)?.website ?? '';
  return (
    <Card title={texts.website.title} description={texts.website.text}>
      {widgetKey ? (
        <div className="flex flex-col gap-3">
          <Code label={texts.website.snippet}>{buildInstallSnippet(widgetKey)}</Code>
          <div className="flex flex-wrap gap-2">
            <CopyButton text={buildInstallSnippet(widgetKey)} label={texts.website.copy} />
            <Button variant="quiet" onClick={() => setWidgetKey(null)}>
              {texts.website.another}
            </Button>
          </div>
        </div>
      ) : (
        <form
          noValidate
          className="flex flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            const origin = parseOrigin(String(new FormData(event.currentTarget).get('address')).trim());
            setIsAddressInvalid(!origin);
            if (origin) createKey.mutate(origin);
          }}
        >
          {previousOrigin && <p className="text-muted">{texts.website.existingCode(new URL(previousOrigin).host)}</p>}
          <TextField
            label={texts.website.address}
            name="address"
            inputMode="url"
            defaultValue={website}
            hint={texts.website.addressHint}
            error={isAddressInvalid ? texts.website.wrong : undefined}
          />
          <Button type="submit" busy={createKey.isPending} className="self-start">
            {texts.website.getCode}
          </Button>
        </form>
      )}
    </Card>
  );
}

/** The widget in an iframe, using the sandbox and the current document. */
function Preview({ businessDocument }: { businessDocument: EditableDocument }) {
  const sandboxKeyQuery = useSandboxKey(businessDocument);
  const [previewVersion, setPreviewVersion] = useState(0);
  return (
    <Card
      title={texts.website.preview}
      description={
        countSamples(businessDocument).length > 0 ? texts.website.previewWithSamplesText : texts.website.previewText
      }
      action={
        <Button small variant="quiet" onClick={() => setPreviewVersion(previewVersion + 1)}>
          <RotateCcw className="size-4" aria-hidden />
          {texts.website.again}
        </Button>
      }
    >
      <EditedSandboxNotice businessDocument={businessDocument} />
      <Loaded query={sandboxKeyQuery}>
        {(key) => (
          <iframe
            key={previewVersion}
            title={texts.website.preview}
            src={`/preview.html#${encodeURIComponent(key)}`}
            className="h-[34rem] w-full rounded-lg border border-line bg-ground"
          />
        )}
      </Loaded>
    </Card>
  );
}
