import type { FastifyBaseLogger } from 'fastify'
import type { Contract, HandlerAnswer, HandlerInput, Locale, RouteDeclaration } from '../contract.ts'
import type { Database } from '../db/pool.ts'
import { inTransaction } from '../db/pool.ts'
import type { Preview } from '../drafts/preview.ts'
import type { FileStore } from '../files/file-store.ts'
import type { Module } from '../module/module.ts'
import type { IdentityPort } from '../ports/identity.ts'
import type { Jobs } from '../ports/jobs.ts'
import type { MailPort } from '../ports/mail.ts'
import type { SmsPort } from '../ports/sms.ts'
import type { Settings } from '../process/settings.ts'
import type { Scope as Right } from '../scopes.ts'
import type { Clock } from '../time/clock.ts'

/** Account of a verified access token, with its scopes as stored in the database at this request. */
export interface Principal {
  userId: string
  sessionId: string
  username: string
  name: string
  /** Key of the level, and its rank: no account grants above its own rank. */
  level: string
  rank: number
  scopes: readonly Right[]
  /** True if the account must set up 2-step verification before anything else. */
  needsTwoStep?: boolean
  /** True if the account must agree to new terms that staff published before its log-in. */
  needsTerms?: boolean
}

/** Dependencies of every handler: ports that tests can replace. */
export interface Services {
  settings: Settings
  database: Database
  clock: Clock
  files: FileStore
  jobs: Jobs
  log: FastifyBaseLogger
  /** At least 32 bytes; signs access tokens. */
  secret: Uint8Array
  /** 32 bytes; encrypts data that must be unreadable in the database and its backups. */
  vault: Uint8Array
  /** Absent if no mail server is configured. */
  mail?: MailPort | undefined
  /** Absent if no SMS provider is configured. */
  sms?: SmsPort | undefined
  /** Absent if no identity verification provider is configured. */
  identity?: IdentityPort | undefined
  /** Module registry, used by search and the dashboard, among others. */
  modules: readonly Module[]
}

/** Facts about one request; `tags` and `until` collect the dependencies of its answer, for the cache. */
export interface Scope {
  locale: Locale
  principal: Principal | null
  tags: Set<string>
  /** Epoch milliseconds at which content of the answer starts or ends; Infinity if never. */
  until: number
  address: string
  device: string
  requestId: string
  /** Authorization header, only for routes that log in or refresh. Never logged. */
  authorization: string | undefined
  /** Unpublished record previewed by staff; only set while a page is rendered for a preview. */
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

/** File of a multipart request, in a temporary folder that is removed after the answer. */
export interface UploadedFile {
  /** Name as sent by the client; for display only, never for storage. */
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

  /** Account of the request. Throws if the route's access does not require one. */
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

  /** Adds cache tags to the answer; a change of one invalidates it. */
  tag(...tags: string[]): void {
    for (const tag of tags) this.scope.tags.add(tag)
  }

  /** Marks the answer stale from this time on. */
  showUntil(moment: Date | null | undefined): void {
    if (moment) this.scope.until = Math.min(this.scope.until, moment.getTime())
  }

  /** Runs `work` for the same request in one transaction; nested calls become savepoints. */
  transaction<T>(work: (context: Context) => Promise<T>): Promise<T> {
    return inTransaction(this.database, (transaction) => work(new Context(this.services, this.scope, transaction)))
  }
}

export interface Extras {
  /** Names of the body fields that were sent: defaults of omitted fields must not overwrite stored values. */
  sent: ReadonlySet<string>
  /** Version that a change is based on: If-Match, else the body's `updatedAt`. */
  stamp: Date | null
  /** Idempotency-Key, for public routes; calls of an account are deduplicated before the handler (`answerOnce`). */
  key: string | null
  files: UploadedFile[]
}

export type Handler<R extends RouteDeclaration> = (
  context: Context,
  input: HandlerInput<R> & Extras,
) => Promise<HandlerAnswer<R>>

/** Exactly one handler per route of the contract. */
export type Handlers<C extends Contract> = { [K in keyof C]: Handler<C[K]> }

/** API of a module, as listed in the registry. */
export interface ModuleApi {
  contract: Contract
  // Handlers are contravariant in their input; `defineModule` types the pair.
  handlers: Record<string, (context: Context, input: never) => Promise<unknown>>
}
