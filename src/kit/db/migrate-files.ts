import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const databaseFolder = fileURLToPath(new URL('../../../database/', import.meta.url))

export interface SqlFile {
  /** Path within the folder: `functions/place_bid.sql`. */
  path: string
  /** Name without the extension; for a function or a view the name of the object, for triggers their table. */
  name: string
  sql: string
  hash: string
}

export interface DatabaseFiles {
  tables: SqlFile[]
  /** Functions, views and triggers, each after what it requires. */
  objects: SqlFile[]
  migrations: SqlFile[]
}

const readFolder = async (root: string, folder: string, pattern: RegExp): Promise<SqlFile[]> => {
  const entries = await readdir(join(root, folder)).catch((error: NodeJS.ErrnoException) => {
    // Git does not keep empty folders.
    if (error.code === 'ENOENT') return []
    throw error
  })
  const names = entries.filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const path = `${folder}/${name}`
      if (!pattern.test(name)) throw new Error(`The name of database/${path} must match ${pattern.source}.`)
      const sql = await readFile(join(root, folder, name), 'utf8')
      return { path, name: name.slice(0, -4), sql, hash: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/** Names that a file lists as `-- requires: a, b`: functions or views that must exist before it runs. */
export const requiredBy = ({ sql }: SqlFile): string[] =>
  [...sql.matchAll(/^-- requires: (.+)$/gm)].flatMap(([, names = '']) => names.split(',').map((name) => name.trim()))

/** Sorts files so that each comes after those it requires. */
const inOrder = (files: SqlFile[]): SqlFile[] => {
  const byName = new Map(files.map((file) => [file.name, file]))
  const sorted = new Set<SqlFile>()
  const visit = (file: SqlFile, below: SqlFile[]): void => {
    if (sorted.has(file)) return
    if (below.includes(file)) throw new Error(`database/${file.path} requires itself.`)
    for (const name of requiredBy(file)) {
      const required = byName.get(name)
      if (!required) throw new Error(`database/${file.path} requires ${name}, which has no file.`)
      visit(required, [...below, file])
    }
    sorted.add(file)
  }
  for (const file of files) visit(file, [])
  return [...sorted]
}

const objectName = /^[a-z][a-z0-9_]*\.sql$/
const numberedName = /^\d{4}_[a-z0-9_]+\.sql$/

export const readDatabaseFiles = async (root: string): Promise<DatabaseFiles> => {
  const [tables, functions, views, triggers, migrations] = await Promise.all([
    readFolder(root, 'tables', /^\d{2}_[a-z0-9_]+\.sql$/),
    readFolder(root, 'functions', objectName),
    readFolder(root, 'views', objectName),
    readFolder(root, 'triggers', objectName),
    readFolder(root, 'migrations', numberedName),
  ])
  return { tables, objects: [...inOrder([...functions, ...views]), ...triggers], migrations }
}
