import { createHmac } from 'node:crypto'
import { SignJWT } from 'jose'
import type { Services } from '#kit/server/context.ts'
import type { LiveKit } from './contract.ts'
import type { PeerRow } from './table.ts'

/** Seconds in which a token has to be used; to those who are connected LiveKit itself gives later ones. */
const goodFor = 300

/** Name of the room at LiveKit: the same on every server of this installation, and not to be guessed from a matching. */
export const roomName = (secret: Uint8Array, matchingId: string): string =>
  createHmac('sha256', secret).update(`meeting-livekit-room\0${matchingId}`).digest('base64url')

/**
 * Where sound and pictures of a stay go by the settings, with an access token of LiveKit for it; null: from browser to
 * browser. Chat and notes stay on this server, so the token lets send no data.
 */
export const liveKitFor = async (
  { settings, secret }: Pick<Services, 'settings' | 'secret'>,
  { id, name, matchingId }: Pick<PeerRow, 'id' | 'name' | 'matchingId'>,
  now: Date,
): Promise<LiveKit | null> => {
  if (!settings.liveKit) return null
  const { url, apiKey, apiSecret } = settings.liveKit
  const seconds = Math.floor(now.getTime() / 1000)
  const video = {
    room: roomName(secret, matchingId),
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
    .setExpirationTime(seconds + goodFor)
    .sign(new TextEncoder().encode(apiSecret))
  return { url, token }
}

/** Sources of `connect-src`: the socket, and the same address over HTTP, which tells why a socket was refused. */
export const liveKitSources = ({ liveKit }: Pick<Services['settings'], 'liveKit'>): string[] => {
  if (!liveKit) return []
  const { origin } = new URL(liveKit.url)
  return [origin, origin.replace(/^ws/, 'http')]
}
