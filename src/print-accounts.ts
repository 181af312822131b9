import { open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import type { NewAccount } from '#kit/module/module.ts'

/** Stored and printed part of a created account. */
export type PrintedAccount = Pick<NewAccount, 'username' | 'password' | 'level'>

const demoFile = (dataDirectory: string) => join(dataDirectory, 'demo-accounts.json')
const ownerFile = (dataDirectory: string) => join(dataDirectory, 'new-owner.json')

/** Writes a file atomically, readable by this system account only, and synced to disk. */
const keep = async (path: string, content: object): Promise<void> => {
  const draft = `${path}.new`
  await rm(draft, { force: true })
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(JSON.stringify(content, null, 2))
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, path)
}

const read = async <T>(path: string): Promise<T | null> => {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as T
  } catch {
    return null
  }
}

export const storeDemoAccounts = (dataDirectory: string, accounts: PrintedAccount[]): Promise<void> =>
  keep(demoFile(dataDirectory), accounts)

/** Accounts of the demonstration from the data folder; empty without a demonstration. */
const readDemoAccounts = async (dataDirectory: string): Promise<PrintedAccount[]> =>
  (await read<PrintedAccount[]>(demoFile(dataDirectory))) ?? []

/**
 * Stores the owner's first password until it was printed: the start may fail after the account was created, and the
 * database has only the hash.
 */
export const storeNewOwner = (dataDirectory: string, owner: PrintedAccount): Promise<void> =>
  keep(ownerFile(dataDirectory), owner)

/** Resolves when the text was written; rejects if the stream is closed. */
const print = (output: Writable, text: string): Promise<void> =>
  new Promise((resolve, reject) => output.write(text, (error) => (error ? reject(error) : resolve())))

/**
 * Prints the created accounts. An owner's password is stored only until it was printed; the demonstration's accounts
 * are printed at every start.
 */
export const printAccounts = async (dataDirectory: string, output: Writable): Promise<void> => {
  const owner = await read<PrintedAccount>(ownerFile(dataDirectory))
  const accounts = owner ? [owner] : await readDemoAccounts(dataDirectory)
  if (accounts.length === 0) return
  const width = Math.max(...accounts.map(({ username }) => username.length))
  const lines = accounts.map(({ username, password }) => `  ${username.padEnd(width)}  ${password}`)
  await print(output, ['Log in at /login:', ...lines, '', ''].join('\n'))
  if (owner) await rm(ownerFile(dataDirectory), { force: true })
}
