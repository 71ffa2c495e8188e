import { SendIcon } from './icons.tsx';
import type { PanelContext } from './panel-context.ts';

const AUTOFILL_BY_FIELD: Record<string, { autocomplete: string; inputMode: 'text' | 'tel' | 'email' }> = {
  name: { autocomplete: 'name', inputMode: 'text' },
  phone: { autocomplete: 'tel', inputMode: 'tel' },
  email: { autocomplete: 'email', inputMode: 'email' },
};

/** Grows the field with its text, up to the max-height of the style sheet. */
function fitHeight(field: HTMLTextAreaElement) {
  field.style.height = 'auto';
  field.style.height = `${field.scrollHeight}px`;
}

/** The message field. When the assistant asks for contact details, the browser can autofill them. */
export function Composer({ context: { core, store, state } }: { context: PanelContext }) {
  const { t, getSettings } = core;
  const requestedField = state.items.at(-1)?.asks?.field ?? '';
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        const field = event.currentTarget.elements[0] as HTMLTextAreaElement;
        store.send(field.value);
        field.value = '';
        fitHeight(field);
        field.focus();
      }}
    >
      <textarea
        rows={1}
        maxLength={4000}
        aria-label={t('message')}
        placeholder={getSettings().placeholder || t('placeholder')}
        enterkeyhint="send"
        {...AUTOFILL_BY_FIELD[requestedField]}
        onInput={({ currentTarget }) => fitHeight(currentTarget)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          event.currentTarget.form!.requestSubmit();
        }}
      />
      <button type="submit" class="send" aria-label={t('send')}>
        <SendIcon />
      </button>
    </form>
  );
}
