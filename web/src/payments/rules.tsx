import { useState } from 'react';
import { type EditableDocument, useDraft, useEditableDocument } from '../business/draft.ts';
import { moneyToText, textToMoney } from '../business/money.ts';
import { texts as sharedTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Checkbox, Select, TextField } from '../ui/field.tsx';
import { Loaded } from '../ui/states.tsx';
import { previewRule } from './preview.ts';
import type { DepositOptions, DepositRule } from './rule.ts';
import { findServices, type Service } from './services.ts';
import { texts } from './texts.ts';

const BASES = ['fixed', 'perPerson', 'percent'] as const;
type Basis = (typeof BASES)[number];
const NEW_RULE: DepositRule = { minPartySize: 8, perPerson: 1_000, mode: 'charge', refundUntilHours: 24 };
const DEFAULT_PAY_MINUTES = 30;

export function DepositRules({ isConnected }: { isConnected: boolean }) {
  const query = useEditableDocument();
  return (
    <Loaded query={query}>
      {(businessDocument) => <RuleList businessDocument={businessDocument} isConnected={isConnected} />}
    </Loaded>
  );
}

function RuleList({ businessDocument, isConnected }: { businessDocument: EditableDocument; isConnected: boolean }) {
  const draft = useDraft(businessDocument, ['deposits']);
  const deposits = (draft.values.deposits ?? { rules: [] }) as DepositOptions;
  const { rules, payWithinMinutes } = deposits;
  const changeDeposits = (change: Partial<DepositOptions>) => draft.setField('deposits', { ...deposits, ...change });
  const setRule = (index: number, rule: DepositRule) => changeDeposits({ rules: rules.with(index, rule) });
  return (
    <Card title={texts.rules} description={texts.rulesAbout}>
      <div className="flex flex-col gap-4">
        {!isConnected && <p className="text-sm text-danger">{texts.needsAccount}</p>}
        {rules.length === 0 && <p className="text-muted">{texts.none}</p>}
        {rules.map((rule, index) => (
          <RuleFields
            key={index}
            number={index + 1}
            rule={rule}
            businessDocument={businessDocument}
            onChange={(changedRule) => setRule(index, changedRule)}
            onRemove={() => changeDeposits({ rules: rules.toSpliced(index, 1) })}
          />
        ))}
        {rules.length > 0 && (
          <NumberField
            label={texts.payWithin}
            suffix={texts.minutes}
            min={30}
            max={1_440}
            value={payWithinMinutes ?? DEFAULT_PAY_MINUTES}
            onChange={(minutes) => changeDeposits({ payWithinMinutes: minutes ?? DEFAULT_PAY_MINUTES })}
          />
        )}
        <div className="flex flex-wrap gap-2">
          <Button
            variant="secondary"
            onClick={() => changeDeposits({ rules: [...rules, NEW_RULE] })}
            disabled={!isConnected}
          >
            {texts.add}
          </Button>
          {draft.isDirty && (
            <Button busy={draft.isSaving} onClick={() => void draft.save().catch(() => undefined)}>
              {sharedTexts.actions.save}
            </Button>
          )}
        </div>
      </div>
    </Card>
  );
}

type RuleProps = {
  number: number;
  rule: DepositRule;
  businessDocument: EditableDocument;
  onChange(rule: DepositRule): void;
  onRemove(): void;
};

function RuleFields({ number, rule, businessDocument, onChange, onRemove }: RuleProps) {
  const services = findServices(businessDocument);
  const { currency } = businessDocument;
  const locale = String(businessDocument.locale);
  const getServiceName = (id: string) => services.find((service) => service.id === id)?.name ?? id;
  const basis = BASES.find((candidate) => rule[candidate] !== undefined) ?? 'fixed';
  const { fixed: _, perPerson: __, percent: ___, ...withoutAmount } = rule;
  const setAmount = (newBasis: Basis, amount: number) => onChange({ ...withoutAmount, [newBasis]: amount });
  return (
    <fieldset className="flex flex-col gap-3 rounded-lg border border-line p-4">
      <legend className="px-1 font-medium">{texts.rule(number)}</legend>
      <p className="font-medium">{previewRule(rule, getServiceName, { locale, currency })}</p>
      {services.length > 0 && <ServiceChoices services={services} rule={rule} onChange={onChange} />}
      <div className="grid gap-3 sm:grid-cols-2">
        <NumberField
          label={texts.minPartySize}
          hint={texts.anyHint}
          value={rule.minPartySize}
          onChange={(minPartySize) => onChange(changeRule(rule, { minPartySize }))}
        />
        <NumberField
          label={texts.minMinutes}
          hint={texts.anyHint}
          suffix={texts.minutes}
          value={rule.minMinutes}
          onChange={(minMinutes) => onChange(changeRule(rule, { minMinutes }))}
        />
        <Select
          label={texts.basis}
          value={basis}
          options={BASES.map((value) => ({ value, label: texts.bases[value] }))}
          onChange={({ target }) => setAmount(target.value as Basis, target.value === 'percent' ? 20 : 1_000)}
        />
        {basis === 'percent' ? (
          <NumberField
            label={texts.percent}
            max={100}
            value={rule.percent}
            onChange={(percent) => setAmount('percent', percent ?? 1)}
          />
        ) : (
          <MoneyField
            key={basis}
            label={texts.amount(currency)}
            currency={currency}
            value={rule[basis] ?? 0}
            onChange={(amount) => setAmount(basis, amount)}
          />
        )}
        <Select
          label={texts.mode}
          hint={rule.mode === 'hold' ? texts.holdHint : undefined}
          value={rule.mode}
          options={Object.entries(texts.modes).map(([value, label]) => ({ value, label }))}
          onChange={({ target }) => onChange({ ...rule, mode: target.value as DepositRule['mode'] })}
        />
        <NumberField
          label={texts.refundUntilHours}
          suffix={texts.hoursBefore}
          min={0}
          value={rule.refundUntilHours}
          onChange={(hours) => onChange({ ...rule, refundUntilHours: hours ?? 0 })}
        />
      </div>
      <div>
        <Button small variant="quiet" onClick={onRemove}>
          {texts.remove}
        </Button>
      </div>
    </fieldset>
  );
}

/** The rule with a change; fields that are now blank are removed. */
function changeRule(rule: DepositRule, change: Partial<DepositRule>): DepositRule {
  const entries = Object.entries({ ...rule, ...change }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as DepositRule;
}

function ServiceChoices({ services, rule, onChange }: { services: Service[] } & Pick<RuleProps, 'rule' | 'onChange'>) {
  const selectedIds = rule.services ?? [];
  const toggle = (id: string) => {
    const newIds = selectedIds.includes(id)
      ? selectedIds.filter((selectedId) => selectedId !== id)
      : [...selectedIds, id];
    onChange(changeRule(rule, { services: newIds.length ? newIds : undefined }));
  };
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="font-medium">{texts.services}</legend>
      <p className="text-sm text-muted">{texts.servicesHint}</p>
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        {services.map(({ id, name }) => (
          <Checkbox key={id} label={name} checked={selectedIds.includes(id)} onChange={() => toggle(id)} />
        ))}
      </div>
    </fieldset>
  );
}

type NumberProps = {
  label: string;
  hint?: string;
  suffix?: string;
  min?: number;
  max?: number;
  value: number | undefined;
  onChange(value: number | undefined): void;
};

const NumberField = ({ min = 1, value, onChange, ...props }: NumberProps) => (
  <TextField
    {...props}
    className="max-w-28"
    type="number"
    inputMode="numeric"
    min={min}
    value={value ?? ''}
    onChange={({ target }) => onChange(target.value === '' ? undefined : Math.round(Number(target.value)))}
  />
);

function MoneyField({
  label,
  currency,
  value,
  onChange,
}: {
  label: string;
  currency: string;
  value: number;
  onChange(value: number): void;
}) {
  const [text, setText] = useState(moneyToText(value, currency));
  const amount = textToMoney(text, currency);
  return (
    <TextField
      label={label}
      className="max-w-28"
      inputMode="decimal"
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        const newAmount = textToMoney(target.value, currency);
        if (newAmount) onChange(newAmount);
      }}
      error={amount ? undefined : 'must be an amount'}
    />
  );
}
