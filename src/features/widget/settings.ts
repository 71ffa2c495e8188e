import { type Static, Type } from 'typebox';
import { type Business, countryOf } from '../../capability/document.ts';
import { formatterFor } from '../../capability/formatter.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import { getEmergencyNumber, withEmergencyNumber } from '../../guardrails/emergency-numbers.ts';
import { chooseTextColor } from '../../kernel/colors.ts';
import type { Workspace } from '../../kernel/http/route.ts';
import { Nullable, OneOf, Time, Titled } from '../../kernel/http/schema.ts';
import { listCapabilitySuggestions } from '../assistant/general.ts';
import { findNextOpeningTime, renderClosedNotice } from '../assistant/opening-hours.ts';
import { findWhiteLabelBrand } from '../brand/brand.ts';
import { pickAllowedWidgetOptions } from '../plans/widget-plans.ts';

const PreChatField = Type.Object({ name: OneOf(['name', 'email', 'phone']), required: Type.Boolean() });

/** The widget's public settings. */
export const WidgetSettings = Titled('Widget settings', {
  businessName: Type.String(),
  industry: Nullable(Type.String()),
  locale: Type.String(),
  direction: OneOf(['ltr', 'rtl']),
  color: Type.String(),
  textColor: Type.String(),
  position: OneOf(['right', 'left']),
  theme: OneOf(['auto', 'light', 'dark']),
  avatarUrl: Type.Optional(Type.String()),
  title: Type.String(),
  /** Texts left out here are shown in the visitor's language by the widget. */
  subtitle: Type.Optional(Type.String()),
  greeting: Type.Optional(Type.String()),
  placeholder: Type.Optional(Type.String()),
  launcherLabel: Type.Optional(Type.String()),
  texts: Type.Record(Type.String(), Type.String()),
  suggestions: Type.Array(Type.String()),
  preChat: Type.Object({
    enabled: Type.Boolean(),
    fields: Type.Array(PreChatField),
    message: Type.Optional(Type.String()),
  }),
  proactive: Type.Object({
    enabled: Type.Boolean(),
    afterSeconds: Type.Optional(Type.Integer()),
    pages: Type.Optional(Type.Array(Type.String())),
    message: Type.Optional(Type.String()),
  }),
  sound: Type.Boolean(),
  rating: Type.Boolean(),
  transcript: Type.Boolean(),
  poweredBy: Type.Boolean(),
  currency: Type.String(),
  timezone: Type.String(),
  openNow: Type.Boolean(),
  opensAt: Type.Optional(Time({ description: 'While closed: the next opening, where it is known' })),
  phone: Type.Optional(Type.String()),
  emergencyNumber: Type.Optional(Type.String()),
});

type SettingsInput = {
  business: Business;
  industry: AnyIndustry | undefined;
  isHealth: boolean;
  canSendEmail: boolean;
  workspace: Workspace;
  linkBase: string;
  now: Date;
};

const DEFAULT_COLOR = '#1f5fd0';
const DEFAULT_PRE_CHAT_FIELDS = [{ name: 'name' as const, required: true }, { name: 'email' as const }];

/** The owner's choices that the plan allows, and defaults for the rest. */
export function buildWidgetSettings(input: SettingsInput): Static<typeof WidgetSettings> {
  const { business, industry, isHealth, canSendEmail, workspace, linkBase, now } = input;
  const brand = findWhiteLabelBrand(workspace, business.brand);
  const allowedOptions = pickAllowedWidgetOptions(workspace.mode, workspace.plan, {
    ...(brand?.logoUrl ? { avatarUrl: brand.logoUrl } : {}),
    ...business.widget,
    ...(brand ? { poweredBy: false } : {}),
  });
  const {
    color = brand?.color ?? DEFAULT_COLOR,
    preChat,
    rating = true,
    transcript = true,
    requireIdentity: _,
    ...otherOptions
  } = allowedOptions;
  const greeting = otherOptions.greeting || business.greeting;
  const openNow = renderClosedNotice(business, now) === undefined;
  const nextOpening = openNow ? undefined : findNextOpeningTime(business, now);
  const fields = preChat?.enabled ? (preChat.fields ?? DEFAULT_PRE_CHAT_FIELDS) : [];
  return {
    businessName: business.name,
    industry: industry?.name ?? null,
    locale: business.locale,
    direction: findDirection(business.locale),
    position: 'right',
    theme: 'auto',
    title: brand?.name ?? business.name,
    texts: {},
    suggestions: listCapabilitySuggestions({ business, industry }).map((offer) => formatterFor(business).text(offer)),
    proactive: { enabled: false },
    sound: false,
    poweredBy: true,
    ...otherOptions,
    ...(greeting ? { greeting: withEmergencyNumber(greeting, countryOf(business)) } : {}),
    ...(otherOptions.avatarUrl ? { avatarUrl: new URL(otherOptions.avatarUrl, linkBase).href } : {}),
    color,
    textColor: chooseTextColor(color),
    preChat: {
      enabled: false,
      ...preChat,
      fields: fields.map(({ name, required = false }) => ({ name, required })),
    },
    rating,
    // Conversations about health are not sent by email.
    transcript: transcript && canSendEmail && !isHealth,
    currency: business.currency,
    timezone: business.timezone,
    openNow,
    ...(nextOpening ? { opensAt: nextOpening.toISOString() } : {}),
    ...(business.contact.phone ? { phone: business.contact.phone } : {}),
    ...(isHealth ? { emergencyNumber: getEmergencyNumber(countryOf(business)) } : {}),
  };
}

type TextInfo = { getTextInfo?(): { direction?: string } };

function findDirection(locale: string): 'ltr' | 'rtl' {
  return (new Intl.Locale(locale) as TextInfo).getTextInfo?.().direction === 'rtl' ? 'rtl' : 'ltr';
}
