import { createHash, randomInt } from 'node:crypto'

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { count, eq } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { BannerInput } from '#content/banners/contract.ts'
import { demoBanners } from '#content/banners/demo.ts'
import { banners } from '#content/banners/table.ts'
import { PostInput } from '#content/boards/contract.ts'
import { demoBoards, demoPosts } from '#content/boards/demo.ts'
import { writeTexts } from '#content/boards/service.ts'
import { boards, posts } from '#content/boards/table.ts'
import { demoComments } from '#content/comments/demo.ts'
import { loadComments } from '#content/comments/factory.ts'
import { SectionInput } from '#content/pages/contract.ts'
import { demoPages, demoSections } from '#content/pages/demo.ts'
import { sections } from '#content/pages/table.ts'
import { PopupInput } from '#content/popups/contract.ts'
import { demoPopups } from '#content/popups/demo.ts'
import { popups } from '#content/popups/table.ts'
import { FormKindInput } from '#firm/forms/contract.ts'
import { consultForm, type DemoRequest, demoRequests } from '#firm/forms/demo.ts'
import { loadRequest } from '#firm/forms/factory.ts'
import { formKinds } from '#firm/forms/table.ts'
import { LawyerInput } from '#firm/lawyers/contract.ts'
import { demoLawyers } from '#firm/lawyers/demo.ts'
import { lawyers } from '#firm/lawyers/table.ts'
import { OfficeInput } from '#firm/offices/contract.ts'
import { demoOffices } from '#firm/offices/demo.ts'
import { offices } from '#firm/offices/table.ts'
import { PracticeInput } from '#firm/practices/contract.ts'
import { demoPracticeDraft, demoPractices } from '#firm/practices/demo.ts'
import { practices } from '#firm/practices/table.ts'
import { hashPassword } from '#kit/auth/password.ts'
import { systemClock } from '#kit/clock.ts'
import { openPool } from '#kit/db/pool.ts'
import { writeDraft } from '#kit/drafts/handlers.ts'
import { readAssets } from '#kit/files/assets.ts'
import { diskStore } from '#kit/files/disk.ts'
import { files } from '#kit/files/table.ts'
import { databaseJobs } from '#kit/jobs.ts'
import { Context, publicScope, type Services } from '#kit/server/context.ts'
import { toColumns } from '#kit/server/table-handlers.ts'
import { type DemoLevel, demoLevels } from '#people/levels/demo.ts'
import { levels } from '#people/levels/table.ts'
import { TermsInput } from '#people/terms/contract.ts'
import { demoTerms } from '#people/terms/demo.ts'
import { terms } from '#people/terms/table.ts'
import { type DemoUser, demoUsers } from '#people/users/demo.ts'
import { users } from '#people/users/table.ts'
import { demoSetting } from '#platform/settings/demo.ts'
import { emptySetting } from '#platform/settings/service.ts'
import { settings } from '#platform/settings/table.ts'
import { createServer, type ReadySettings } from './app.ts'

/** An account that was made, with the password that only its maker knows. */
export interface NewAccount {
  username: string
  password: string
  level: string
}

const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** 16 letters that are not mistaken for each other, in groups of four: 79 bits. */
const newPassword = (): string =>
  Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')).join(
    '-',
  )

const accountsFile = (dataDirectory: string) => join(dataDirectory, 'demo-accounts.json')

/** The demonstration's accounts, for whoever can read the data folder; empty when there is no demonstration. */
export const readDemoAccounts = async (dataDirectory: string): Promise<NewAccount[]> => {
  try {
    return JSON.parse(await readFile(accountsFile(dataDirectory), 'utf8')) as NewAccount[]
  } catch {
    return []
  }
}

const stamps = (context: Context) => ({ createdAt: context.now(), updatedAt: context.now() })

/** Puts records through their module's own input schema, so that defaults and limits hold for them too. */
const insertAll = async (context: Context, table: PgTable, input: z.ZodObject, records: object[]): Promise<void> => {
  if (records.length === 0) return
  const rows = records.map((record) => ({
    ...toColumns(table, input.parse(record)),
    id: context.newId(),
    ...stamps(context),
  }))
  await context.database.insert(table).values(rows as never)
}

/** Copies the made pictures into the store; repeated runs write the same bytes under the same names. */
const storeAssets = async (context: Context): Promise<void> => {
  for (const asset of await readAssets()) {
    for (const file of asset.files) await context.services.files.put(`${asset._id}/${file.key}`, { path: file.path })
    await context.database
      .insert(files)
      .values({
        id: asset._id,
        kind: asset.kind,
        name: asset.name.split('/').at(-1) ?? asset.name,
        mime: asset.kind === 'picture' ? 'image/webp' : asset.mime,
        bytes: asset.bytes,
        sha256: createHash('sha256').update(asset.name).digest(),
        alt: asset.alt,
        ...(asset.kind === 'picture' && {
          width: asset.width,
          height: asset.height,
          widths: asset.widths,
          formats: asset.formats,
        }),
        ...stamps(context),
      })
      .onConflictDoNothing()
  }
}

const makeLevels = async (context: Context, wanted: DemoLevel[]): Promise<Map<string, string>> => {
  const rows = wanted.map((level) => ({ ...level, id: context.newId(), ...stamps(context) }))
  await context.database.insert(levels).values(rows)
  return new Map(rows.map((row) => [row.key, row.id]))
}

const makeAccounts = async (
  context: Context,
  wanted: DemoUser[],
  levelIds: Map<string, string>,
): Promise<(NewAccount & { id: string })[]> => {
  const accounts: (NewAccount & { id: string })[] = []
  for (const user of wanted) {
    const levelId = levelIds.get(user.level)
    if (!levelId) throw new Error(`No level ${user.level}`)
    const account = { id: context.newId(), username: user.username, level: user.level, password: newPassword() }
    const { level: _level, ...columns } = user
    await context.database.insert(users).values({
      ...columns,
      id: account.id,
      levelId,
      passwordHash: await hashPassword(account.password),
      ...stamps(context),
    })
    accounts.push(account)
  }
  return accounts
}

const loadPosts = async (context: Context, authors: string[]): Promise<void> => {
  await context.database
    .insert(boards)
    .values(
      demoBoards.map((board, index) => ({ ...board, position: index + 1, id: context.newId(), ...stamps(context) })),
    )
  for (const [index, record] of (await demoPosts(context.now())).entries()) {
    const { texts, ...fields } = PostInput.parse(record)
    const shown = texts.ko.publishFrom ? new Date(texts.ko.publishFrom) : context.now()
    const written = new Date(Math.min(shown.getTime(), context.now().getTime()))
    const id = context.newId()
    await context.database.insert(posts).values({
      ...fields,
      id,
      authorId: authors[index % authors.length] ?? null,
      createdAt: written,
      updatedAt: written,
    })
    await writeTexts(context, id, texts)
  }
}

/** What a manager works on; it stands beside its practice, as the console keeps it. */
const loadDraft = async (context: Context): Promise<void> => {
  const author = demoUsers.find(({ level }) => level === 'manager')?.name ?? ''
  const [row] = await context.database.select().from(practices).where(eq(practices.key, 'maintenance'))
  if (!row) throw new Error('No practice to draft')
  const { id: recordId, createdAt: _, updatedAt: madeFrom, ...practice } = row
  const draft = { entity: 'practices', recordId, content: demoPracticeDraft(PracticeInput.parse(practice)), madeFrom }
  await writeDraft(context.database, practices, { ...draft, author }, null, context.now())
}

/** Accounts that may be in charge of requests, by the levels of the demonstration. */
const caring = ({ id, username, level }: NewAccount & { id: string }): { id: string; name: string }[] => {
  const scopes = demoLevels.find(({ key }) => key === level)?.scopes ?? []
  const { name } = demoUsers.find((user) => user.username === username) ?? { name: username }
  return scopes.includes('console:forms') ? [{ id, name }] : []
}

/** Oldest first, so that numbers follow time. */
const loadRequests = async (context: Context, staff: { id: string; name: string }[], records: DemoRequest[]) => {
  await insertAll(context, formKinds, FormKindInput, [consultForm])
  for (const record of records.toReversed()) await loadRequest(context, record, staff)
}

const isEmpty = async (context: Context): Promise<boolean> => {
  const [row] = await context.database.select({ records: count() }).from(settings)
  return row?.records === 0
}

/** Only one of several processes that start together fills the database. */
const inEmptyDatabase = async <T>(services: Services, fill: (context: Context) => Promise<T>): Promise<T | null> => {
  const context = new Context(services, publicScope('ko', 'start'))
  if (!(await isEmpty(context))) return null
  return context.transaction(async (within) => {
    await within.database.execute('LOCK TABLE settings IN EXCLUSIVE MODE')
    return (await isEmpty(within)) ? fill(within) : null
  })
}

/**
 * Loads the demonstration into an empty database, all of it or nothing, and keeps its accounts in the data folder.
 * Null when the database has records already.
 */
export const loadDemonstration = async (services: Services): Promise<NewAccount[] | null> => {
  const accounts = await inEmptyDatabase(services, async (context) => {
    const now = context.now()
    await storeAssets(context)
    const made = await makeAccounts(context, demoUsers, await makeLevels(context, demoLevels))
    const staff = made.filter((account) => account.level !== 'member').map((account) => account.id)
    await insertAll(context, practices, PracticeInput, await demoPractices())
    await loadDraft(context)
    await insertAll(context, offices, OfficeInput, await demoOffices())
    await insertAll(context, lawyers, LawyerInput, await demoLawyers())
    await insertAll(context, sections, SectionInput, [...demoSections, ...(await demoPages())])
    await insertAll(context, terms, TermsInput, await demoTerms())
    await insertAll(context, popups, PopupInput, demoPopups(now))
    await insertAll(context, banners, BannerInput, demoBanners(now))
    await loadPosts(context, staff)
    await loadComments(context, demoComments, new Map(made.map(({ username, id }) => [username, id])))
    await loadRequests(context, made.flatMap(caring), demoRequests())
    await context.database.insert(settings).values({ value: demoSetting, updatedAt: now })
    return made.map(({ id: _id, ...account }) => account)
  })
  if (accounts)
    await writeFile(accountsFile(services.settings.dataDirectory), JSON.stringify(accounts, null, 2), { mode: 0o600 })
  return accounts
}

/** Makes the owner of an empty house. The password is returned once and kept nowhere. Null when there are records. */
export const createOwner = (services: Services): Promise<NewAccount[] | null> =>
  inEmptyDatabase(services, async (context) => {
    const owner: DemoUser = { username: 'owner', name: 'Owner', email: null, level: 'owner' }
    const made = await makeAccounts(context, [owner], await makeLevels(context, demoLevels))
    await context.database
      .insert(boards)
      .values(
        demoBoards.map((board, index) => ({ ...board, position: index + 1, id: context.newId(), ...stamps(context) })),
      )
    await insertAll(context, formKinds, FormKindInput, [consultForm])
    await context.database.insert(settings).values({ value: emptySetting, updatedAt: context.now() })
    return made.map(({ id: _id, ...account }) => account)
  })

/** Fills an empty database as the settings say, and answers the accounts that were made; null when it was not empty. */
export const fillEmptyDatabase = async (settings: ReadySettings): Promise<NewAccount[] | null> => {
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
  }
  try {
    return await (settings.demo ? loadDemonstration(services) : createOwner(services))
  } finally {
    await pool.close()
  }
}
