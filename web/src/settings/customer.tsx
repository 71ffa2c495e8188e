import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Download, Eraser, Search } from 'lucide-react';
import { useState } from 'react';
import { errorAt, Form } from '../account/frame.tsx';
import { type Answer, api } from '../api.ts';
import { download } from '../download.ts';
import { useIsHealthCare } from '../industries.ts';
import { useRefresh } from '../queries.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { Checkbox, TextField } from '../ui/field.tsx';
import { toast } from '../ui/toast.tsx';
import { PRIVACY } from './data.ts';
import { texts } from './texts.ts';

type Asked = Record<string, string>;
type Found = Answer<'POST /api/privacy/customers/find'>;
type Erased = Answer<'POST /api/privacy/customers/erase'>;
type Mention = Found['mentions'][number];
/** What can be erased beside what is found. */
const ERASABLE: Mention['kind'][] = ['conversation', 'booking', 'request', 'prescription'];
const PATH = `${PRIVACY}/customers`;

/** What was left empty was not asked for. */
const given = (values: Asked): Asked =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value.trim() ? [[name, value.trim()]] : [])));

export function OneCustomer() {
  const isHealthCare = useIsHealthCare();
  const [asked, setAsked] = useState<Asked>({});
  const [report, setReport] = useState<Erased['report']>();
  const find = useMutation({
    meta: { quiet: true },
    mutationFn: (values: Asked) => api.post<Found>(`${PATH}/find`, given(values)),
    onSuccess(_, values) {
      setAsked(given(values));
      setReport(undefined);
    },
  });
  const at = (name: string) => errorAt(find.error, `/${name}`);
  return (
    <Card title={texts.customer.title} about={texts.customer.about}>
      <Form onSubmit={(values) => find.mutate(values)} error={find.error}>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label={texts.customer.phone} name="phone" type="tel" autoComplete="off" error={at('phone')} />
          <TextField label={texts.customer.email} name="email" type="email" autoComplete="off" error={at('email')} />
          <TextField label={texts.customer.name} name="name" autoComplete="off" error={at('name')} />
          {isHealthCare && (
            <TextField label={texts.customer.born} name="dateOfBirth" type="date" error={at('dateOfBirth')} />
          )}
        </div>
        <p className="text-sm text-muted">{texts.customer.hint}</p>
        <Button type="submit" look="secondary" className="self-start" busy={find.isPending}>
          <Search className="size-4" aria-hidden />
          {texts.customer.find}
        </Button>
      </Form>
      {find.data && (
        <Held
          found={find.data}
          asked={asked}
          onErased={(done) => {
            setReport(done);
            find.reset();
          }}
        />
      )}
      {report && <Report rows={report} />}
    </Card>
  );
}

function Report({ rows }: { rows: Erased['report'] }) {
  return (
    <section aria-label={texts.customer.report} className="mt-4 border-t border-line pt-4">
      <p className="mb-2 font-medium">{texts.customer.report}</p>
      <ul className="flex flex-col gap-2 text-sm">
        {rows
          .filter(({ count }) => count !== 0)
          .map(({ place, outcome, count, about }) => (
            <li key={place}>
              <span className="font-medium">{texts.customer.places[place] ?? place}</span>:{' '}
              {texts.customer.outcomes[outcome]}
              {count === null ? '' : ` (${count})`}. <span className="text-muted">{about}</span>
            </li>
          ))}
      </ul>
    </section>
  );
}

type MentionsProps = { found: Found; also: string[]; onChange(also: string[]): void };

/** What names them may be somebody else's: a person has to look. */
function Mentions({ found: { mentions, mentionCount }, also, onChange }: MentionsProps) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="font-medium">{texts.customer.mentions(mentionCount)}</legend>
      <p className="text-sm text-muted">{texts.customer.mentionsHint}</p>
      {mentions.map(({ kind, id, by }) => (
        <div key={id} className="flex flex-wrap items-center gap-x-3 text-sm">
          <Checkbox
            label={`${texts.customer.kinds[kind]}${kind === 'document' ? ` ${id}` : ''}: ${by.map((each) => texts.customer.by[each]).join(', ')}`}
            disabled={!ERASABLE.includes(kind)}
            checked={also.includes(id)}
            onChange={({ target }) => onChange(target.checked ? [...also, id] : also.filter((each) => each !== id))}
          />
          {(kind === 'conversation' || kind === 'booking') && (
            <Link
              to={kind === 'booking' ? '/bookings' : '/inbox'}
              search={{ [kind]: id }}
              className="text-accent underline underline-offset-2"
            >
              {texts.customer.look}
            </Link>
          )}
        </div>
      ))}
    </fieldset>
  );
}

type HeldProps = { found: Found; asked: Asked; onErased(report: Erased['report']): void };

function Held({ found, asked, onErased }: HeldProps) {
  const [also, setAlso] = useState<string[]>([]);
  const [erasing, setErasing] = useState(false);
  const refresh = useRefresh();
  const save = useMutation({
    mutationFn: () => download(`${PATH}/export`, asked),
    onSuccess: () => toast.done(texts.customer.exported),
  });
  const erase = useMutation({
    mutationFn: () => api.post<Erased>(`${PATH}/erase`, { ...asked, ...(also.length ? { also } : {}) }),
    async onSuccess({ report }) {
      toast.done(texts.customer.erased);
      onErased(report);
      await refresh('/api/');
    },
  });
  const kinds = Object.entries(texts.customer.found)
    .map(([kind, say]) => ({ kind, say, count: Number(found[kind as keyof Found]) }))
    .filter(({ count }) => count > 0);
  return (
    <section
      aria-label={texts.customer.held}
      role="status"
      className="mt-4 flex flex-col gap-3 border-t border-line pt-4"
    >
      {kinds.length || found.mentionCount ? (
        <>
          <p className="font-medium">{kinds.length ? texts.customer.held : texts.customer.nothing}</p>
          <p className="flex flex-wrap gap-2">
            {kinds.map(({ kind, say, count }) => (
              <Badge key={kind}>{say(count)}</Badge>
            ))}
          </p>
          {found.mentionCount > 0 && <Mentions found={found} also={also} onChange={setAlso} />}
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
