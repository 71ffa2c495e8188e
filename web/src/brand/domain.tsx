import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, api, type BrandDomain } from '../api.ts';
import { CopyButton } from '../copy-button.tsx';
import { useFormat } from '../format.ts';
import { useMe } from '../me.ts';
import { useGet, useRefresh } from '../queries.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { findFieldError } from '../ui/form-errors.ts';
import { Loaded } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { texts as allTexts } from './texts.ts';

const texts = allTexts.domain;
const DOMAIN_PATH = '/api/brand/domain';

export function DomainCard() {
  const query = useGet<Answer<'GET /api/brand/domain'>>(DOMAIN_PATH);
  const { hasRoleAtLeast } = useMe();
  const domainForm = hasRoleAtLeast('owner') ? <DomainForm /> : <p className="text-muted">{texts.ownersOnly}</p>;
  return (
    <Card title={texts.title} description={texts.about}>
      <Loaded query={query} skeletonLines={2}>
        {({ domain }) => (domain ? <DomainStatus domain={domain} canChange={hasRoleAtLeast('owner')} /> : domainForm)}
      </Loaded>
    </Card>
  );
}

function DomainForm() {
  const refresh = useRefresh();
  const add = useMutation({
    meta: { handlesErrors: true },
    mutationFn: ({ domain }: Record<string, string>) => api.put(DOMAIN_PATH, { domain }),
    async onSuccess() {
      toast.success(texts.added);
      await refresh(DOMAIN_PATH);
    },
  });
  return (
    <div className="max-w-lg">
      <Form onSubmit={(values) => add.mutate(values)} error={add.error}>
        <TextField
          label={texts.label}
          hint={texts.hint}
          name="domain"
          required
          maxLength={253}
          autoComplete="off"
          spellCheck={false}
          error={findFieldError(add.error, '/domain')}
        />
        <Button type="submit" variant="secondary" busy={add.isPending} className="self-start">
          {texts.add}
        </Button>
      </Form>
    </div>
  );
}

function DomainStatus({
  domain: { domain, status, record, checkedAt },
  canChange,
}: {
  domain: BrandDomain;
  canChange: boolean;
}) {
  const refresh = useRefresh();
  const { dateTime } = useFormat();
  const [isRemoving, setIsRemoving] = useState(false);
  const check = useMutation({
    mutationFn: () => api.post<BrandDomain>(`${DOMAIN_PATH}/verify`),
    async onSuccess(checkedDomain) {
      if (checkedDomain.status === 'verified') toast.success(texts.found);
      else toast.error(texts.notFound);
      await refresh(DOMAIN_PATH);
    },
  });
  const remove = useMutation({
    mutationFn: () => api.delete(DOMAIN_PATH),
    async onSuccess() {
      toast.success(texts.removed);
      await refresh(DOMAIN_PATH);
    },
  });
  return (
    <div className="flex flex-col items-start gap-4">
      <p className="flex flex-wrap items-center gap-3 font-medium">
        <span className="break-all">{domain}</span>
        <Badge tone={status === 'verified' ? 'success' : 'warning'}>{texts.status[status]}</Badge>
      </p>
      <p className="text-muted">{texts.steps}</p>
      <dl className="grid w-full max-w-2xl grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2">
        {(['type', 'name', 'value'] as const).map((field) => (
          <div key={field} className="contents">
            <dt className="text-muted">{texts.record[field]}</dt>
            <dd className="font-mono text-sm break-all">{record[field]}</dd>
            <dd>{field !== 'type' && <CopyButton text={record[field]} />}</dd>
          </div>
        ))}
      </dl>
      {checkedAt && <p className="text-sm text-muted">{texts.checked(dateTime(checkedAt))}</p>}
      {canChange && (
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" busy={check.isPending} onClick={() => check.mutate()}>
            {texts.check}
          </Button>
          <Button variant="quiet" onClick={() => setIsRemoving(true)}>
            {texts.remove}
          </Button>
        </div>
      )}
      <Confirm
        open={isRemoving}
        onClose={() => setIsRemoving(false)}
        title={texts.removeTitle}
        text={texts.removeText}
        action={texts.remove}
        onConfirm={() => remove.mutateAsync()}
      />
    </div>
  );
}
