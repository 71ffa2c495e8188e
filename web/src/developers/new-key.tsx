import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { SCOPES } from '../../../src/features/keys/scopes.ts';
import { errorAt, Form } from '../account/frame.tsx';
import { api } from '../api.ts';
import { Code, CopyButton } from '../copy-button.tsx';
import { texts as shared } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Checkbox, Select, TextArea, TextField } from '../ui/field.tsx';
import { texts } from './texts.ts';

export type Made = { key: string; kind: 'secret' | 'publishable' };

type Props = { open: boolean; onClose(): void; onMade(key: Made): void };

export function NewKey({ open, onClose, onMade }: Props) {
  const [kind, setKind] = useState('secret');
  const [all, setAll] = useState(true);
  const [scopes, setScopes] = useState<string[]>([]);
  const make = useMutation({
    meta: { quiet: true },
    mutationFn: ({ name, mode, origins = '', expires }: Record<string, string>) =>
      api.post<Made>('/api/keys', {
        name,
        mode,
        kind,
        ...(all || !scopes.length ? {} : { scopes }),
        ...(kind === 'publishable' ? { origins: origins.split(/\s+/).filter(Boolean) } : {}),
        ...(expires ? { expiresAt: new Date(`${expires}T23:59:59`).toISOString() } : {}),
      }),
    onSuccess: onMade,
  });
  const options = (named: Record<string, string>) => Object.entries(named).map(([value, label]) => ({ value, label }));
  const wrongOrigin = make.error && (errorAt(make.error, '/origins') ?? errorAt(make.error, '/origins/0'));
  return (
    <Dialog open={open} onClose={onClose} title={texts.keys.make}>
      <Form onSubmit={(values) => make.mutate(values)} error={make.error}>
        <TextField
          label={texts.keys.name}
          name="name"
          hint={texts.keys.nameHint}
          required
          error={errorAt(make.error, '/name')}
        />
        <Select label={texts.keys.mode} name="mode" defaultValue="test" options={options(texts.keys.modes)} />
        <Select
          label={texts.keys.kind}
          value={kind}
          onChange={({ target }) => setKind(target.value)}
          options={options(texts.keys.kinds)}
        />
        {kind === 'publishable' ? (
          <TextArea
            label={texts.keys.origins}
            name="origins"
            hint={texts.keys.originsHint}
            error={wrongOrigin ?? undefined}
          />
        ) : (
          <fieldset className="flex flex-col gap-2">
            <legend className="mb-1.5 font-medium">{texts.keys.scopes}</legend>
            <Checkbox label={texts.keys.all} checked={all} onChange={({ target }) => setAll(target.checked)} />
            {!all && (
              <div className="grid grid-cols-2 gap-2 pl-7">
                {SCOPES.map((scope) => (
                  <Checkbox
                    key={scope}
                    label={scope}
                    checked={scopes.includes(scope)}
                    onChange={({ target }) =>
                      setScopes(target.checked ? [...scopes, scope] : scopes.filter((own) => own !== scope))
                    }
                  />
                ))}
              </div>
            )}
          </fieldset>
        )}
        <TextField
          label={texts.keys.expires}
          name="expires"
          type="date"
          hint={texts.keys.expiresHint}
          error={errorAt(make.error, '/expiresAt')}
        />
        <div className="flex justify-end gap-2">
          <Button look="secondary" onClick={onClose}>
            {shared.actions.cancel}
          </Button>
          <Button type="submit" busy={make.isPending}>
            {texts.keys.make}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

export function MadeKey({ made, onClose }: { made: Made | undefined; onClose(): void }) {
  const curl = `curl ${location.origin}/api/chat \\
  -H "Authorization: Bearer ${made?.key}" \\
  -H "Content-Type: application/json" \\
  -d '{"message": "When are you open?"}'`;
  return (
    <Dialog
      open={made !== undefined}
      onClose={onClose}
      title={texts.keys.madeTitle}
      actions={<Button onClick={onClose}>{texts.keys.ok}</Button>}
    >
      <p className="text-muted">{texts.keys.madeText}</p>
      <Code label={texts.keys.made}>{made?.key ?? ''}</Code>
      <div>
        <CopyButton text={made?.key ?? ''} label={texts.keys.copyKey} />
      </div>
      {made?.kind === 'secret' && (
        <>
          <p className="font-medium">{texts.keys.curl}</p>
          <Code label={texts.keys.curl}>{curl}</Code>
          <div>
            <CopyButton text={curl} label={texts.keys.copyCurl} />
          </div>
        </>
      )}
    </Dialog>
  );
}
