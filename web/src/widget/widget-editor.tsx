import { Link } from '@tanstack/react-router';
import { Eye } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { type EditableDocument, useDraft } from '../business/draft.ts';
import { SaveBar } from '../business/save-bar.tsx';
import { texts as businessTexts } from '../business/texts.ts';
import { useMe } from '../me.ts';
import { texts as planTexts } from '../plan/texts.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Loaded } from '../ui/states.tsx';
import { Switch } from '../ui/switch.tsx';
import { BeforeChatCard, WelcomeCard } from './chat-settings.tsx';
import { ColorSetting } from './color-setting.tsx';
import { getLanguageCode, useDefaults, useWidgetTexts } from './data.ts';
import { type WidgetOptions, withOption, withToggle } from './options.ts';
import { PictureSetting } from './picture-setting.tsx';
import { Preview } from './preview.tsx';
import { ChoiceSetting, type Editor, EditorContext, Setting, useEditor } from './setting.tsx';
import { TextsCard } from './text-settings.tsx';
import { texts } from './texts.ts';

const NO_OPTIONS: WidgetOptions = {};

/** The widget's settings beside the widget itself. */
export function WidgetEditor({ businessDocument }: { businessDocument: EditableDocument }) {
  const defaultsQuery = useDefaults();
  const widgetTextsQuery = useWidgetTexts(getLanguageCode(String(businessDocument.locale)));
  return (
    <Loaded query={defaultsQuery}>
      {({ settings, locked }) => (
        <Loaded query={widgetTextsQuery}>
          {(loadedTexts) => (
            <EditorForm
              businessDocument={businessDocument}
              defaults={settings}
              locked={locked}
              defaultTexts={loadedTexts}
            />
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

type EditorFormProps = Pick<Editor, 'defaults' | 'locked'> & {
  businessDocument: EditableDocument;
  defaultTexts: Record<string, string>;
};

function EditorForm({ businessDocument, defaults, locked, defaultTexts }: EditorFormProps) {
  const { hasRoleAtLeast } = useMe();
  const draft = useDraft(businessDocument, ['widget']);
  const options = (draft.values.widget as WidgetOptions | undefined) ?? NO_OPTIONS;
  const { errors, setField } = draft;
  const editor = useMemo(
    (): Editor => ({
      options,
      defaults,
      locked,
      errors,
      getDefaultText: (name) => defaultTexts[name] ?? '',
      changeOptions: (newOptions) => setField('widget', newOptions),
    }),
    [options, defaults, locked, errors, defaultTexts],
  );
  const isAdmin = hasRoleAtLeast('admin');
  return (
    <EditorContext value={editor}>
      {!isAdmin && <p className="text-muted">{businessTexts.readOnly}</p>}
      <LockedOptions locked={locked} />
      <div
        className={`flex flex-col gap-6 ${isAdmin ? 'xl:grid xl:grid-cols-[minmax(0,1fr)_26rem] xl:items-start' : 'max-w-3xl'}`}
      >
        <div className="flex min-w-0 flex-col gap-6">
          <fieldset disabled={!isAdmin} className="flex min-w-0 flex-col gap-6">
            <legend className="sr-only">{texts.title}</legend>
            <LookCard />
            <WelcomeCard />
            {!('preChat' in locked && 'proactive' in locked) && <BeforeChatCard />}
            <BehaviorCard />
            {!('texts' in locked) && <TextsCard />}
          </fieldset>
          <SaveBar draft={draft} />
        </div>
        {isAdmin && <PreviewPane businessDocument={businessDocument} />}
      </div>
    </EditorContext>
  );
}

/** One line for each plan, with the options that it adds. */
function LockedOptions({ locked }: Pick<Editor, 'locked'>) {
  const optionsByPlan = Map.groupBy(Object.keys(locked) as (keyof WidgetOptions)[], (option) => locked[option] ?? '');
  if (!optionsByPlan.size) return null;
  return (
    <div className="flex max-w-3xl flex-col gap-1 text-muted">
      {[...optionsByPlan].map(([plan, options]) => (
        <p key={plan}>
          {texts.availableOn(
            planTexts.names[plan] ?? plan,
            options.map((option) => texts.options[option]),
          )}
        </p>
      ))}
      <Link to="/settings/plan" className="self-start font-medium text-accent underline underline-offset-2">
        {texts.plans}
      </Link>
    </div>
  );
}

function LookCard() {
  const { options, defaults, changeOptions } = useEditor();
  const { look } = texts;
  return (
    <Card title={look.title}>
      <div className="flex flex-col gap-5">
        <ColorSetting />
        <PictureSetting />
        <ChoiceSetting
          option="position"
          label={look.position}
          options={look.positions}
          value={options.position ?? defaults.position}
          onChange={(newPosition) =>
            changeOptions(withOption(options, 'position', newPosition === defaults.position ? undefined : newPosition))
          }
        />
        <ChoiceSetting
          option="theme"
          label={look.theme}
          options={look.themes}
          value={options.theme ?? defaults.theme}
          onChange={(newTheme) =>
            changeOptions(withOption(options, 'theme', newTheme === defaults.theme ? undefined : newTheme))
          }
        />
      </div>
    </Card>
  );
}

function BehaviorCard() {
  const { options, defaults, changeOptions } = useEditor();
  const { behavior } = texts;
  const renderToggle = (name: 'sound' | 'rating' | 'poweredBy', hint?: string) => (
    <Setting option={name} label={behavior[name]}>
      <Switch
        label={behavior[name]}
        hint={hint}
        checked={options[name] ?? defaults[name]}
        onChange={(isOn) => changeOptions(withToggle(options, defaults, name, isOn))}
      />
    </Setting>
  );
  return (
    <Card title={behavior.title}>
      <div className="flex flex-col gap-4">
        {renderToggle('sound', behavior.soundHint)}
        {renderToggle('rating', behavior.ratingHint)}
        <Setting option="transcript" label={behavior.transcript}>
          <Switch
            label={behavior.transcript}
            hint={defaults.transcript ? behavior.transcriptHint : behavior.transcriptOff}
            checked={defaults.transcript && options.transcript !== false}
            disabled={!defaults.transcript}
            onChange={(isOn) => changeOptions(withToggle(options, defaults, 'transcript', isOn))}
          />
        </Setting>
        {renderToggle('poweredBy')}
        <Setting option="requireIdentity" label={behavior.requireIdentity}>
          <Switch
            label={behavior.requireIdentity}
            hint={behavior.requireIdentityHint}
            checked={options.requireIdentity ?? false}
            onChange={(isOn) => changeOptions(withOption(options, 'requireIdentity', isOn || undefined))}
          />
        </Setting>
      </div>
    </Card>
  );
}

/** Beside the form where there is room, otherwise behind a button. */
function PreviewPane({ businessDocument }: { businessDocument: EditableDocument }) {
  const isWide = useIsWide();
  const [isOpen, setIsOpen] = useState(false);
  if (isWide)
    return (
      <div className="sticky top-20">
        <Preview businessDocument={businessDocument} />
      </div>
    );
  return (
    <div className="sticky top-16 z-10 order-first self-end">
      <Button variant="secondary" className="shadow-lg" onClick={() => setIsOpen(true)}>
        <Eye className="size-4" aria-hidden />
        {texts.preview.show}
      </Button>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title={texts.preview.title}>
        <Preview businessDocument={businessDocument} />
      </Dialog>
    </div>
  );
}

const WIDE_QUERY = matchMedia('(width >= 80rem)');

function useIsWide(): boolean {
  const [isWide, setIsWide] = useState(WIDE_QUERY.matches);
  useEffect(() => {
    const update = () => setIsWide(WIDE_QUERY.matches);
    WIDE_QUERY.addEventListener('change', update);
    return () => WIDE_QUERY.removeEventListener('change', update);
  }, []);
  return isWide;
}
