import { useState } from 'react';
import { GREETING_DELAY_SECONDS } from '../../../widget/src/proactive.ts';
import { findErrorMessage } from '../business/draft.ts';
import { Card } from '../ui/card.tsx';
import { Select, TextArea, TextField } from '../ui/field.tsx';
import { Switch } from '../ui/switch.tsx';
import {
  type ContactName,
  type FieldRequirement,
  getFieldRequirements,
  splitNonEmptyLines,
  withFieldRequirement,
  withOption,
  withPart,
} from './options.ts';
import { Setting, TextSetting, useEditor } from './setting.tsx';
import { texts } from './texts.ts';

const { welcome, beforeChat } = texts;

/** The texts that a customer reads first. */
export function WelcomeCard() {
  const { options, defaults, getDefaultText, changeOptions } = useEditor();
  const getCustomerText = (name: string) => options.texts?.[name] || getDefaultText(name);
  const createTextSetter =
    (name: 'title' | 'subtitle' | 'greeting' | 'placeholder' | 'launcherLabel') => (text: string) =>
      changeOptions(withOption(options, name, text));
  return (
    <Card title={welcome.title}>
      <div className="flex flex-col gap-4">
        <TextSetting
          multiline
          option="greeting"
          label={welcome.greeting}
          hint={welcome.greetingHint}
          textWhenEmpty={defaults.greeting || getCustomerText('greeting')}
          value={options.greeting}
          maxLength={1_000}
          onChange={createTextSetter('greeting')}
        />
        <TextSetting
          option="title"
          label={welcome.name}
          textWhenEmpty={defaults.title ?? getCustomerText('title')}
          value={options.title}
          maxLength={80}
          onChange={createTextSetter('title')}
        />
        <TextSetting
          option="subtitle"
          label={welcome.subtitle}
          hint={welcome.subtitleHint}
          textWhenEmpty={getCustomerText('subtitle')}
          value={options.subtitle}
          maxLength={120}
          onChange={createTextSetter('subtitle')}
        />
        <TextSetting
          option="placeholder"
          label={welcome.placeholder}
          textWhenEmpty={getCustomerText('placeholder')}
          value={options.placeholder}
          maxLength={80}
          onChange={createTextSetter('placeholder')}
        />
        <TextSetting
          option="launcherLabel"
          label={welcome.launcher}
          hint={welcome.launcherHint}
          textWhenEmpty={getCustomerText('launcher')}
          value={options.launcherLabel}
          maxLength={80}
          onChange={createTextSetter('launcherLabel')}
        />
        <SuggestionSettings />
      </div>
    </Card>
  );
}

/** An empty list turns suggestions off; without a list, the service suggests what customers can do. */
function SuggestionSettings() {
  const { options, defaults, errors, changeOptions } = useEditor();
  const { suggestions } = options;
  const showsSuggestions = suggestions === undefined || suggestions.length > 0;
  const setSuggestions = (newSuggestions: string[] | undefined) =>
    changeOptions(withOption(options, 'suggestions', newSuggestions));
  const defaultList = defaults.suggestions.join('\n');
  return (
    <Setting
      option="suggestions"
      label={welcome.suggestionList}
      onReset={suggestions ? () => setSuggestions(undefined) : undefined}
    >
      <Switch
        label={welcome.suggestions}
        hint={welcome.suggestionsHint}
        checked={showsSuggestions}
        onChange={(isOn) => setSuggestions(isOn ? undefined : [])}
      />
      {showsSuggestions && (
        <LinesField
          label={welcome.suggestionList}
          hint={welcome.suggestionListHint}
          lines={suggestions ?? []}
          placeholder={defaultList || welcome.noSuggestions}
          error={errors.find(({ pointer }) => pointer.startsWith('/widget/suggestions'))?.detail}
          onChange={(lines) => setSuggestions(lines.length ? lines : undefined)}
        />
      )}
    </Setting>
  );
}

type LinesProps = {
  label: string;
  hint: string;
  lines: string[];
  placeholder?: string;
  error?: string;
  onChange(lines: string[]): void;
};

/** Keeps spaces and empty lines while they are typed. */
function LinesField({ lines, onChange, ...fieldProps }: LinesProps) {
  const [typedText, setTypedText] = useState(lines.join('\n'));
  const isTypedTextCurrent = splitNonEmptyLines(typedText).join('\n') === lines.join('\n');
  return (
    <TextArea
      {...fieldProps}
      value={isTypedTextCurrent ? typedText : lines.join('\n')}
      onChange={({ target }) => {
        setTypedText(target.value);
        onChange(splitNonEmptyLines(target.value));
      }}
    />
  );
}

/** The form before the chat, and the proactive greeting. */
export function BeforeChatCard() {
  const { options, changeOptions } = useEditor();
  const { preChat, proactive } = options;
  return (
    <Card title={beforeChat.title}>
      <div className="flex flex-col gap-5">
        <Setting option="preChat" label={beforeChat.preChat}>
          <Switch
            label={beforeChat.preChat}
            hint={beforeChat.preChatHint}
            checked={preChat?.enabled ?? false}
            onChange={(enabled) => changeOptions(withPart(options, 'preChat', { enabled }))}
          />
          {preChat?.enabled && <PreChatSettings />}
        </Setting>
        <Setting option="proactive" label={beforeChat.proactive}>
          <Switch
            label={beforeChat.proactive}
            hint={beforeChat.proactiveHint}
            checked={proactive?.enabled ?? false}
            onChange={(enabled) => changeOptions(withPart(options, 'proactive', { enabled }))}
          />
          {proactive?.enabled && <ProactiveSettings />}
        </Setting>
      </div>
    </Card>
  );
}

const CONTACT_NAMES: ContactName[] = ['name', 'email', 'phone'];
const REQUIREMENTS: FieldRequirement[] = ['no', 'optional', 'required'];

function PreChatSettings() {
  const { options, defaults, getDefaultText, changeOptions } = useEditor();
  const requirements = getFieldRequirements(options);
  return (
    <div className="mt-2 flex flex-col gap-4">
      <div className="grid gap-3 sm:grid-cols-3">
        {CONTACT_NAMES.map((name) => (
          <Select
            key={name}
            label={beforeChat.fields[name]}
            value={requirements[name]}
            options={REQUIREMENTS.map((value) => ({ value, label: beforeChat.requirements[value] }))}
            onChange={({ target }) =>
              changeOptions(withFieldRequirement(options, name, target.value as FieldRequirement))
            }
          />
        ))}
      </div>
      <TextSetting
        multiline
        option="preChat"
        pointer="preChat/message"
        label={beforeChat.message}
        textWhenEmpty={options.greeting || defaults.greeting || getDefaultText('greeting')}
        value={options.preChat?.message}
        maxLength={500}
        onChange={(message) => changeOptions(withPart(options, 'preChat', { message }))}
      />
    </div>
  );
}

function ProactiveSettings() {
  const { options, defaults, getDefaultText, errors, changeOptions } = useEditor();
  const { message, afterSeconds, pages = [] } = options.proactive ?? {};
  return (
    <div className="mt-2 flex flex-col gap-4">
      <TextSetting
        multiline
        option="proactive"
        pointer="proactive/message"
        label={beforeChat.proactiveMessage}
        textWhenEmpty={options.greeting || defaults.greeting || getDefaultText('greeting')}
        value={message}
        maxLength={500}
        onChange={(text) => changeOptions(withPart(options, 'proactive', { message: text }))}
      />
      <TextField
        label={beforeChat.delay}
        type="number"
        inputMode="numeric"
        min={0}
        max={3_600}
        placeholder={String(GREETING_DELAY_SECONDS)}
        value={afterSeconds ?? ''}
        error={findErrorMessage(errors, '/widget/proactive/afterSeconds')}
        onChange={({ target: { value } }) =>
          changeOptions(withPart(options, 'proactive', { afterSeconds: value === '' ? undefined : Number(value) }))
        }
      />
      <LinesField
        label={beforeChat.pages}
        hint={beforeChat.pagesHint}
        lines={pages}
        error={errors.find(({ pointer }) => pointer.startsWith('/widget/proactive/pages'))?.detail}
        onChange={(lines) => changeOptions(withPart(options, 'proactive', { pages: lines.length ? lines : undefined }))}
      />
    </div>
  );
}
