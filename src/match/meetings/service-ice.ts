import { createHmac } from 'node:crypto'
import type { Settings } from '#kit/process/settings.ts'

/** Seconds for which a name at the relay is good: a meeting and its time around it. */
const goodFor = 4 * 3600

/**
 * Servers that help two browsers to find each other, by the settings. The relay takes names that end by themselves, as
 * coturn's `use-auth-secret` checks them: the time of the end and who it is for, signed with the shared secret.
 */
export const iceServers = (
  { stunUrl, turnUrl, turnSecret }: Pick<Settings, 'stunUrl' | 'turnUrl' | 'turnSecret'>,
  peer: string,
  now: Date,
): { urls: string[]; username?: string; credential?: string }[] => {
  const username = `${Math.floor(now.getTime() / 1000) + goodFor}:${peer}`
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
