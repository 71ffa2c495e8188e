import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { SCOPES } from '../../../src/features/keys/scopes.ts';
import { api } from '../api.ts';
import { Code, CopyButton } from '../copy-button.tsx';
import { texts as sharedTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Checkbox, Select, TextArea, TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { findFieldError } from '../ui/form-errors.ts';
import { texts } from './texts.ts';

export type CreatedKey = { key: string; kind: 'secret' | 'publishable' };

type Props = { open: boolean; onClose(): void; onCreated(key: CreatedKey): void };

export function NewKey({ open, onClose, onCreated }: Props) {
  const [kind, setKind] = useState('secret');
  const [hasAllScopes, setHasAllScopes] = useState(true);
  const [scopes, setScopes] = useState<string[]>([]);
  const create = useMutation({
    meta: { handlesErrors: true },
    mutationFn: ({ name, mode, origins = '', expires }: Record<string, string>) =>
      api.post<CreatedKey>('/api/keys', {
        name,
        mode,
        kind,
        ...(hasAllScopes || !scopes.length ? {} : { scopes }),
        ...(kind === 'publishable' ? { origins: origins.split(/\s+/).filter(Boolean) } : {}),
        ...(expires ? { expiresAt: new Date(`${expires}T23:59:59`).toISOString() } : {}),
      }),
    onSuccess: onCreated,
  });
  const createSelectOptions = (labels: Record<string, string>) =>
    Object.entries(labels).map(([value, label]) => ({ value, label }));
  const originError =
    create.error && (findFieldError(create.error, '/origins') ?? findFieldError(create.error, '/origins/0'));
  return (
    <Dialog open={open} onClose={onClose} title={texts.keys.create}>
      <Form onSubmit={(values) => create.mutate(values)} error={create.error}>
        <TextField
          label={texts.keys.name}
          name="name"
          hint={texts.keys.nameHint}
          required
          error={findFieldError(create.error, '/name')}
        />
        <Select
          label={texts.keys.mode}
          name="mode"
          defaultValue="test"
          options={createSelectOptions(texts.keys.modes)}
        />
        <Select
          label={texts.keys.kind}
          value={kind}
          onChange={({ target }) => setKind(target.value)}
          options={createSelectOptions(texts.keys.kinds)}
        />
        {kind === 'publishable' ? (
          <TextArea
            label={texts.keys.origins}
            name="origins"
            hint={texts.keys.originsHint}
            error={originError ?? undefined}
          />
        ) : (
          <fieldset className="flex flex-col gap-2">
            <legend className="mb-1.5 font-medium">{texts.keys.scopes}</legend>
            <Checkbox
              label={texts.keys.fullAccess}
              checked={hasAllScopes}
              onChange={({ target }) => setHasAllScopes(target.checked)}
            />
            {!hasAllScopes && (
              <div className="grid grid-cols-2 gap-2 pl-7">
                {SCOPES.map((scope) => (
                  <Checkbox
                    key={scope}
                    label={scope}
                    checked={scopes.includes(scope)}
                    onChange={({ target }) =>
                      setScopes(
                        target.checked ? [...scopes, scope] : scopes.filter((otherScope) => otherScope !== scope),
                      )
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
          error={findFieldError(create.error, '/expiresAt')}
        />
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            {sharedTexts.actions.cancel}
          </Button>
          <Button type="submit" busy={create.isPending}>
            {texts.keys.create}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

export function CreatedKeyDialog({ createdKey, onClose }: { createdKey: CreatedKey | undefined; onClose(): void }) {
  const kind = createdKey?.kind ?? 'secret';
  const curl = `curl ${location.origin}/api/chat \\
  -H "Authorization: Bearer ${createdKey?.key}" \\
  -H "Content-Type: application/json" \\
  -d '{"message": "When are you open?"}'`;
  return (
    <Dialog
      open={createdKey !== undefined}
      onClose={onClose}
      title={texts.keys.createdTitle}
      actions={<Button onClick={onClose}>{texts.keys.done}</Button>}
    >
      <p className="text-muted">{texts.keys.createdText[kind]}</p>
      <Code label={texts.keys.createdKey}>{createdKey?.key ?? ''}</Code>
      <div>
        <CopyButton text={createdKey?.key ?? ''} label={texts.keys.copyKey} />
      </div>
      {createdKey?.kind === 'secret' && (
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
