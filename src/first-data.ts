import '#kit/process/production.ts'
import '#kit/process/umask.ts'
// Makes and fills the embedded database of a first start, then exits. `npm start` runs it while the pages are built;
// the product itself does the same where this has not run.
import { readSettings } from '#kit/process/settings.ts'
import { openDataFolder, prepareDatabase, startDatabase } from './prepared-database.ts'

const given = readSettings(process.env)
await openDataFolder(given)
const [settings, database] = await startDatabase(given, (error) => {
  throw error
})
try {
  await prepareDatabase(settings)
} finally {
  await database?.stop()
}
process.exit(0)
