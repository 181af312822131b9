import type { SQL } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Listener } from '../cache/request-cache.ts'
import type { Contract } from '../contract.ts'
import type { KnownFiles } from '../files/remove-orphans.ts'
import type { Locale } from '../locale.ts'
import type { JobHandler } from '../ports/jobs.ts'
import { type Scope, type Section, scopeOfRoute, sectionOf } from '../scopes.ts'
import type { Context, Handlers, ModuleApi, Services } from '../server/context.ts'
import type { Kernel } from '../server/kernel.ts'
import type { PageUploads } from '../server/uploads/receive-form.ts'
import type { Addresses } from '../web/addresses/site-locations.ts'
import type { StoredRedirect } from '../web/addresses/stored-redirects.ts'
import type { DeskDay, DeskPart } from './desk.ts'
import type { OverviewPart } from './overview.ts'
import type { FindPickups } from './pickups.ts'

/** Account created for a new installation; its password is only known to the code that created it. */
export interface NewAccount {
  id: string
  username: string
  name: string
  password: string
  level: string
}

/** State shared by modules while an empty database is seeded: later modules find what earlier ones created. */
export interface SeedContext {
  accounts: NewAccount[]
  /** True if demo data is seeded; otherwise only what every installation needs. */
  isDemo: boolean
  /** Scopes of all modules, with the levels that hold them in a new installation. */
  scopes: ReadonlyMap<Scope, readonly string[]>
}

/** Something to finish before an account can be withdrawn. */
export interface WithdrawalBlocker {
  /** Label in the language of the request. */
  title: string
  /** Path of the page on which to finish it. */
  to: string | null
}

/** Records that a law requires to be retained when an account is withdrawn. */
export interface RetainedRecords {
  basis: 'contract' | 'complaint' | 'login'
  /** End of the retention period. */
  until: Date
  records: readonly object[]
}

/** Account whose data is requested. */
export interface DataSubject {
  userId: string
  username: string
  email: string | null
  phone: string | null
}

/**
 * Personal data that a module stores. Every module that references accounts declares it, and a withdrawal calls them
 * all.
 */
export interface PersonalData {
  blockers?: (context: Context, subject: DataSubject) => Promise<WithdrawalBlocker[]>
  retained?: (context: Context, subject: DataSubject) => Promise<RetainedRecords[]>
  /**
   * Deletes or anonymizes the account's data in the transaction of the withdrawal. Returns the ids of stored files to
   * delete after the commit.
   */
  forget?: (context: Context, subject: DataSubject) => Promise<readonly string[]>
  /** Returns all data that members can see about themselves, for the data export. */
  archive?: (context: Context, subject: DataSubject) => Promise<Record<string, unknown>>
  /** Returns the private files of the data export, with their names in it. */
  files?: (context: Context, subject: DataSubject) => Promise<{ id: string; name: string }[]>
}

/** Recipient group with a module-specific filter. */
export interface AudienceKind {
  /** Scope that a sender needs in addition to the right to send. */
  scope: Scope
  /**
   * Returns a `SELECT user_id` of the accounts that currently match the filter. Throws `ZodError` for an invalid
   * filter.
   */
  accounts: (filter: unknown) => SQL
}

/** Call that awaits or received another person's approval: a route and its input. */
export interface ApprovalCall {
  method: string
  /** Path as declared by the route. */
  path: string
  params: unknown
  body: unknown
}

/** Stores calls that require a second person's approval. */
export interface Approvals {
  /** Stores a call of the request's account until a colleague approves it; returns its id. */
  store: (context: Context, call: ApprovalCall) => Promise<string>
  /** Consumes the account's approval for this action on this record; returns the approved body, or null. */
  consume: (context: Context, call: ApprovalCall) => Promise<Pick<ApprovalCall, 'body'> | null>
}

/**
 * Record that a pending call is about. `logged` replaces the title in the audit log if the title names a member,
 * because log entries can never be removed.
 */
export interface ApprovalSubject {
  title: string
  logged?: string
  /** Console path. */
  to: string
}

/** Describes a pending call in the language of the request; null if the record no longer exists. */
export type DescribeApproval = (context: Context, call: ApprovalCall) => Promise<ApprovalSubject | null>

/** Member's record, as listed on the member's console page. */
export interface MemberEntry {
  _id: string
  title: string
  /** Name of the state in the module's console manifest (`memberParts`); null if it has none. */
  state: string | null
  /** ISO 8601. */
  at: string
  /** Console path. */
  to: string
}

/** Maximum number of records per section on a member's console page; the latest are shown. */
export const maxMemberEntries = 10

/** Section of a member's console page, shown to staff who may read the module's section. */
export interface MemberPart {
  /** `<module>` or `<module>.<part>`; its label is in the console manifest under the same key. */
  key: string
  section: Section
  /** Returns the total and the latest records. */
  read: (
    context: Context,
    member: { userId: string; email: string | null },
  ) => Promise<{ total: number; entries: MemberEntry[] }>
}

/** Describes records that reference library files, for the list of a file's uses. */
export interface FileUse {
  section: Section
  /** Record type, as in the audit log. */
  entity: string
  /** SQL expression for the record's title over `r`, a row of `table`; text, or jsonb with translations. */
  title?: string
  /** Table that holds the title, if it differs from the one that references the file. */
  table?: string
  /** Console path, with `{id}` for the record's id. */
  to?: string
  /** Pictures are offered for close inspection in full resolution (`files/tiles.ts`). */
  zoom?: true
  /**
   * True if staff edit these records: when a file is replaced, they reference the new one. Other records keep what was
   * sent, bought or submitted.
   */
  follows?: true
}

/** Record that members can bookmark and like, as shown in their lists. */
export interface Bookmarkable {
  id: string
  title: string
  /** Language of the title. */
  lang: Locale
  /** Path of its page, without the language. */
  to: string
}

/** Returns the records with these ids that the visitor may currently see. */
export type FindBookmarkable = (context: Context, ids: readonly string[]) => Promise<Bookmarkable[]>

/** Task that runs beside the server until it is closed. */
export interface Background {
  close(): void | Promise<void>
}

/** Listener that sees every request first, including those answered from the page cache: it must be very cheap. */
export interface RequestListener extends Background {
  listen(next: Listener): Listener
}

/** Site names, and whether the settings enable them. */
export type SiteSwitches = Readonly<Record<string, boolean>>

/** Dependencies of `mount`. */
export interface MountContext {
  services: Services
  kernel: Kernel
  /** Root folder of the product, for shipped files. */
  root: string
  /** In-process clients of the public contracts, by module. */
  clients(locale: Locale): object
}

/**
 * Module manifest: everything the rest of the product knows about a module. The registry (`src/modules.ts`) lists
 * manifests only. The browser part for the console is in `console/manifest.tsx`.
 */
export interface Module extends ModuleApi {
  /** Name of the module's folder. */
  name: string
  /** Site of the module; while the settings disable that site, its routes answer 404. */
  site?: string
  /** Returns the enabled state of sites; sites not listed are enabled. At most one module provides this. */
  siteSwitches?: (context: Context) => Promise<SiteSwitches>
  /** Returns the addresses of the sites; the answer depends on the cache tags it adds. */
  addresses?: (context: Context) => Promise<Addresses>
  /** True if public page loaders call it, under its name. */
  isPublic: boolean
  /**
   * Console sections required by its routes, each with the keys of levels that may write there in a new installation.
   * Levels that may read everything can read there too.
   */
  scopes: Readonly<Record<`console:${string}`, readonly string[]>>
  /** Job handlers by job name. */
  jobs: Readonly<Record<string, (context: Context, payload: Record<string, unknown>) => Promise<void>>>
  /** Scheduled jobs: cron expression with five fields (UTC), and a name in `jobs`. */
  schedules: readonly { cron: string; job: string }[]
  /**
   * Record types in the public search (database views, migration 0007), each with the position of its group, ascending,
   * and their cache tags. `site` is the site that shows them, if not the module's own.
   */
  search: { kinds: Readonly<Record<string, number>>; tags: readonly string[]; site?: string }
  /** Returns the paths, without language, of pages that are not search records; for sitemaps. */
  pages?: (context: Context) => Promise<readonly string[]>
  /** Returns dashboard figures and tasks; called for accounts that may enter the console. */
  desk?: (context: Context) => Promise<DeskPart>
  /**
   * Returns daily counts by `<module>.<series>` for statistics (days in Seoul time); days without any may be omitted.
   */
  counts?: (context: Context, period: { from: string; to: string }) => Promise<Record<string, DeskDay[]>>
  /** Returns the redirect target for a path without a page. */
  findRedirect?: (context: Context, path: string) => Promise<StoredRedirect | null>
  /** Page whose form may include files, for browsers without script. */
  uploads?: (kernel: Kernel) => PageUploads
  /** Registers routes outside the contract. */
  mount?: (server: FastifyInstance, mounting: MountContext) => void
  /** Refuses a console request after its scopes were checked, by throwing `AppError`. */
  admitToConsole?: (context: Context) => Promise<void>
  /**
   * Required if the module stores files outside the library (`storePrivate` or `files.put`): bytes without a record are
   * removed.
   */
  knownFiles?: KnownFiles
  /** Returns pending tasks and latest records of the request's member; called for any account. */
  overview?: (context: Context) => Promise<OverviewPart>
  /** Finds the sold items that members collect in person. */
  pickups?: FindPickups
  /** Tables that reference library files (migration 0136), and record types whose drafts do. */
  fileUses?: Readonly<Record<string, FileUse>>
  /** Personal data of member accounts that the module stores. */
  personal?: PersonalData
  /** Sections that the module adds to a member's console page. */
  memberParts?: readonly MemberPart[]
  /** Stores calls that await approval; at most one module provides this. */
  approvals?: Approvals
  /** Descriptions of pending calls for each route with `together`, by route name. */
  asked?: Readonly<Record<string, DescribeApproval>>
  /** Recipient groups for messages. */
  audiences?: Readonly<Record<string, AudienceKind>>
  /** Record types that members can bookmark and like. */
  bookmarkable?: Readonly<Record<string, FindBookmarkable>>
  /** Background task, such as a spool or a monitor. */
  start?: (services: Services) => Background
  /** Listener for all incoming requests, such as a counter. */
  requestListener?: (services: Services) => RequestListener
  /** Seeds an empty database with the required records and, for a demo, the demo data. */
  seed?: (context: Context, seeding: SeedContext) => Promise<void>
}

interface Declared<C extends Contract>
  extends Partial<Omit<Module, 'name' | 'contract' | 'handlers' | 'isPublic' | 'scopes' | 'jobs' | 'schedules'>> {
  name: string
  contract: C
  handlers: Handlers<C>
  isPublic?: boolean
  scopes?: Module['scopes']
  jobs?: Module['jobs']
  schedules?: Module['schedules']
}

/**
 * Creates a module manifest. Throws for mistakes that would otherwise go unnoticed: a scope that no level holds or no
 * route requires, or a schedule for an unknown job.
 */
export const defineModule = <C extends Contract>({ contract, handlers, ...declared }: Declared<C>): Module => {
  const { name, scopes = {}, jobs = {}, schedules = [] } = declared
  const fail = (sentence: string): never => {
    throw new Error(`Module ${name}: ${sentence}`)
  }
  const approvalSubjects = new Set<string | null>(Object.values(contract).map(({ access }) => sectionOf(access)))
  for (const [scope, levels] of Object.entries(scopes)) {
    if (!approvalSubjects.has(scope)) fail(`no route asks for the scope ${scope}.`)
    if (levels.length === 0) fail(`no level holds the scope ${scope}.`)
  }
  const together = Object.entries(contract).filter(([, route]) => route.together)
  for (const [key, { access, idempotent, upload }] of together) {
    if (!declared.asked?.[key]) fail(`nothing says what ${key} is about, which waits for another person.`)
    if (!access.endsWith(':write') || idempotent || upload) fail(`${key} cannot be kept for another person.`)
  }
  for (const key of Object.keys(declared.asked ?? {}))
    if (!together.some(([name]) => name === key)) fail(`${key} waits for nobody.`)
  for (const { job } of schedules) if (!(job in jobs)) fail(`there is no job ${job} to schedule.`)
  return {
    search: { kinds: {}, tags: [] },
    isPublic: false,
    ...declared,
    contract,
    // Handlers are contravariant in their input; the types of this function already matched them to the contract.
    handlers: handlers as unknown as ModuleApi['handlers'],
    scopes,
    jobs,
    schedules,
  }
}

/** Merges declarations of several modules; throws if two declare the same key. */
const merged = <T>(modules: readonly Module[], entriesOf: (module: Module) => [string, T][], property: string) => {
  const all = new Map<string, { by: string; value: T }>()
  for (const module of modules)
    for (const [key, value] of entriesOf(module)) {
      const other = all.get(key)
      if (other) throw new Error(`${property} ${key} is declared by ${other.by} and by ${module.name}.`)
      all.set(key, { by: module.name, value })
    }
  return new Map([...all].map(([key, { value }]) => [key, value]))
}

/** Keys of the levels that may read every section in a new installation. */
const readers = ['viewer']

/**
 * Returns every console scope that a route requires, with the levels that hold it in a new installation. Throws for a
 * route whose section no module declares, because no account could call it.
 */
export const scopesOf = (modules: readonly Module[]): ReadonlyMap<Scope, readonly string[]> => {
  const sections = merged<readonly string[]>(modules, (module) => Object.entries(module.scopes), 'The scope')
  const scopes = new Map<Scope, readonly string[]>()
  for (const { name, contract } of modules)
    for (const route of Object.values(contract)) {
      const scope = scopeOfRoute(route)
      if (scope === null || scope === 'console') continue
      const writers = sections.get(sectionOf(scope) ?? '')
      if (!writers)
        throw new Error(`Module ${name}: ${route.path} asks for the scope ${route.access}, which no module declares.`)
      scopes.set(scope, scope.endsWith(':read') ? [...new Set([...writers, ...readers])] : writers)
      // No level holds it in a new installation; owners grant it.
      if (route.together) scopes.set(scope.replace(/write$/, 'together') as Scope, [])
    }
  return scopes
}

/** Returns the public contracts by module name. */
export const publicContractsOf = (modules: readonly Module[]): Record<string, Contract> =>
  Object.fromEntries(
    merged(modules, ({ name, isPublic, contract }) => (isPublic ? [[name, contract]] : []), 'The public module'),
  )

/** Returns the finders of bookmarkable record types; throws if two modules declare the same type. */
export const bookmarkableOf = (modules: readonly Module[]): ReadonlyMap<string, FindBookmarkable> =>
  merged(modules, ({ bookmarkable }) => Object.entries(bookmarkable ?? {}), 'The kind of bookmarks')

/** Returns the recipient groups for messages, each with the site of its module. */
export const audiencesOf = (modules: readonly Module[]): ReadonlyMap<string, AudienceKind & { site?: string }> =>
  merged(
    modules,
    ({ audiences, site }) =>
      Object.entries(audiences ?? {}).map(([kind, audience]) => [kind, { ...audience, ...(site && { site }) }]),
    'The kind of audience',
  )

/** Returns the job handlers; each run gets a new context. */
export const jobsOf = (modules: readonly Module[], context: () => Context): Record<string, JobHandler> =>
  Object.fromEntries(
    [...merged(modules, ({ jobs }) => Object.entries(jobs), 'The job')].map(([name, job]): [string, JobHandler] => [
      name,
      (payload) => job(context(), payload),
    ]),
  )

/** Returns the value that at most one module may provide; throws if two declare it. */
export const onlyOne = <K extends 'approvals' | 'findRedirect' | 'uploads' | 'siteSwitches' | 'addresses'>(
  modules: readonly Module[],
  property: K,
): Module[K] =>
  [
    ...merged(
      modules,
      (module) => (module[property] ? [[property, module[property]]] : []),
      'Of all modules one may have',
    ).values(),
  ][0] as Module[K]
