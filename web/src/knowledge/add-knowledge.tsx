import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api.ts';
import { useRefresh } from '../queries.ts';
import { texts as sharedTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Select, TextArea, TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { findFieldError } from '../ui/form-errors.ts';
import { toast } from '../ui/toast.tsx';
import { addScheme, KNOWLEDGE_PATH, type SourceKind, toBase64 } from './data.ts';
import { texts } from './texts.ts';

const KINDS: SourceKind[] = ['website', 'file', 'text'];

export function AddKnowledge({ open, onClose }: { open: boolean; onClose(): void }) {
  const [kind, setKind] = useState<SourceKind>('website');
  const [file, setFile] = useState<File>();
  const refresh = useRefresh();
  const add = useMutation({
    meta: { handlesErrors: true },
    mutationFn: async ({ title, text, url }: Record<string, string>) => {
      const optionalTitle = title ? { title } : {};
      if (kind === 'text') return api.post(KNOWLEDGE_PATH, { title, text });
      if (kind === 'website') return api.post(KNOWLEDGE_PATH, { ...optionalTitle, url: addScheme(url?.trim() ?? '') });
      return api.post(KNOWLEDGE_PATH, { ...optionalTitle, file: { name: file!.name, base64: await toBase64(file!) } });
    },
    async onSuccess() {
      toast.success(texts.added);
      close();
      await refresh(KNOWLEDGE_PATH);
    },
  });
  const close = () => {
    add.reset();
    setFile(undefined);
    onClose();
  };
  const { error } = add;
  return (
    <Dialog open={open} onClose={close} title={texts.add}>
      <Form onSubmit={(values) => add.mutate(values)} error={error}>
        <Select
          label={texts.form.kindLabel}
          value={kind}
          onChange={({ target }) => {
            add.reset();
            setKind(target.value as SourceKind);
          }}
          options={KINDS.map((value) => ({ value, label: texts.kinds[value] }))}
        />
        {kind === 'website' && (
          <TextField
            label={texts.form.url}
            name="url"
            inputMode="url"
            placeholder="https://www.example.com"
            hint={texts.form.urlHint}
            required
            error={findFieldError(error, '/url')}
          />
        )}
        {kind === 'file' && (
          <TextField
            label={texts.form.file}
            type="file"
            accept=".txt,.md,.markdown,.html,.htm,.pdf,.docx"
            hint={texts.form.fileHint}
            required
            onChange={({ target }) => setFile(target.files?.[0])}
            error={findFieldError(error, '/file') ?? findFieldError(error, '/file/base64')}
          />
        )}
        {kind === 'text' && (
          <>
            <TextField
              label={texts.form.title}
              name="title"
              hint={texts.form.titleHint}
              maxLength={200}
              required
              error={findFieldError(error, '/title')}
            />
            <TextArea
              label={texts.form.text}
              name="text"
              rows={8}
              hint={texts.form.textHint}
              required
              error={findFieldError(error, '/text')}
            />
          </>
        )}
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={close}>
            {sharedTexts.actions.cancel}
          </Button>
          <Button type="submit" busy={add.isPending} disabled={kind === 'file' && !file}>
            {texts.form.submit}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
