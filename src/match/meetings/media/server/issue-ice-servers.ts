import { createHmac } from 'node:crypto'
import type { Settings } from '#kit/process/settings.ts'

/** Seconds a TURN username is valid: the meeting plus the time around it. */
const validSeconds = 4 * 3600

/**
 * Returns the STUN and TURN servers of the settings. TURN credentials expire on their own, as coturn's
 * `use-auth-secret` checks them: the username is the expiry time and the peer, the password its HMAC with the shared
 * secret.
 */
export const issueIceServers = (
  { stunUrl, turnUrl, turnSecret }: Pick<Settings, 'stunUrl' | 'turnUrl' | 'turnSecret'>,
  peer: string,
  now: Date,
): { urls: string[]; username?: string; credential?: string }[] => {
  const username = `${Math.floor(now.getTime() / 1000) + validSeconds}:${peer}`
  return [
    ...(stunUrl ? [{ urls: [stunUrl] }] : []),
    ...(turnUrl && turnSecret
      ? [
          {
            urls: [turnUrl],
            username,
            credential: createHmac('sha1', turnSecret).update(username).digest('base64'),
          },
        ]
      : []),
  ]
}
