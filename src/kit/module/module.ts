import type { FastifyInstance } from 'fastify'
import type { Contract } from '../contract.ts'
import type { KnownFiles } from '../files/orphans.ts'
import type { JobHandler } from '../jobs.ts'
import type { Locale } from '../locale.ts'
import type { Context, Handlers, ModuleApi, Services } from '../server/context.ts'
import type { Kernel } from '../server/kernel.ts'
import type { PageUploads } from '../server/receive-form.ts'
import type { Elsewhere } from '../web/elsewhere.ts'
import type { DeskPart } from './desk.ts'

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
  scopes: ReadonlyMap<string, readonly string[]>
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

/** Something that runs beside the server until it is closed. */
export interface Background {
  close(): void | Promise<void>
}

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
  /** The loaders of public pages call it, under its name. */
  isPublic: boolean
  /** Console scopes its routes ask for, each with the keys of the levels that hold it in a new installation. */
  scopes: Readonly<Record<`console:${string}`, readonly string[]>>
  /** What the queue runs, by the job's name. */
  jobs: Readonly<Record<string, (context: Context, payload: Record<string, unknown>) => Promise<void>>>
  /** Jobs that run by the clock: five fields of cron (UTC), and the name of one of `jobs`. */
  schedules: readonly { cron: string; job: string }[]
  /**
   * Kinds of records that the public search finds (views of the database, migration 0007), each with the position of
   * its group, ascending; and their cache tags.
   */
  search: { kinds: Readonly<Record<string, number>>; tags: readonly string[] }
  /** Figures and work for the desk; asked for accounts that may enter the console. */
  desk?: (context: Context) => Promise<DeskPart>
  /** Where to go from an address that no page has. */
  elsewhere?: (context: Context, path: string) => Promise<Elsewhere | null>
  /** A page whose form may carry files, for browsers without script. */
  uploads?: (kernel: Kernel) => PageUploads
  /** Addresses outside the contract. */
  mount?: (server: FastifyInstance, mounting: Mounting) => void
  /** Needed where it keeps files outside the library (`storePrivate`): bytes without a record are removed. */
  knownFiles?: KnownFiles
  /** What it keeps of members' accounts. */
  personal?: PersonalData
  /** Work beside the requests: a spool, a watch. */
  start?: (services: Services) => Background
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
  const asked = new Set<string>(Object.values(contract).map(({ access }) => access))
  for (const [scope, levels] of Object.entries(scopes)) {
    if (!asked.has(scope)) fail(`no route asks for the scope ${scope}.`)
    if (levels.length === 0) fail(`no level holds the scope ${scope}.`)
  }
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

/**
 * Every console scope with the levels that hold it in a new installation. Throws for a route whose scope no module
 * declares: nobody could ever call it.
 */
export const scopesOf = (modules: readonly Module[]): ReadonlyMap<string, readonly string[]> => {
  const scopes = merged<readonly string[]>(modules, (module) => Object.entries(module.scopes), 'The scope')
  for (const { name, contract } of modules)
    for (const { access, path } of Object.values(contract))
      if (access.startsWith('console:') && !scopes.has(access))
        throw new Error(`Module ${name}: ${path} asks for the scope ${access}, which no module declares.`)
  return scopes
}

/** The public contracts, by the name of their module. */
export const publicContractsOf = (modules: readonly Module[]): Record<string, Contract> =>
  Object.fromEntries(
    merged(modules, ({ name, isPublic, contract }) => (isPublic ? [[name, contract]] : []), 'The public module'),
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
export const onlyOne = <K extends 'elsewhere' | 'uploads'>(modules: readonly Module[], what: K): Module[K] =>
  [
    ...merged(
      modules,
      (module) => (module[what] ? [[what, module[what]]] : []),
      'Of all modules one may have',
    ).values(),
  ][0] as Module[K]
