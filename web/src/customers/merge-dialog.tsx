import { useMutation } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { formatPhone } from '../phone.ts';
import { useRefresh } from '../queries.ts';
import { texts as sharedTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { usePages } from '../ui/pagination.tsx';
import { toast } from '../ui/toast.tsx';
import { CUSTOMERS_PATH, type Customer, type CustomerProfile, customerApi } from './data.ts';
import { texts } from './texts.ts';

const MAX_CANDIDATES = 6;

/** Finds the duplicate and merges it into this customer. */
export function MergeDialog({ customer, onClose }: { customer: CustomerProfile; onClose(): void }) {
  const refresh = useRefresh();
  const [searchText, setSearchText] = useState('');
  const q = useDeferredValue(searchText.trim());
  // The name is the best guess until something is typed.
  const { query, rows } = usePages<Customer>(CUSTOMERS_PATH, { q: q || customer.name || undefined });
  // `sealed`: a patient, whose details are stored encrypted. They are merged only with each other.
  const candidates = rows
    .filter(({ id, sealed }) => id !== customer.id && sealed === customer.sealed)
    .slice(0, MAX_CANDIDATES);
  const merge = useMutation({
    mutationFn: (id: string) => customerApi.merge(customer.id, id),
    onSuccess: async () => {
      await refresh(CUSTOMERS_PATH, '/api/v1/bookings', '/api/requests', '/api/inbox');
      toast.success(texts.merge.done);
      onClose();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.merge.title}
      actions={
        <Button variant="secondary" onClick={onClose}>
          {sharedTexts.actions.cancel}
        </Button>
      }
    >
      <p className="text-muted">{texts.merge.text(customer.name || texts.noName)}</p>
      <TextField
        label={texts.search}
        type="search"
        value={searchText}
        onChange={({ target }) => setSearchText(target.value)}
      />
      {candidates.length > 0 ? (
        <ul className="flex flex-col divide-y divide-line rounded-lg border border-line">
          {candidates.map(({ id, name, phone, email }) => (
            <li key={id} className="flex items-center gap-3 px-3 py-2">
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">{name || texts.noName}</span>
                <span className="block truncate text-sm text-muted">
                  {[phone && formatPhone(phone, undefined), email].filter(Boolean).join(' · ')}
                </span>
              </span>
              <Button
                variant="danger"
                small
                aria-label={texts.merge.choose(name || texts.noName)}
                busy={merge.isPending && merge.variables === id}
                onClick={() => merge.mutate(id)}
              >
                {texts.merge.confirm}
              </Button>
            </li>
          ))}
        </ul>
      ) : (
        !query.isFetching && <p className="text-muted">{texts.merge.none}</p>
      )}
    </Dialog>
  );
}
