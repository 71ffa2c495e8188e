import { useMutation } from '@tanstack/react-query';
import { ImageUp } from 'lucide-react';
import { useRef } from 'react';
import { type Answer, api } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { PictureError, preparePicture } from '../widget/picture.ts';
import { texts } from './texts.ts';

type Props = { logoUrl: string | undefined; onChange(logoUrl: string | undefined): void };

/** Uploaded at once, and shown to others once the form is saved. */
export function LogoField({ logoUrl, onChange }: Props) {
  const fileInput = useRef<HTMLInputElement>(null);
  const upload = useMutation({
    meta: { handlesErrors: true },
    mutationFn: async (file: File) =>
      api.post<Answer<'POST /api/v1/widget/pictures'>>(
        '/api/v1/widget/pictures',
        { image: await preparePicture(file) },
        { mode: 'live' },
      ),
    onSuccess: ({ avatarUrl }) => onChange(avatarUrl),
  });
  const { error } = upload;
  const errorMessage = error instanceof PictureError ? texts.errors[error.reason] : error?.message;
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="font-medium">{texts.logo}</legend>
      <div className="flex flex-wrap items-center gap-3">
        {logoUrl ? (
          <img src={logoUrl} alt={texts.alt} className="size-14 rounded-lg border border-line object-cover" />
        ) : (
          <span className="flex size-14 items-center justify-center rounded-lg border border-line bg-sunken text-muted">
            <ImageUp className="size-6" aria-hidden />
          </span>
        )}
        <Button small variant="secondary" busy={upload.isPending} onClick={() => fileInput.current?.click()}>
          {logoUrl ? texts.replace : texts.upload}
        </Button>
        {logoUrl && (
          <Button small variant="quiet" onClick={() => onChange(undefined)}>
            {texts.remove}
          </Button>
        )}
      </div>
      <p className="text-sm text-muted">{texts.logoHint}</p>
      <input
        ref={fileInput}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) upload.mutate(file);
          // The same file can be chosen again.
          target.value = '';
        }}
      />
      {errorMessage && (
        <p role="alert" className="text-sm font-medium text-danger">
          {errorMessage}
        </p>
      )}
    </fieldset>
  );
}
