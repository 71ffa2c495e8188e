import { createHmac } from 'node:crypto';
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { Keyring } from '../../kernel/crypto.ts';
import type { Visitor } from '../../kernel/http/route.ts';
import { newId } from '../../kernel/ids.ts';
import { must } from '../../kernel/must.ts';
import { Problem } from '../../kernel/problem.ts';

/** Where the widget is embedded: a token is valid for one key on pages of one origin. */
export type WidgetEmbedding = { keyId: string; origin: string };
type Claims = JWTPayload & { key: string; origin: string; verified: boolean; customer: Visitor['customer'] };

const TOKEN_LIFETIME_S = 3_600;
const RENEWAL_WINDOW_S = 30 * 86_400;
const CLOCK_TOLERANCE_S = 60;

/** Visitors are identified by a signed token. Nothing is stored until they write a message. */
export function createVisitors(keyring: Keyring) {
  const tokenSecret = keyring.derive('visitor tokens');
  const visitorIdSecret = keyring.derive('verified visitors');

  async function verifyToken(token: string, { keyId, origin }: WidgetEmbedding, toleranceS: number): Promise<Claims> {
    const { payload } = await jwtVerify<Claims>(token, tokenSecret, {
      algorithms: ['HS256'],
      clockTolerance: toleranceS,
    });
    if (payload.key !== keyId || payload.origin !== origin)
      throw new errors.JWTInvalid('The token is for another key or origin.');
    return payload;
  }

  return {
    /** The visitor of a request, or the problem with the token. */
    async read(token: string, embedding: WidgetEmbedding): Promise<Visitor | Problem> {
      try {
        const { sub, verified, customer, exp } = await verifyToken(token, embedding, 0);
        return { id: must(sub, 'a subject'), verified, customer, expiresAt: new Date(must(exp, 'an end') * 1000) };
      } catch (error) {
        return new Problem(error instanceof errors.JWTExpired ? 'expired_visitor' : 'invalid_visitor');
      }
    },

    /** The visitor of an earlier token, or a new visitor if the token cannot be renewed. */
    async renew(token: string | undefined, embedding: WidgetEmbedding): Promise<Visitor> {
      const claims = token ? await verifyToken(token, embedding, RENEWAL_WINDOW_S).catch(() => undefined) : undefined;
      // A verified identity is never renewed without new proof: the person may have signed out since.
      return createAnonymousVisitor(claims && !claims.verified ? must(claims.sub, 'a subject') : newId('vis'));
    },

    /** The visitor named by the identity that the business signed: the same id on every device. */
    async identify(jwt: string, identitySecret: string, workspaceId: string): Promise<Visitor> {
      const claims = await verifySignedIdentity(jwt, identitySecret);
      const digest = createHmac('sha256', visitorIdSecret).update(`${workspaceId} ${claims.sub}`).digest('hex');
      return {
        ...createAnonymousVisitor(`vis_${digest.slice(0, 26)}`),
        verified: true,
        customer: readCustomer(claims),
      };
    },

    sign: ({ id, verified, customer, expiresAt }: Visitor, { keyId, origin }: WidgetEmbedding): Promise<string> =>
      new SignJWT({ key: keyId, origin, verified, customer } satisfies Omit<Claims, keyof JWTPayload>)
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(id)
        .setExpirationTime(expiresAt)
        .sign(tokenSecret),
  };
}

export type Visitors = ReturnType<typeof createVisitors>;

const createAnonymousVisitor = (id: string): Visitor => ({
  id,
  verified: false,
  customer: {},
  expiresAt: new Date((Math.floor(Date.now() / 1000) + TOKEN_LIFETIME_S) * 1000),
});

async function verifySignedIdentity(jwt: string, identitySecret: string): Promise<JWTPayload & { sub: string }> {
  const options = { algorithms: ['HS256'], requiredClaims: ['sub', 'exp'], clockTolerance: CLOCK_TOLERANCE_S };
  const { payload } = await jwtVerify(jwt, Buffer.from(identitySecret), options).catch((error) => {
    if (error instanceof errors.JWTExpired)
      throw new Problem('invalid_identity', 'The identity has expired. Sign a new one on your server.');
    throw new Problem('invalid_identity');
  });
  if (typeof payload.sub !== 'string' || !payload.sub.trim() || payload.sub.length > 200)
    throw new Problem('invalid_identity', 'The identity’s `sub` must be a text of 1 to 200 characters.');
  return payload as JWTPayload & { sub: string };
}

function readCustomer(claims: JWTPayload): Visitor['customer'] {
  const customerFields = (['name', 'phone', 'email'] as const).flatMap((field) => {
    const value = claims[field];
    return typeof value === 'string' && value.trim() && value.length <= 200 ? [[field, value.trim()]] : [];
  });
  return Object.fromEntries(customerFields);
}
