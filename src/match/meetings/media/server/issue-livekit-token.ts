import { createHmac } from 'node:crypto'
import { SignJWT } from 'jose'
import type { Services } from '#kit/server/context.ts'
import type { LiveKit } from '../../contract.ts'
import type { PeerRow } from '../../table.ts'

/** Seconds in which a token must be used; LiveKit renews it for connected peers. */
const validSeconds = 300

/** Room name at LiveKit: identical on every server of this installation, and not derivable from the matching id. */
export const liveKitRoomName = (secret: Uint8Array, matchingId: string): string =>
  createHmac('sha256', secret).update(`meeting-livekit-room\0${matchingId}`).digest('base64url')

/**
 * Returns the LiveKit URL and an access token for a peer; null if peers connect directly. The token forbids data
 * messages, because chat and notes stay on this server.
 */
export const issueLiveKitToken = async (
  { settings, secret }: Pick<Services, 'settings' | 'secret'>,
  { id, name, matchingId }: Pick<PeerRow, 'id' | 'name' | 'matchingId'>,
  now: Date,
): Promise<LiveKit | null> => {
  if (!settings.liveKit) return null
  const { url, apiKey, apiSecret } = settings.liveKit
  const seconds = Math.floor(now.getTime() / 1000)
  const video = {
    room: liveKitRoomName(secret, matchingId),
    roomJoin: true,
    canSubscribe: true,
    canPublish: true,
    canPublishSources: ['camera', 'microphone', 'screen_share'],
    canPublishData: false,
    canUpdateOwnMetadata: false,
  }
  const token = await new SignJWT({ name, video })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(apiKey)
    .setSubject(id)
    .setNotBefore(seconds)
    .setExpirationTime(seconds + validSeconds)
    .sign(new TextEncoder().encode(apiSecret))
  return { url, token }
}

/**
 * Returns the `connect-src` sources: the socket, and the same origin over HTTP, which the client queries for the reason
 * of a refused socket.
 */
export const listLiveKitOrigins = ({ liveKit }: Pick<Services['settings'], 'liveKit'>): string[] => {
  if (!liveKit) return []
  const { origin } = new URL(liveKit.url)
  return [origin, origin.replace(/^ws/, 'http')]
}
