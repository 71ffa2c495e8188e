import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { Type } from 'typebox';
import type { Business } from '../../../capability/document.ts';
import { formatPicturePath } from '../../../capability/widget-options.ts';
import type { Config } from '../../../kernel/config.ts';
import type { Db } from '../../../kernel/database/database.ts';
import {
  created,
  type Gate,
  noContent,
  type Route,
  route,
  type WorkspacePrincipal,
} from '../../../kernel/http/route.ts';
import { NonBlank, Strict } from '../../../kernel/http/schema.ts';
import { notFound, Problem } from '../../../kernel/problem.ts';
import { findLinkBase } from '../../brand/domains.ts';
import { readDocument } from '../../business/store.ts';
import type { Scope } from '../../keys/scopes.ts';
import { requireWidgetOptions } from '../../plans/widget-plans.ts';
import { type ImageType, readImage } from './image.ts';

declare module '../../../kernel/database/database.ts' {
  interface Tables {
    pictures: { workspace_id: string; id: string; type: ImageType; content: Buffer; created_at: Date };
  }
}

type Dependencies = { config: Config; keyGate(scope: Scope): Gate<WorkspacePrincipal> };

const tag = 'Widget';
const MAX_IMAGE_BYTES = 512 * 1024;
/** Base64 needs four characters for three bytes. */
const MAX_BODY_BYTES = Math.ceil(MAX_IMAGE_BYTES / 3) * 4 + 1024;
/** Earlier versions of the document may name earlier pictures. */
const MAX_PICTURES = 20;
/** For the API reference. */
const ONE_PIXEL_PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mNQSlsFAAHgATOzX0p2AAAAAElFTkSuQmCC';
const EXTENSIONS: Record<ImageType, string> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' };

export function pictureRoutes({ config, keyGate }: Dependencies): Route[] {
  return [
    route({
      method: 'POST',
      pathPrefixSet: 'versioned',
      path: '/widget/pictures',
      gate: keyGate('config:write'),
      tag,
      summary: 'Upload a picture for the widget',
      description:
        'A PNG, JPEG or WebP of at most 512 KiB and 1024 × 1024 pixels; 256 × 256 is best. Camera data and other metadata ' +
        'are removed. Put `avatarUrl` into the document’s `widget`, or into its `brand` as `logoUrl`, to show it. The last 20 pictures are kept, and the one ' +
        'in use.',
      body: Strict({ image: NonBlank({ description: 'The bytes, in base64' }) }),
      bodyLimit: MAX_BODY_BYTES,
      example: { body: { image: ONE_PIXEL_PNG } },
      responses: {
        201: Type.Object({
          id: Type.String(),
          avatarUrl: Type.String({ description: 'For the document’s `widget`' }),
          url: Type.String({ description: 'Where browsers find it' }),
          width: Type.Integer(),
          height: Type.Integer(),
        }),
      },
      async handle(ctx, { body }) {
        const { db, workspace, now } = ctx;
        const { type, content, width, height } = parseImageUpload(body.image);
        const id = computePictureId(workspace.id, content);
        const avatarUrl = formatPicturePath(id, EXTENSIONS[type]);
        // Throws if the plan does not include a picture.
        requireWidgetOptions(workspace.mode, workspace.plan, { avatarUrl });
        await db
          .insertInto('pictures')
          .values({ workspace_id: workspace.id, id, type, content, created_at: now })
          .onConflict((conflict) => conflict.columns(['workspace_id', 'id']).doUpdateSet({ created_at: now }))
          .execute();
        const { document: business } = await readDocument(db, workspace);
        await deleteOldestUnused(db, joinPictureReferences(business));
        const url = (await findLinkBase(ctx, config.publicUrl)) + avatarUrl;
        return created({ id, avatarUrl, url, width, height });
      },
    }),
    route({
      method: 'DELETE',
      pathPrefixSet: 'versioned',
      path: '/widget/pictures/:id',
      gate: keyGate('config:write'),
      tag,
      summary: 'Delete a picture',
      description: 'Takes effect at once. The picture in use must be removed from the document first.',
      params: Strict({ id: Type.String() }),
      responses: { 204: null },
      async handle({ db, workspace }, { params: { id } }) {
        const { document: business } = await readDocument(db, workspace);
        const storedPicture = await db.selectFrom('pictures').select('id').where('id', '=', id).executeTakeFirst();
        if (!storedPicture) throw notFound('picture');
        if (joinPictureReferences(business).includes(id))
          throw new Problem(
            'conflict',
            'This picture is in use. Remove it from `widget.avatarUrl` and `brand.logoUrl` first.',
          );
        await db.deleteFrom('pictures').where('id', '=', id).execute();
        return noContent();
      },
    }),
  ];
}

const computePictureId = (workspaceId: string, content: Buffer) =>
  createHash('sha256').update(`${workspaceId}\0`).update(content).digest('base64url');

function parseImageUpload(base64: string) {
  const createInvalidImageProblem = (detail: string) =>
    new Problem('validation_failed', `The image ${detail}.`, { errors: [{ pointer: '/image', detail }] });
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) throw createInvalidImageProblem('must be base64');
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > MAX_IMAGE_BYTES) throw createInvalidImageProblem('must be at most 512 KB');
  const image = readImage(bytes);
  if ('error' in image) throw createInvalidImageProblem(image.error);
  return image;
}

/** The URLs or paths of the pictures in use, as one text to be searched for picture ids. */
const joinPictureReferences = ({ widget, brand }: Business): string =>
  `${widget?.avatarUrl ?? ''} ${brand?.logoUrl ?? ''}`;

const deleteOldestUnused = (db: Db, referencesInUse: string) =>
  db
    .deleteFrom('pictures')
    .where('id', 'not in', db.selectFrom('pictures').select('id').orderBy('created_at', 'desc').limit(MAX_PICTURES))
    .where(sql<boolean>`position(id in ${referencesInUse}) = 0`)
    .execute();
