import { useMutation } from '@tanstack/react-query';
import { ImageUp, Link2, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { type Answer, api } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { isUploadedPicture, withOption } from './options.ts';
import { PictureError, preparePicture } from './picture.ts';
import { Setting, TextSetting, useEditor } from './setting.tsx';
import { texts } from './texts.ts';

const { picture } = texts;

/** An uploaded picture, or the URL of one. */
export function PictureSetting() {
  const { options, changeOptions } = useEditor();
  const { avatarUrl } = options;
  const [showsUrlField, setShowsUrlField] = useState(false);
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  const fileInput = useRef<HTMLInputElement>(null);
  const uploadButton = useRef<HTMLButtonElement>(null);
  const urlField = useRef<HTMLDivElement>(null);
  // The field replaces the button that was pressed, so it gets the focus.
  useEffect(() => {
    if (showsUrlField) urlField.current?.querySelector('input')?.focus();
  }, [showsUrlField]);
  const removePicture = () => {
    setAvatarUrl(undefined);
    uploadButton.current?.focus();
  };
  const setAvatarUrl = (newUrl: string | undefined) => changeOptions(withOption(options, 'avatarUrl', newUrl));
  const upload = useMutation({
    meta: { handlesErrors: true },
    mutationFn: async (file: File) =>
      api.post<Answer<'POST /api/v1/widget/pictures'>>('/api/v1/widget/pictures', {
        image: await preparePicture(file),
      }),
    onSuccess({ avatarUrl: uploadedUrl }) {
      setShowsUrlField(false);
      setAvatarUrl(uploadedUrl);
    },
  });
  const { error } = upload;
  const errorMessage = error instanceof PictureError ? picture.errors[error.reason] : error?.message;
  const uploadFile = (file: File | undefined) => file && upload.mutate(file);
  return (
    <Setting option="avatarUrl" label={picture.label}>
      <span aria-hidden className="font-medium">
        {picture.label}
      </span>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is a shortcut for the button inside */}
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setIsDraggedOver(true);
        }}
        onDragLeave={() => setIsDraggedOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setIsDraggedOver(false);
          // Files can be dropped even while the whole field is disabled.
          if (!uploadButton.current?.matches(':disabled')) uploadFile(event.dataTransfer.files[0]);
        }}
        className={`flex flex-wrap items-center gap-3 rounded-lg border border-dashed p-3 ${isDraggedOver ? 'border-accent bg-accent-soft' : 'border-edge'}`}
      >
        <Thumbnail avatarUrl={avatarUrl} />
        <div className="flex min-w-0 flex-1 basis-56 flex-col gap-1">
          <div className="flex flex-wrap items-center gap-2">
            <Button
              ref={uploadButton}
              small
              variant="secondary"
              busy={upload.isPending}
              onClick={() => fileInput.current?.click()}
            >
              {avatarUrl ? picture.replace : picture.choose}
            </Button>
            <span className="text-sm text-muted max-sm:hidden">{picture.drop}</span>
            {avatarUrl && (
              <Button small variant="quiet" onClick={removePicture}>
                <Trash2 className="size-4" aria-hidden />
                {picture.remove}
              </Button>
            )}
          </div>
          <p className="text-sm text-muted">{avatarUrl ? picture.hint : `${picture.hint} ${picture.none}`}</p>
        </div>
        <input
          ref={fileInput}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          hidden
          onChange={({ target }) => {
            uploadFile(target.files?.[0]);
            // The same file can be chosen again.
            target.value = '';
          }}
        />
      </div>
      {errorMessage && (
        <p role="alert" className="text-sm font-medium text-danger">
          {errorMessage}
        </p>
      )}
      {showsUrlField || (avatarUrl && !isUploadedPicture(avatarUrl)) ? (
        <div ref={urlField}>
          <TextSetting
            option="avatarUrl"
            label={picture.address}
            hint={picture.addressHint}
            textWhenEmpty="https://"
            value={isUploadedPicture(avatarUrl) ? '' : avatarUrl}
            maxLength={500}
            onChange={setAvatarUrl}
          />
        </div>
      ) : (
        <Button small variant="quiet" className="self-start" onClick={() => setShowsUrlField(true)}>
          <Link2 className="size-4" aria-hidden />
          {picture.byAddress}
        </Button>
      )}
    </Setting>
  );
}

/** Pictures from other sites are shown only in the preview: this page loads nothing from elsewhere. */
function Thumbnail({ avatarUrl }: { avatarUrl: string | undefined }) {
  const shapeClass = 'size-14 shrink-0 rounded-full border border-line bg-sunken';
  if (isUploadedPicture(avatarUrl))
    return <img src={avatarUrl} alt={picture.alt} className={`${shapeClass} object-cover`} />;
  return (
    <span className={`${shapeClass} flex items-center justify-center text-muted`}>
      {avatarUrl ? (
        <Link2 className="size-6" aria-label={picture.linked} />
      ) : (
        <ImageUp className="size-6" aria-hidden />
      )}
    </span>
  );
}
