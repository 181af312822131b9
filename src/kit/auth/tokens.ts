import { createHash, randomBytes } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { composeText } from '../text/compose-text.ts'

/** Lifetime of an access token in seconds. */
export const accessTokenLife = 600

const issuer = 'daecheong'
const audience = 'daecheong:api'
const type = 'at+jwt'

/** Payload of an access token: ids and scopes, no personal data. */
export interface AccessPayload {
  userId: string
  sessionId: string
  scope: string[]
}

/** Signs a JWT access token (RFC 9068 type, HS256). `now` is in epoch milliseconds. */
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

/**
 * Returns the payload of a token with a valid signature, algorithm, type, issuer, audience and expiry; null otherwise.
 */
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

/** Creates a refresh token: 256 random bits, base64url. Only its SHA-256 is stored. */
export const newRefreshToken = (): string => randomBytes(32).toString('base64url')

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Parses a Basic header: UTF-8, split at the first colon (RFC 7617). Returns null if it is invalid. */
export const readBasic = (header: string | undefined): { username: string; password: string } | null => {
  const match = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(header ?? '')
  if (!match?.[1]) return null
  const text = Buffer.from(match[1], 'base64').toString('utf8')
  const colon = text.indexOf(':')
  // RFC 7617 forbids control characters in both parts; invalid UTF-8 decodes to U+FFFD.
  if (colon < 1 || text.length > 600 || /[\p{Cc}\uFFFD]/u.test(text)) return null
  return { username: composeText(text.slice(0, colon)), password: composeText(text.slice(colon + 1)) }
}
