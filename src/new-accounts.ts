import { open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import type { NewAccount } from '#kit/module/module.ts'

/** What is kept and printed of an account that was made. */
export type PrintedAccount = Pick<NewAccount, 'username' | 'password' | 'level'>

const demoFile = (dataDirectory: string) => join(dataDirectory, 'demo-accounts.json')
const ownerFile = (dataDirectory: string) => join(dataDirectory, 'new-owner.json')

/** Readable by this account alone, whole or not at all, and on the disk when it returns. */
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

export const keepDemoAccounts = (dataDirectory: string, accounts: PrintedAccount[]): Promise<void> =>
  keep(demoFile(dataDirectory), accounts)

/** The demonstration's accounts, for those who can read the data folder; empty when there is no demonstration. */
const readDemoAccounts = async (dataDirectory: string): Promise<PrintedAccount[]> =>
  (await read<PrintedAccount[]>(demoFile(dataDirectory))) ?? []

/**
 * Keeps the owner's first password until it was printed: the start may fail after the account was made, and the
 * database has only the password's hash.
 */
export const keepNewOwner = (dataDirectory: string, owner: PrintedAccount): Promise<void> =>
  keep(ownerFile(dataDirectory), owner)

/** Resolves when the text was handed over; rejects when nobody takes it. */
const print = (output: Writable, text: string): Promise<void> =>
  new Promise((resolve, reject) => output.write(text, (error) => (error ? reject(error) : resolve())))

/**
 * Prints the accounts that were made. An owner's password is kept until it was printed, and only until then; those of
 * the demonstration are printed at each start.
 */
export const sayAccounts = async (dataDirectory: string, output: Writable): Promise<void> => {
  const owner = await read<PrintedAccount>(ownerFile(dataDirectory))
  const accounts = owner ? [owner] : await readDemoAccounts(dataDirectory)
  if (accounts.length === 0) return
  const width = Math.max(...accounts.map(({ username }) => username.length))
  const lines = accounts.map(({ username, password }) => `  ${username.padEnd(width)}  ${password}`)
  await print(output, ['Log in at /login:', ...lines, '', ''].join('\n'))
  if (owner) await rm(ownerFile(dataDirectory), { force: true })
}
