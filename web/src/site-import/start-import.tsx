import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api.ts';
import { addScheme, toBase64 } from '../knowledge/data.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { findFieldError } from '../ui/form-errors.ts';
import { IMPORTS_PATH, type SiteImport } from './data.ts';
import { texts } from './texts.ts';

/** Starts an import and opens its page. `from` is where the owner goes afterwards. */
type Props = { from: 'setup' | 'business'; title?: string; description?: string };

export function StartImport({ from, title, description }: Props) {
  const [file, setFile] = useState<File>();
  const navigate = useNavigate();
  const startImport = useMutation({
    meta: { handlesErrors: true },
    mutationFn: async ({ url = '' }: Record<string, string>) =>
      api.post<SiteImport>(
        IMPORTS_PATH,
        file ? { file: { name: file.name, base64: await toBase64(file) } } : { url: addScheme(url.trim()) },
      ),
    onSuccess: ({ id }) => navigate({ to: '/business/import', search: { id, from } }),
  });
  return (
    <Card title={title} description={description}>
      <Form onSubmit={(values) => startImport.mutate(values)} error={startImport.error}>
        <div className="grid max-w-3xl items-start gap-4 sm:grid-cols-2">
          <TextField
            label={texts.start.url}
            name="url"
            inputMode="url"
            autoComplete="url"
            placeholder="www.example.com"
            disabled={file !== undefined}
            error={findFieldError(startImport.error, '/url')}
          />
          <TextField
            label={texts.start.file}
            type="file"
            accept=".pdf,application/pdf"
            hint={texts.start.fileHint}
            onChange={({ target }) => {
              startImport.reset();
              setFile(target.files?.[0]);
            }}
            error={findFieldError(startImport.error, '/file') ?? findFieldError(startImport.error, '/file/base64')}
          />
        </div>
        <div>
          <Button type="submit" variant="secondary" busy={startImport.isPending}>
            {file ? texts.start.submitFile : texts.start.submit}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
