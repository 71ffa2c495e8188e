// The owner's options for the widget, and the settings that follow from them. Pure functions, for the form and the preview.
import type { Settings } from '../../../widget/src/api-types.ts';
import { chooseTextColor } from './color-report.ts';

type OptionName = 'color' | 'position' | 'theme' | 'avatarUrl' | 'title' | 'subtitle' | 'greeting' | 'placeholder';
type ToggleName = 'sound' | 'rating' | 'transcript' | 'poweredBy';
type PreChat = { enabled: boolean; fields?: ContactField[]; message?: string };
type Proactive = { enabled: boolean; afterSeconds?: number; pages?: string[]; message?: string };
type ContactField = { name: ContactName; required?: boolean };
export type ContactName = 'name' | 'email' | 'phone';

/** The document's `widget` field. Options that are not set have their defaults. */
export type WidgetOptions = Partial<
  Pick<Settings, OptionName | ToggleName | 'launcherLabel' | 'texts' | 'suggestions'> & {
    preChat: PreChat;
    proactive: Proactive;
    requireIdentity: boolean;
  }
>;
/** The settings for options that are not set. */
export type Defaults = Settings & Required<Pick<Settings, ToggleName>>;

/** Sets an option. Without a value, the option gets its default back. */
export function withOption<Options extends object, Name extends keyof Options>(
  options: Options,
  name: Name,
  value: Options[Name] | undefined,
): Options {
  const { [name]: _, ...rest } = options;
  return (isBlank(value) ? rest : { ...rest, [name]: value }) as Options;
}

/** An empty text or object means that the option is not set; an empty list is a value. */
const isBlank = (value: unknown) =>
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && value !== null && !Array.isArray(value) && !Object.keys(value).length);

export const withText = (options: WidgetOptions, name: string, text: string): WidgetOptions =>
  withOption(options, 'texts', withOption(options.texts ?? {}, name, text || undefined));

/** Sets a switch. One that equals its default is not stored. */
export const withToggle = (
  options: WidgetOptions,
  defaults: Defaults,
  name: ToggleName,
  isOn: boolean,
): WidgetOptions => withOption(options, name, isOn === defaults[name] ? undefined : isOn);

/** Changes a part and keeps its other fields. A part that is off and has no other fields is not stored. */
export function withPart<Name extends 'preChat' | 'proactive'>(
  options: WidgetOptions,
  name: Name,
  change: Partial<NonNullable<WidgetOptions[Name]>>,
): WidgetOptions {
  const part = { enabled: false, ...options[name], ...change } as { enabled: boolean } & Record<string, unknown>;
  const definedFields = Object.fromEntries(
    Object.entries(part).filter(([, value]) => value !== undefined && value !== ''),
  );
  const isStored = part.enabled || Object.keys(definedFields).length > 1;
  return withOption(options, name, (isStored ? definedFields : undefined) as WidgetOptions[Name]);
}

/** The service's defaults. */
const DEFAULT_CONTACT_FIELDS: ContactField[] = [{ name: 'name', required: true }, { name: 'email' }];
const CONTACT_NAMES: ContactName[] = ['name', 'email', 'phone'];

export type FieldRequirement = 'no' | 'optional' | 'required';

/** Which contact details the form before the chat asks for. */
export function getFieldRequirements({ preChat }: WidgetOptions): Record<ContactName, FieldRequirement> {
  const fields = preChat?.fields ?? DEFAULT_CONTACT_FIELDS;
  const getRequirement = (name: ContactName): FieldRequirement => {
    const field = fields.find((candidate) => candidate.name === name);
    return field ? (field.required ? 'required' : 'optional') : 'no';
  };
  return { name: getRequirement('name'), email: getRequirement('email'), phone: getRequirement('phone') };
}

/** Changes whether the form asks for a contact detail. A form that asks for nothing is switched off. */
export function withFieldRequirement(
  options: WidgetOptions,
  name: ContactName,
  requirement: FieldRequirement,
): WidgetOptions {
  const requirements = { ...getFieldRequirements(options), [name]: requirement };
  const fields = CONTACT_NAMES.filter((contactName) => requirements[contactName] !== 'no').map((contactName) => ({
    name: contactName,
    required: requirements[contactName] === 'required',
  }));
  return withPart(options, 'preChat', fields.length ? { fields } : { enabled: false, fields: undefined });
}

export const splitNonEmptyLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** The uploaded picture's path, without a host. */
export const isUploadedPicture = (avatarUrl: string | undefined): boolean =>
  avatarUrl?.startsWith('/pictures/') ?? false;

const isColor = (text: string | undefined): text is string => /^#([\da-f]{3}|[\da-f]{6})$/i.test(text ?? '');
export const chooseShownColor = ({ color }: WidgetOptions, defaults: Pick<Defaults, 'color'>): string =>
  isColor(color) ? color : defaults.color;

const NEXT_OPENING_MS = 12 * 3_600_000;

/**
 * All settings of the widget, so that the preview does not depend on saved ones. It greets immediately and on every page,
 * and the theme `auto` becomes the preview's theme.
 */
export function createPreviewSettings(
  defaults: Defaults,
  options: WidgetOptions,
  { isDark, isBusinessOpen, now }: { isDark: boolean; isBusinessOpen: boolean; now: Date },
): Settings {
  const { requireIdentity: _, preChat, proactive, theme = defaults.theme, ...chosenOptions } = options;
  const color = chooseShownColor(options, defaults);
  const requirements = getFieldRequirements(options);
  const fields = CONTACT_NAMES.filter((name) => requirements[name] !== 'no');
  return {
    // Unset, to remove what a previous preview has set.
    avatarUrl: undefined,
    subtitle: undefined,
    placeholder: undefined,
    launcherLabel: undefined,
    greeting: undefined,
    phone: undefined,
    emergencyNumber: undefined,
    ...defaults,
    openNow: isBusinessOpen,
    // The next opening time is invented if the business is open now, because the preview only shows what the line looks like.
    opensAt: isBusinessOpen ? undefined : (defaults.opensAt ?? new Date(now.getTime() + NEXT_OPENING_MS).toISOString()),
    ...chosenOptions,
    color,
    textColor: chooseTextColor(color),
    theme: theme === 'auto' ? (isDark ? 'dark' : 'light') : theme,
    transcript: defaults.transcript && options.transcript !== false,
    preChat: { ...preChat, fields: fields.map((name) => ({ name, required: requirements[name] === 'required' })) },
    proactive: { ...proactive, afterSeconds: 0, pages: [] },
  };
}
