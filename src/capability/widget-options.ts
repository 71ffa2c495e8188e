import { type Static, Type } from 'typebox';
import { COLOR_PATTERN } from '../kernel/colors.ts';
import { NonBlank, OneOf, Strict } from '../kernel/http/schema.ts';

/** The path of an uploaded picture on the service, with its id. Kept without the host, which may change. */
export const PICTURE_PATH_PATTERN = /^\/pictures\/([\w-]{43})\.(?:png|jpg|webp)$/;
export const formatPicturePath = (id: string, extension: string) => `/pictures/${id}.${extension}`;

const SingleLineText = (maxLength = 200) => NonBlank({ maxLength });

/** The owner's settings for the widget on their website. All are optional. */
export const WidgetOptions = Strict(
  {
    color: Type.Optional(
      Type.String({
        pattern: COLOR_PATTERN,
        description: 'We pick white or black text to match',
      }),
    ),
    position: Type.Optional(OneOf(['right', 'left'] as const)),
    greeting: Type.Optional(Type.String({ maxLength: 1_000 })),
    theme: Type.Optional(OneOf(['auto', 'light', 'dark'] as const)),
    avatarUrl: Type.Optional(
      Type.String({
        format: 'uri-reference',
        pattern: `^https://|${PICTURE_PATH_PATTERN.source}`,
        maxLength: 500,
        description: 'An `https` address, or the `avatarUrl` of an uploaded picture',
      }),
    ),
    title: Type.Optional(SingleLineText(80)),
    subtitle: Type.Optional(SingleLineText(120)),
    placeholder: Type.Optional(SingleLineText(80)),
    launcherLabel: Type.Optional(SingleLineText(80)),
    texts: Type.Optional(
      Type.Record(Type.String({ pattern: '^[A-Za-z][A-Za-z0-9.]{0,59}$' }), Type.String({ maxLength: 300 }), {
        additionalProperties: false,
        maxProperties: 100,
        description: 'Override the widget’s own texts by name',
      }),
    ),
    suggestions: Type.Optional(Type.Array(SingleLineText(80), { maxItems: 6 })),
    preChat: Type.Optional(
      Strict({
        enabled: Type.Boolean(),
        fields: Type.Optional(
          Type.Array(
            Strict({ name: OneOf(['name', 'email', 'phone'] as const), required: Type.Optional(Type.Boolean()) }),
            { minItems: 1, maxItems: 3 },
          ),
        ),
        message: Type.Optional(SingleLineText(500)),
      }),
    ),
    proactive: Type.Optional(
      Strict({
        enabled: Type.Boolean(),
        afterSeconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 3_600 })),
        pages: Type.Optional(
          Type.Array(SingleLineText(), { maxItems: 50, description: 'Paths where it appears; `*` matches anything' }),
        ),
        message: Type.Optional(SingleLineText(500)),
      }),
    ),
    sound: Type.Optional(Type.Boolean()),
    rating: Type.Optional(Type.Boolean()),
    transcript: Type.Optional(Type.Boolean()),
    poweredBy: Type.Optional(Type.Boolean()),
    requireIdentity: Type.Optional(Type.Boolean({ description: 'Only customers your website has signed in can chat' })),
  },
  { title: 'Widget' },
);

export type WidgetOptions = Static<typeof WidgetOptions>;
