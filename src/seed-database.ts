import '#kit/process/production.ts'
import '#kit/process/umask.ts'
// Creates and seeds the embedded database of a first start, then exits. `npm start` runs it while the pages are built;
// otherwise the product does the same at start.
import { readSettings } from '#kit/process/settings.ts'
import { openDataFolder, prepareDatabase, startDatabase } from './prepare-database.ts'

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
