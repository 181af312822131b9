import type { SQL } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Listener } from '../cache/front.ts'
import type { Contract } from '../contract.ts'
import type { KnownFiles } from '../files/orphans.ts'
import type { JobHandler } from '../jobs.ts'
import type { Locale } from '../locale.ts'
import { type Scope, type Section, scopeOfRoute, sectionOf } from '../scopes.ts'
import type { Context, Handlers, ModuleApi, Services } from '../server/context.ts'
import type { Kernel } from '../server/kernel.ts'
import type { PageUploads } from '../server/receive-form.ts'
import type { Elsewhere } from '../web/elsewhere.ts'
import type { Addresses } from '../web/site-locations.ts'
import type { DeskDay, DeskPart } from './desk.ts'
import type { OverviewPart } from './overview.ts'
import type { FindPickups } from './pickups.ts'

/** An account that was made for a new installation, with the password that only its maker knows. */
export interface NewAccount {
  id: string
  username: string
  name: string
  password: string
  level: string
}

/** What modules share while an empty database is filled: modules listed later find what earlier ones made. */
export interface Filling {
  accounts: NewAccount[]
  /** Whether the demonstration is loaded; otherwise only what no installation works without. */
  isDemo: boolean
  /** Every module's scopes with the levels that hold them in a new installation. */
  scopes: ReadonlyMap<Scope, readonly string[]>
}

/** Something that has to be finished before an account can be withdrawn. */
export interface Blocked {
  /** What it is, in the language of the request. */
  title: string
  /** Address of the page where it is finished. */
  to: string | null
}

/** Records that a law keeps when an account is withdrawn. */
export interface Held {
  basis: 'contract' | 'complaint' | 'login'
  /** Until when the law keeps them. */
  until: Date
  records: readonly object[]
}

/** The account whose data is meant. */
export interface Subject {
  userId: string
  username: string
  email: string | null
  phone: string | null
}

/** What a module keeps of an account: each module that names one declares it, and withdrawal asks them all. */
export interface PersonalData {
  blocks?: (context: Context, subject: Subject) => Promise<Blocked[]>
  held?: (context: Context, subject: Subject) => Promise<Held[]>
  /**
   * Destroys what names the account or takes the name out of it, in the transaction of the withdrawal. Answers the ids
   * of stored files whose bytes go after the commit.
   */
  forget?: (context: Context, subject: Subject) => Promise<readonly string[]>
  /** Everything the member can see of themselves, for the archive. */
  archive?: (context: Context, subject: Subject) => Promise<Record<string, unknown>>
  /** Private files of the archive, with the name each gets there. */
  files?: (context: Context, subject: Subject) => Promise<{ id: string; name: string }[]>
}

/** A group of accounts that a module can name by a filter of its own. */
export interface AudienceKind {
  /** What who sends to them has to hold beside the right to send. */
  scope: Scope
  /** `SELECT user_id`: whom that filter finds at this moment. Throws `ZodError` for a filter it does not know. */
  accounts: (filter: unknown) => SQL
}

/** A call that waits for another person, or did: a route, and what it was sent. */
export interface AskedCall {
  method: string
  /** As the route declares it. */
  path: string
  params: unknown
  body: unknown
}

/** Keeps what may be done by two people together only. */
export interface Approvals {
  /** Keeps a call of the account of the request until a colleague approves it; answers its id. */
  keep: (context: Context, call: AskedCall) => Promise<string>
  /** Uses up an approval that this account has of this act on this record; answers what was approved, or null. */
  spend: (context: Context, call: AskedCall) => Promise<Pick<AskedCall, 'body'> | null>
}

/**
 * What a call that waits for another person is about. `logged`: what the log calls it where the title names a member,
 * since a line of the log can never be removed.
 */
export interface AskedSubject {
  title: string
  logged?: string
  /** Address in the console. */
  to: string
}

/** In the language of the request; null once the record is not there. */
export type DescribeAsked = (context: Context, call: AskedCall) => Promise<AskedSubject | null>

/** One of a member's records in a module, as the member's page lists it. */
export interface MemberEntry {
  _id: string
  title: string
  /** Name of its state in the module's console manifest (`memberParts`); null where it has none. */
  state: string | null
  /** ISO 8601. */
  at: string
  /** Address in the console. */
  to: string
}

/** Records of a part that the page of a member shows: the latest. */
export const mostOfMember = 10

/** What a module shows on the page of a member in the console, to those who may read in its section. */
export interface MemberPart {
  /** `<module>` or `<module>.<part>`: the console manifest names it under the same key. */
  key: string
  section: Section
  /** How many there are in all, and the latest. */
  read: (
    context: Context,
    member: { userId: string; email: string | null },
  ) => Promise<{ total: number; entries: MemberEntry[] }>
}

/** How records that name files of the library are shown where a file is used. */
export interface FileUse {
  section: Section
  /** Kind of record, as the log names it. */
  entity: string
  /** What a record is called: an expression over `r`, a row of `table`; a text, or jsonb with its translations. */
  title?: string
  /** Where its name is, if that is another table than the one that names the file. */
  table?: string
  /** Address in the console, `{id}` for the record's own. */
  to?: string
  /** Its pictures are looked at closely, with all their pixels (`files/tiles.ts`). */
  zoom?: true
  /**
   * Staff write these records: where they put another file in the place of one, the record names the new one. Others stay
   * as they were told, bought or sent in.
   */
  follows?: true
}

/** A record that members can bookmark and like, as a list of theirs shows it. */
export interface Keepable {
  id: string
  title: string
  /** Language of the title. */
  lang: Locale
  /** Address of its page, without the language. */
  to: string
}

/** Of these ids, the records that a visitor of the request may see now. */
export type FindKeepable = (context: Context, ids: readonly string[]) => Promise<Keepable[]>

/** Something that runs beside the server until it is closed. */
export interface Background {
  close(): void | Promise<void>
}

/** Sees every request before anything answers it, cached pages too: it must cost next to nothing. */
export interface Front extends Background {
  listen(next: Listener): Listener
}

/** Sites by name, and whether the settings have them switched on. */
export type SiteSwitches = Readonly<Record<string, boolean>>

/** What a module may put on the server besides its routes. */
export interface Mounting {
  services: Services
  kernel: Kernel
  /** Folder of the product, for files that ship with it. */
  root: string
  /** The in-process clients of the public contracts, by module. */
  clients(locale: Locale): object
}

/**
 * All that the rest of the product needs to know of a module: the registry (`src/modules.ts`) lists these and nothing
 * else. What a module's console needs is in its `console/manifest.tsx`, which runs in the browser.
 */
export interface Module extends ModuleApi {
  /** Name of its folder. */
  name: string
  /** The site it belongs to: while the settings have that switched off, its routes are not there (404). */
  site?: string
  /** Which sites are switched on; a site that is not named is. One module may know. */
  siteSwitches?: (context: Context) => Promise<SiteSwitches>
  /** Where the sites are; the answer depends on the tags it names. */
  addresses?: (context: Context) => Promise<Addresses>
  /** The loaders of public pages call it, under its name. */
  isPublic: boolean
  /**
   * Sections of the console that its routes ask for, each with the keys of the levels that may write there in a new
   * installation. Those that may look at everything may read there too.
   */
  scopes: Readonly<Record<`console:${string}`, readonly string[]>>
  /** What the queue runs, by the job's name. */
  jobs: Readonly<Record<string, (context: Context, payload: Record<string, unknown>) => Promise<void>>>
  /** Jobs that run by the clock: five fields of cron (UTC), and the name of one of `jobs`. */
  schedules: readonly { cron: string; job: string }[]
  /**
   * Kinds of records that the public search finds (views of the database, migration 0007), each with the position of
   * its group, ascending; and their cache tags. `site`: the site that shows them, where it is not the module's own.
   */
  search: { kinds: Readonly<Record<string, number>>; tags: readonly string[]; site?: string }
  /** Addresses, without language, of its pages that are no records of the search; for site maps. */
  pages?: (context: Context) => Promise<readonly string[]>
  /** Figures and work for the desk; asked for accounts that may enter the console. */
  desk?: (context: Context) => Promise<DeskPart>
  /** What it counts day by day, `<module>.<series>`, for statistics: days of Seoul, those without any may be left out. */
  counts?: (context: Context, period: { from: string; to: string }) => Promise<Record<string, DeskDay[]>>
  /** Where to go from an address that no page has. */
  elsewhere?: (context: Context, path: string) => Promise<Elsewhere | null>
  /** A page whose form may carry files, for browsers without script. */
  uploads?: (kernel: Kernel) => PageUploads
  /** Addresses outside the contract. */
  mount?: (server: FastifyInstance, mounting: Mounting) => void
  /** Refuses a caller of the console after their rights were checked: throws `AppError`. */
  admitToConsole?: (context: Context) => Promise<void>
  /** Needed where it keeps files outside the library (`storePrivate`, or `files.put`): bytes without a record are removed. */
  knownFiles?: KnownFiles
  /** What waits for the member of the request, and the newest of their own records; asked for any account. */
  overview?: (context: Context) => Promise<OverviewPart>
  /** What members fetch themselves of what it sells. */
  pickups?: FindPickups
  /** Its tables that name files of the library (migration 0136), and the kinds of record whose drafts do. */
  fileUses?: Readonly<Record<string, FileUse>>
  /** What it keeps of members' accounts. */
  personal?: PersonalData
  /** What the page of a member shows of it. */
  memberParts?: readonly MemberPart[]
  /** Keeps what waits for another person; one module may. */
  approvals?: Approvals
  /** What each of its routes that can be asked for (`together`) is about, by the route's name. */
  asked?: Readonly<Record<string, DescribeAsked>>
  /** Groups of accounts that messages can be sent to. */
  audiences?: Readonly<Record<string, AudienceKind>>
  /** Kinds of records that members can bookmark and like. */
  keepable?: Readonly<Record<string, FindKeepable>>
  /** Work beside the requests: a spool, a watch. */
  start?: (services: Services) => Background
  /** Looks at requests on their way in: counts. */
  front?: (services: Services) => Front
  /** Records of an empty database: what no installation works without, and those of the demonstration. */
  fill?: (context: Context, filling: Filling) => Promise<void>
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
 * Makes a module's manifest. Throws for what would be ignored silently: a scope that no level holds or no route asks
 * for, a schedule of a job that is not there.
 */
export const defineModule = <C extends Contract>({ contract, handlers, ...declared }: Declared<C>): Module => {
  const { name, scopes = {}, jobs = {}, schedules = [] } = declared
  const fail = (sentence: string): never => {
    throw new Error(`Module ${name}: ${sentence}`)
  }
  const asked = new Set<string | null>(Object.values(contract).map(({ access }) => sectionOf(access)))
  for (const [scope, levels] of Object.entries(scopes)) {
    if (!asked.has(scope)) fail(`no route asks for the scope ${scope}.`)
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
    // Handlers are contravariant in their input; contract and handlers were matched by the types of this function.
    handlers: handlers as unknown as ModuleApi['handlers'],
    scopes,
    jobs,
    schedules,
  }
}

/** What several modules declare, as one; throws where two declare the same. */
const merged = <T>(modules: readonly Module[], entriesOf: (module: Module) => [string, T][], what: string) => {
  const all = new Map<string, { by: string; value: T }>()
  for (const module of modules)
    for (const [key, value] of entriesOf(module)) {
      const other = all.get(key)
      if (other) throw new Error(`${what} ${key} is declared by ${other.by} and by ${module.name}.`)
      all.set(key, { by: module.name, value })
    }
  return new Map([...all].map(([key, { value }]) => [key, value]))
}

/** Keys of the levels that may read in every section of a new installation. */
const readers = ['viewer']

/**
 * Every console scope that a route asks for, with the levels that hold it in a new installation. Throws for a route
 * whose section no module declares: nobody could ever call it.
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
      // In a new installation nobody has it: owners give it.
      if (route.together) scopes.set(scope.replace(/write$/, 'together') as Scope, [])
    }
  return scopes
}

/** The public contracts, by the name of their module. */
export const publicContractsOf = (modules: readonly Module[]): Record<string, Contract> =>
  Object.fromEntries(
    merged(modules, ({ name, isPublic, contract }) => (isPublic ? [[name, contract]] : []), 'The public module'),
  )

/** How records of each kind that can be bookmarked are found; throws where two modules have the same kind. */
export const keepableOf = (modules: readonly Module[]): ReadonlyMap<string, FindKeepable> =>
  merged(modules, ({ keepable }) => Object.entries(keepable ?? {}), 'The kind of bookmarks')

/** The groups of accounts that messages can be sent to, each with the module that has it. */
export const audiencesOf = (modules: readonly Module[]): ReadonlyMap<string, AudienceKind & { site?: string }> =>
  merged(
    modules,
    ({ audiences, site }) =>
      Object.entries(audiences ?? {}).map(([kind, audience]) => [kind, { ...audience, ...(site && { site }) }]),
    'The kind of audience',
  )

/** What the queue runs; each job gets a context of its own. */
export const jobsOf = (modules: readonly Module[], context: () => Context): Record<string, JobHandler> =>
  Object.fromEntries(
    [...merged(modules, ({ jobs }) => Object.entries(jobs), 'The job')].map(([name, job]): [string, JobHandler] => [
      name,
      (payload) => job(context(), payload),
    ]),
  )

/** The one answer that modules may give, from the first that declares it; throws where two do. */
export const onlyOne = <K extends 'approvals' | 'elsewhere' | 'uploads' | 'siteSwitches' | 'addresses'>(
  modules: readonly Module[],
  what: K,
): Module[K] =>
  [
    ...merged(
      modules,
      (module) => (module[what] ? [[what, module[what]]] : []),
      'Of all modules one may have',
    ).values(),
  ][0] as Module[K]
