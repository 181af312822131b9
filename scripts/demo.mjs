// `npm run demo`: prints the demonstration accounts; needs read access to the data folder.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const path = join(process.env.DATA_DIR || 'data', 'demo-accounts.json')

try {
  console.table(JSON.parse(await readFile(path, 'utf8')))
} catch {
  console.error(`There are no demonstration accounts in ${path}: \`npm start\` makes them in an empty database.`)
  process.exitCode = 1
}
