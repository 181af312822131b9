import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Contract, HandlerAnswer, HandlerInput, Locale, RouteDeclaration } from '../contract.ts'
import type { Database } from '../db/pool.ts'
import { inTransaction } from '../db/pool.ts'
import type { Preview } from '../drafts/preview.ts'
import type { Settings } from '../env.ts'
import type { FileStore } from '../files/store.ts'
import type { IdentityPort } from '../identity.ts'
import type { Jobs } from '../jobs.ts'
import type { MailPort } from '../mail.ts'
import type { Module } from '../module/module.ts'
import type { Scope as Right } from '../scopes.ts'
import type { SmsPort } from '../sms.ts'

/** The account a verified access token names, with the rights the database gives at this request. */
export interface Principal {
  userId: string
  sessionId: string
  username: string
  name: string
  /** Key of the level, and its rank: nobody grants above their own rank. */
  level: string
  rank: number
  scopes: readonly Right[]
  /** It has to set up 2-step verification before anything else. */
  needsTwoStep?: boolean
  /** Staff asked members for new terms before it logged in, and it has not agreed to them yet. */
  needsTerms?: boolean
}

/** What every handler reaches besides the request: ports that a test can replace. */
export interface Services {
  settings: Settings
  database: Database
  clock: Clock
  files: FileStore
  jobs: Jobs
  log: FastifyBaseLogger
  /** 32 bytes or more; signs access tokens. */
  secret: Uint8Array
  /** 32 bytes; encrypts what must stay unreadable in the database and its backups. */
  vault: Uint8Array
  /** Absent where no mail server is set. */
  mail?: MailPort | undefined
  /** Absent where no provider of text messages is set. */
  sms?: SmsPort | undefined
  /** Absent where no provider of identity verification is set. */
  identity?: IdentityPort | undefined
  /** The registry: what the search and the desk ask of every module. */
  modules: readonly Module[]
}

/** Facts of one request; `tags` and `until` collect what its answer depends on, for the cache. */
export interface Scope {
  locale: Locale
  principal: Principal | null
  tags: Set<string>
  /** Epoch milliseconds at which something the answer shows begins or ends; Infinity: never. */
  until: number
  address: string
  device: string
  requestId: string
  /** The Authorization header, only for routes that log in or refresh. Never logged. */
  authorization: string | undefined
  /** A record as staff preview it before it is public; only set while a page is rendered for a preview. */
  preview?: Preview | null
}

export const publicScope = (locale: Locale, requestId = ''): Scope => ({
  locale,
  principal: null,
  tags: new Set(),
  until: Number.POSITIVE_INFINITY,
  address: '',
  device: '',
  requestId,
  authorization: undefined,
})

/** A file of a multipart request, in a temporary folder that is removed after the answer. */
export interface UploadedFile {
  /** Name as sent; for show, never for storing. */
  name: string
  path: string
  bytes: number
}

export class Context {
  readonly services: Services
  readonly scope: Scope
  readonly database: Database

  constructor(services: Services, scope: Scope, database: Database = services.database) {
    this.services = services
    this.scope = scope
    this.database = database
  }

  get locale(): Locale {
    return this.scope.locale
  }

  /** The account; only call where the route's access asks for one. */
  get principal(): Principal {
    if (!this.scope.principal) throw new Error('This route has no account: its access is public')
    return this.scope.principal
  }

  now(): Date {
    return this.services.clock.now()
  }

  newId(): string {
    return this.services.clock.newId()
  }

  /** Says that the answer depends on these; a change of one drops it from the cache. */
  tag(...tags: string[]): void {
    for (const tag of tags) this.scope.tags.add(tag)
  }

  /** Says that the answer changes by itself at that moment. */
  showUntil(moment: Date | null | undefined): void {
    if (moment) this.scope.until = Math.min(this.scope.until, moment.getTime())
  }

  /** The same request within one transaction; nested calls become savepoints. */
  transaction<T>(work: (context: Context) => Promise<T>): Promise<T> {
    return inTransaction(this.database, (transaction) => work(new Context(this.services, this.scope, transaction)))
  }
}

export interface Extras {
  /** Names of the body's fields that were sent: defaults of fields left out must not overwrite. */
  sent: ReadonlySet<string>
  /** The version a change was made from: If-Match, else the body's `updatedAt`. */
  stamp: Date | null
  /** The Idempotency-Key, for routes that anybody may call; those of accounts are answered once by the kernel's side. */
  key: string | null
  files: UploadedFile[]
}

export type Handler<R extends RouteDeclaration> = (
  context: Context,
  input: HandlerInput<R> & Extras,
) => Promise<HandlerAnswer<R>>

/** A handler per route of the contract, no more, no less. */
export type Handlers<C extends Contract> = { [K in keyof C]: Handler<C[K]> }

/** A module's API, as the registry lists it. */
export interface ModuleApi {
  contract: Contract
  // Handlers are contravariant in their input; `defineModule` types the pair.
  handlers: Record<string, (context: Context, input: never) => Promise<unknown>>
}
