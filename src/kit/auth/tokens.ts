import { createHash, randomBytes } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'

/** Life of an access token in seconds. */
export const accessTokenLife = 600

const issuer = 'daecheong'
const audience = 'daecheong:api'
const type = 'at+jwt'

/** What an access token carries: ids and scopes, nothing personal. */
export interface AccessPayload {
  userId: string
  sessionId: string
  scope: string[]
}

/** A JWT of RFC 9068's type, HS256. `now` in epoch milliseconds. */
export const signAccessToken = (secret: Uint8Array, payload: AccessPayload, now: number): Promise<string> => {
  const seconds = Math.floor(now / 1000)
  return new SignJWT({ sid: payload.sessionId, scope: payload.scope })
    .setProtectedHeader({ alg: 'HS256', typ: type })
    .setSubject(payload.userId)
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + accessTokenLife)
    .sign(secret)
}

/** The ids of a token whose signature, algorithm, type, issuer, audience and time hold; null otherwise. */
export const verifyAccessToken = async (
  secret: Uint8Array,
  token: string,
  now: Date,
): Promise<Pick<AccessPayload, 'userId' | 'sessionId'> | null> => {
  try {
    const { payload } = await jwtVerify(token, secret, {
      algorithms: ['HS256'],
      typ: type,
      issuer,
      audience,
      currentDate: now,
      requiredClaims: ['sub', 'exp', 'sid'],
    })
    return typeof payload.sub === 'string' && typeof payload.sid === 'string'
      ? { userId: payload.sub, sessionId: payload.sid }
      : null
  } catch {
    return null
  }
}

/** A refresh token: 256 random bits, base64url. Only its SHA-256 is kept. */
export const newRefreshToken = (): string => randomBytes(32).toString('base64url')

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Username and password of a Basic header: UTF-8, split at the first colon (RFC 7617). Null when it is not one. */
export const readBasic = (header: string | undefined): { username: string; password: string } | null => {
  const match = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(header ?? '')
  if (!match?.[1]) return null
  const text = Buffer.from(match[1], 'base64').toString('utf8')
  const colon = text.indexOf(':')
  // Control characters are not allowed in either, and an encoding that is not UTF-8 shows as U+FFFD.
  if (colon < 1 || text.length > 600 || /[\p{Cc}\uFFFD]/u.test(text)) return null
  return { username: text.slice(0, colon), password: text.slice(colon + 1) }
}
