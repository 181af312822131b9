import { type EmbeddedDatabase, startEmbedded } from '#kit/db/embedded.ts'
import { migrate } from '#kit/db/migrate.ts'
import { convertPhones } from '#kit/phone/convert-phones.ts'
import { prepareJobs } from '#kit/ports/jobs.ts'
import { checkDataDirectory } from '#kit/process/data-directory.ts'
import { closeDataFolder } from '#kit/process/private-folder.ts'
import type { Settings } from '#kit/process/settings.ts'
import type { ReadySettings } from './app.ts'

/** Prints a structured log line in the server's format. */
export const log = (message: string): void => {
  console.log(JSON.stringify({ level: 30, time: Date.now(), pid: process.pid, msg: message }))
}

/** Creates the data folder and denies access to other system accounts. */
export const openDataFolder = async ({ dataDirectory, databaseUrl }: Settings): Promise<void> => {
  await checkDataDirectory(dataDirectory, databaseUrl ? 'files' : 'database')
  await closeDataFolder(dataDirectory, ['files', 'unfinished', 'resumable', 'spool', 'cards', 'cache'])
}

/**
 * Starts the embedded database unless the settings name a server. `onGone` is called when the embedded one cannot be
 * recovered.
 */
export const startDatabase = async (
  settings: Settings,
  onGone: (error: Error) => void,
): Promise<[ReadySettings, EmbeddedDatabase | undefined]> => {
  const { databaseUrl, databaseDirectUrl = databaseUrl } = settings
  if (databaseUrl && databaseDirectUrl) return [{ ...settings, databaseUrl, databaseDirectUrl }, undefined]
  const embedded = await startEmbedded({ dataDirectory: settings.dataDirectory, log, onGone })
  return [{ ...settings, databaseUrl: embedded.url, databaseDirectUrl: embedded.url }, embedded]
}

/** Migrates the database to this release and seeds it if empty. */
export const prepareDatabase = async (settings: ReadySettings): Promise<void> => {
  const ran = await migrate(settings.databaseDirectUrl)
  if (ran.length > 0) log(`Updated the database: ran ${ran.length} files, the last ${ran.at(-1)}.`)
  for (const line of await convertPhones(settings.databaseDirectUrl)) log(line)
  await prepareJobs(settings.databaseDirectUrl)
  const { seedEmptyDatabase } = await import('./demo.ts')
  await seedEmptyDatabase(settings)
}
