import { useMutation } from '@tanstack/react-query';
import { type Answer, api, type Member } from '../api.ts';
import { Code, CopyButton } from '../copy-button.tsx';
import { texts as sharedTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { getFormError } from '../ui/form-errors.ts';
import { texts } from './texts.ts';

/** For installations that can't send email. The API refuses members who also belong to another workspace. */
export function ResetLinkDialog({ member, onClose }: { member: Member; onClose(): void }) {
  const createLink = useMutation({
    meta: { handlesErrors: true },
    mutationFn: () =>
      api.post<Answer<'POST /api/members/{userId}/reset-link'>>(`/api/members/${member.userId}/reset-link`),
  });
  const link = createLink.data?.link;
  const error = getFormError(createLink.error);
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.resetTitle(member.name)}
      actions={
        link ? (
          <Button onClick={onClose}>{texts.done}</Button>
        ) : (
          <>
            <Button variant="secondary" onClick={onClose}>
              {sharedTexts.actions.cancel}
            </Button>
            <Button busy={createLink.isPending} onClick={() => createLink.mutate()}>
              {texts.resetAction}
            </Button>
          </>
        )
      }
    >
      <p className="text-muted">{link ? texts.resetPassOn(member.name) : texts.resetText}</p>
      {link && (
        <>
          <Code label={texts.resetLink}>{link}</Code>
          <CopyButton text={link} label={texts.copyLink} />
        </>
      )}
      {error && (
        <p role="alert" className="rounded-lg bg-danger-soft px-3 py-2 font-medium text-danger">
          {error}
        </p>
      )}
    </Dialog>
  );
}
