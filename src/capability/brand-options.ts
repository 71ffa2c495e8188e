import { type Static, Type } from 'typebox';
import { COLOR_PATTERN } from '../kernel/colors.ts';
import { NonBlank, Strict } from '../kernel/http/schema.ts';
import { PICTURE_PATH_PATTERN } from './widget-options.ts';

/** The business's own brand, in place of the service's, for customers and in the dashboard. */
export const BrandOptions = Strict(
  {
    name: Type.Optional(NonBlank({ maxLength: 80, description: 'Shown on pages, in emails and in the dashboard' })),
    logoUrl: Type.Optional(
      Type.String({ pattern: PICTURE_PATH_PATTERN.source, description: 'The `avatarUrl` of an uploaded picture' }),
    ),
    color: Type.Optional(Type.String({ pattern: COLOR_PATTERN, description: 'For buttons and links' })),
    senderName: Type.Optional(
      NonBlank({ maxLength: 80, description: 'Who emails come from. Left out: the brand’s name' }),
    ),
  },
  { title: 'Brand', description: 'White label: with a `name`, nothing shows the service’s own brand' },
);

export type BrandOptions = Static<typeof BrandOptions>;
