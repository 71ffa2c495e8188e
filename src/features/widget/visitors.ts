import { createHmac } from 'node:crypto';
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { Keyring } from '../../kernel/crypto.ts';
import type { Visitor } from '../../kernel/http/route.ts';
import { newId } from '../../kernel/ids.ts';
import { must } from '../../kernel/must.ts';
import { Problem } from '../../kernel/problem.ts';

/** Where a token is used: one key, on pages of one origin. */
export type Place = { keyId: string; origin: string };
type Claims = JWTPayload & { key: string; origin: string; verified: boolean; customer: Visitor['customer'] };

const LIFETIME_S = 3_600;
const RENEWABLE_S = 30 * 86_400;
const CLOCKS_APART_S = 60;

/** Who a visitor is stands in a token that we sign; nothing is stored until they write something. */
export function createVisitors(keyring: Keyring) {
  const secret = keyring.derive('visitor tokens');
  const people = keyring.derive('verified visitors');

  async function open(token: string, { keyId, origin }: Place, lateBy: number): Promise<Claims> {
    const { payload } = await jwtVerify<Claims>(token, secret, { algorithms: ['HS256'], clockTolerance: lateBy });
    if (payload.key !== keyId || payload.origin !== origin) throw new errors.JWTInvalid('of another place');
    return payload;
  }

  return {
    /** The visitor of a request, or what is wrong with the token. */
    async read(token: string, place: Place): Promise<Visitor | Problem> {
      try {
        const { sub, verified, customer, exp } = await open(token, place, 0);
        return { id: must(sub, 'a subject'), verified, customer, expiresAt: new Date(must(exp, 'an end') * 1000) };
      } catch (error) {
        return new Problem(error instanceof errors.JWTExpired ? 'expired_visitor' : 'invalid_visitor');
      }
    },

    /** The visitor of an earlier token; a new one where there is none that can be renewed. */
    async renew(token: string | undefined, place: Place): Promise<Visitor> {
      const known = token ? await open(token, place, RENEWABLE_S).catch(() => undefined) : undefined;
      // Who somebody is must be shown anew each time: they may have signed out since.
      return anonymous(known && !known.verified ? must(known.sub, 'a subject') : newId('vis'));
    },

    /** Who the business's server says that this is: the same person on every device. */
    async identify(jwt: string, identitySecret: string, workspaceId: string): Promise<Visitor> {
      const claims = await readIdentity(jwt, identitySecret);
      const digest = createHmac('sha256', people).update(`${workspaceId} ${claims.sub}`).digest('hex');
      return { ...anonymous(`vis_${digest.slice(0, 26)}`), verified: true, customer: customerOf(claims) };
    },

    sign: ({ id, verified, customer, expiresAt }: Visitor, { keyId, origin }: Place): Promise<string> =>
      new SignJWT({ key: keyId, origin, verified, customer } satisfies Omit<Claims, keyof JWTPayload>)
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(id)
        .setExpirationTime(expiresAt)
        .sign(secret),
  };
}

export type Visitors = ReturnType<typeof createVisitors>;

const anonymous = (id: string): Visitor => ({
  id,
  verified: false,
  customer: {},
  expiresAt: new Date((Math.floor(Date.now() / 1000) + LIFETIME_S) * 1000),
});

async function readIdentity(jwt: string, identitySecret: string): Promise<JWTPayload & { sub: string }> {
  const options = { algorithms: ['HS256'], requiredClaims: ['sub', 'exp'], clockTolerance: CLOCKS_APART_S };
  const { payload } = await jwtVerify(jwt, Buffer.from(identitySecret), options).catch((error) => {
    if (error instanceof errors.JWTExpired)
      throw new Problem('invalid_identity', 'The identity has expired. Sign a new one on your server.');
    throw new Problem('invalid_identity');
  });
  if (typeof payload.sub !== 'string' || !payload.sub.trim() || payload.sub.length > 200)
    throw new Problem('invalid_identity', 'The identity’s `sub` must be a text of 1 to 200 characters.');
  return payload as JWTPayload & { sub: string };
}

function customerOf(claims: JWTPayload): Visitor['customer'] {
  const known = (['name', 'phone', 'email'] as const).flatMap((field) => {
    const value = claims[field];
    return typeof value === 'string' && value.trim() && value.length <= 200 ? [[field, value.trim()]] : [];
  });
  return Object.fromEntries(known);
}
