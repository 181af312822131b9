import { describe, expect, it } from 'vitest'
import { accessTokenLife, signAccessToken, verifyAccessToken } from './tokens.ts'

describe('an access token that was seen before', () => {
  const secret = new Uint8Array(32).fill(1)
  const ids = { userId: 'user', sessionId: 'session' }
  const now = new Date('2026-11-22T09:00:00Z')
  const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)

  it('holds until it expires, and not a second longer', async () => {
    const token = await signAccessToken(secret, { ...ids, scope: [] }, now.getTime())
    expect(await verifyAccessToken(secret, token, now)).toEqual(ids)
    expect(await verifyAccessToken(secret, token, later(accessTokenLife - 1))).toEqual(ids)
    expect(await verifyAccessToken(secret, token, later(accessTokenLife))).toBeNull()
  })

  it('holds neither with another letter nor under another secret', async () => {
    const token = await signAccessToken(secret, { ...ids, scope: [] }, now.getTime())
    expect(await verifyAccessToken(secret, token, now)).toEqual(ids)
    const [head, payload, signature = ''] = token.split('.')
    const changed = [head, payload, `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`].join('.')
    expect(await verifyAccessToken(secret, changed, now)).toBeNull()
    expect(await verifyAccessToken(new Uint8Array(32).fill(2), token, now)).toBeNull()
  })
})
