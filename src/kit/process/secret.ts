import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * `session` signs access tokens and codes; `vault` encrypts data of withdrawn members that the law requires to be
 * retained.
 */
type SecretName = 'session' | 'vault'

/**
 * Returns a secret: the setting if given, else 32 random bytes stored in the data folder, readable by the owner only.
 * Processes that start concurrently agree on one secret, because `link` fails if the name exists.
 */
export const readSecret = async (
  dataDirectory: string,
  configured: string | undefined,
  name: SecretName = 'session',
): Promise<Uint8Array> => {
  if (configured) return new TextEncoder().encode(configured)
  const path = join(dataDirectory, `${name}.secret`)
  await mkdir(dataDirectory, { recursive: true })
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600 })
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft)
  return new TextEncoder().encode((await readFile(path, 'utf8')).trim())
}
