import { useMutation } from '@tanstack/react-query';
import { Download, Eraser, Search } from 'lucide-react';
import { useState } from 'react';
import { errorAt, Form } from '../account/frame.tsx';
import { api } from '../api.ts';
import { download } from '../download.ts';
import { useDocument } from '../format.ts';
import { useRefresh } from '../queries.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { toast } from '../ui/toast.tsx';
import { PRIVACY } from './data.ts';
import { texts } from './texts.ts';

type Asked = Record<string, string>;
type Found = Record<string, number>;
const PATH = `${PRIVACY}/customers`;

/** What was left empty was not asked for. */
const given = (values: Asked): Asked =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value.trim() ? [[name, value.trim()]] : [])));

export function OneCustomer() {
  const industries = useDocument().data?.industries ?? [];
  const [asked, setAsked] = useState<Asked>({});
  const find = useMutation({
    meta: { quiet: true },
    mutationFn: (values: Asked) => api.post<Found>(`${PATH}/find`, given(values)),
    onSuccess: (_, values) => setAsked(given(values)),
  });
  const at = (name: string) => errorAt(find.error, `/${name}`);
  return (
    <Card title={texts.customer.title} about={texts.customer.about}>
      <Form onSubmit={(values) => find.mutate(values)} error={find.error}>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label={texts.customer.phone} name="phone" type="tel" autoComplete="off" error={at('phone')} />
          <TextField label={texts.customer.email} name="email" type="email" autoComplete="off" error={at('email')} />
          {industries.includes('medical') && (
            <>
              <TextField label={texts.customer.name} name="name" autoComplete="off" error={at('name')} />
              <TextField label={texts.customer.born} name="dateOfBirth" type="date" error={at('dateOfBirth')} />
            </>
          )}
        </div>
        <p className="text-sm text-muted">{texts.customer.hint}</p>
        <Button type="submit" look="secondary" className="self-start" busy={find.isPending}>
          <Search className="size-4" aria-hidden />
          {texts.customer.find}
        </Button>
      </Form>
      {find.data && <Held found={find.data} asked={asked} onErased={find.reset} />}
    </Card>
  );
}

function Held({ found, asked, onErased }: { found: Found; asked: Asked; onErased(): void }) {
  const [erasing, setErasing] = useState(false);
  const refresh = useRefresh();
  const save = useMutation({
    mutationFn: () => download(`${PATH}/export`, asked),
    onSuccess: () => toast.done(texts.customer.exported),
  });
  const erase = useMutation({
    mutationFn: () => api.post(`${PATH}/erase`, asked),
    async onSuccess() {
      toast.done(texts.customer.erased);
      onErased();
      await refresh('/api/');
    },
  });
  const kinds = Object.entries(found).filter(([, count]) => count > 0);
  return (
    <section
      aria-label={texts.customer.held}
      role="status"
      className="mt-4 flex flex-col gap-3 border-t border-line pt-4"
    >
      {kinds.length ? (
        <>
          <p className="font-medium">{texts.customer.held}</p>
          <p className="flex flex-wrap gap-2">
            {kinds.map(([kind, count]) => (
              <Badge key={kind}>{texts.customer.found[kind]?.(count)}</Badge>
            ))}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button look="secondary" busy={save.isPending} onClick={() => save.mutate()}>
              <Download className="size-4" aria-hidden />
              {texts.customer.export}
            </Button>
            <Button look="secondary" className="text-danger!" onClick={() => setErasing(true)}>
              <Eraser className="size-4" aria-hidden />
              {texts.customer.erase}
            </Button>
          </div>
        </>
      ) : (
        <p>{texts.customer.nothing}</p>
      )}
      <Confirm
        open={erasing}
        onClose={() => setErasing(false)}
        title={texts.customer.eraseTitle}
        text={texts.customer.eraseText}
        action={texts.customer.eraseAction}
        onConfirm={() => erase.mutateAsync()}
      />
    </section>
  );
}
