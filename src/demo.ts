import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { vaultKey } from '#kit/auth/vault.ts'
import { openPool } from '#kit/db/pool.ts'
import { diskStore } from '#kit/files/disk-store.ts'
import { type SeedContext, scopesOf } from '#kit/module/module.ts'
import { databaseJobs } from '#kit/ports/jobs.ts'
import { readSecret } from '#kit/process/secret.ts'
import { Context, publicScope, type Services } from '#kit/server/context.ts'
import { systemClock } from '#kit/time/clock.ts'
import { grantNewScopes } from '#people/levels/server/grant-new-scopes.ts'
import { createServer, type ReadySettings } from './app.ts'
import { modules } from './modules.ts'
import { type PrintedAccount, storeDemoAccounts, storeNewOwner } from './print-accounts.ts'

const isEmpty = async (context: Context): Promise<boolean> => {
  const { rows } = await context.database.execute<{ empty: boolean }>(
    sql`SELECT NOT EXISTS (SELECT FROM settings) AS empty`,
  )
  return rows[0]?.empty ?? false
}

/**
 * Seeds an empty database with the records of each module (`Module.seed`), in one transaction; of several processes
 * starting together only one does. Returns the created accounts; null if the database already has records.
 */
const fill = async (services: Services, isDemo: boolean): Promise<PrintedAccount[] | null> => {
  const context = new Context(services, publicScope('ko', 'start'))
  if (!(await isEmpty(context))) return null
  return context.transaction(async (transactionContext) => {
    await transactionContext.database.execute('LOCK TABLE settings IN EXCLUSIVE MODE')
    if (!(await isEmpty(transactionContext))) return null
    const seeding: SeedContext = { accounts: [], isDemo, scopes: scopesOf(services.modules) }
    for (const module of services.modules) await module.seed?.(transactionContext, seeding)
    const accounts = seeding.accounts.map(({ username, password, level }) => ({ username, password, level }))
    // Write the accounts before the commit, so that the data folder has the password of every account in the database.
    const { dataDirectory } = services.settings
    if (isDemo) await storeDemoAccounts(dataDirectory, accounts)
    else for (const account of accounts) await storeNewOwner(dataDirectory, account)
    return accounts
  })
}

/** Loads the demonstration into an empty database and stores its accounts in the data folder. */
export const loadDemonstration = (services: Services): Promise<PrintedAccount[] | null> => fill(services, true)

/** Creates the owner of an empty installation. The password stays in the data folder until it was printed. */
export const createOwner = (services: Services): Promise<PrintedAccount[] | null> => fill(services, false)

/**
 * Seeds an empty database according to the settings, and grants the scopes of new modules to levels. Returns the
 * created accounts; null if the database was not empty.
 */
export const seedEmptyDatabase = async (settings: ReadySettings): Promise<PrintedAccount[] | null> => {
  const { log } = createServer(settings)
  const pool = openPool(settings.databaseUrl, 2, (error) =>
    log.warn({ error: error.message }, 'an idle connection broke'),
  )
  const services: Services = {
    settings,
    database: pool.database,
    clock: systemClock,
    files: diskStore(join(settings.dataDirectory, 'files')),
    jobs: databaseJobs,
    log,
    secret: new Uint8Array(),
    vault: vaultKey(await readSecret(settings.dataDirectory, settings.vaultSecret, 'vault')),
    modules,
  }
  try {
    const accounts = await (settings.demo ? loadDemonstration(services) : createOwner(services))
    const grantedCount = await grantNewScopes(new Context(services, publicScope('ko', 'start')), scopesOf(modules))
    if (!accounts && grantedCount.length > 0)
      log.info({ scopes: grantedCount }, 'new scopes were given to the levels that hold them')
    return accounts
  } finally {
    await pool.close()
  }
}
