import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { hashToken, newRefreshToken, signAccessToken } from '#kit/auth/tokens.ts'
import { CallPending, CallRefused, type Client, createClient } from '#kit/client.ts'
import type { Contract, Locale, PendingCall, Refusal } from '#kit/contract.ts'
import { openPool } from '#kit/db/pool.ts'
import { diskStore } from '#kit/files/disk-store.ts'
import type { Limits } from '#kit/limits.ts'
import { identityPort } from '#kit/ports/identity.ts'
import { databaseJobs } from '#kit/ports/jobs.ts'
import { readSettings, type Settings } from '#kit/process/settings.ts'
import { expandScopes, type Scope, scopeOfRoute } from '#kit/scopes.ts'
import { Context, publicScope, type Services } from '#kit/server/context.ts'
import type { Kernel } from '#kit/server/kernel.ts'
import { type Clock, uuidv7 } from '#kit/time/clock.ts'
import { sessions } from '#people/auth/table.ts'
import { buildUser, type UserOverrides } from '#people/users/factory.ts'
import { buildSetting } from '#platform/settings/factory.ts'
import { createServer, mountApi } from '../../src/app.ts'
import { modules } from '../../src/modules.ts'
import { createTestDatabase, type TestDatabase, testTimeouts } from './test-database.ts'

/** A clock that runs on from the time a test has set. */
export interface ManualClock extends Clock {
  /** Moves the clock forward, in ms. */
  forward(milliseconds: number): void
}

const createManualClock = (): ManualClock => {
  let offset = 0
  return {
    now: () => new Date(Date.now() + offset),
    newId: () => uuidv7(Date.now() + offset),
    forward: (by) => {
      offset += by
    },
  }
}

/** A logged-in account. */
export interface Actor {
  userId: string
  sessionId: string
  refreshToken: string
  accessToken: string
}

export interface TestApi {
  database: TestDatabase
  services: Services
  /** Context for factories and services: anonymous, in Korean. */
  context: Context
  kernel: Kernel
  server: FastifyInstance
  /** Log lines, if `logLevel` was given. */
  logged: string[]
  clock: ManualClock
  /**
   * Creates an account whose level has exactly these scopes, with an open session; `console:<section>` alone grants
   * reading and writing there. `rank` is 0 to 100.
   */
  actor(scopes: readonly string[], overrides?: Omit<UserOverrides, 'scopes'>): Promise<Actor>
  /**
   * Typed client of a contract over HTTP; anonymous without an actor. Refusals throw `CallRefused`. Rate limits count
   * calls per `remoteAddress`.
   */
  client<C extends Contract>(contract: C, actor?: Actor | null, locale?: Locale, remoteAddress?: string): Client<C>
  /** Sends a raw request, with headers and bodies the typed client cannot send. */
  request(options: InjectOptions): Promise<LightMyRequestResponse>
  close(): Promise<void>
}

/** All scopes required by routes of the product. */
export const allScopes = (kernel: Kernel): Scope[] =>
  [...new Set(kernel.routes.map(({ route }) => scopeOfRoute(route)))].filter((scope) => scope !== null)

/** Encodes a form as a multipart payload with its headers. */
export const multipart = async (form: FormData) => {
  const response = new Response(form)
  return {
    payload: Buffer.from(await response.arrayBuffer()),
    headers: { 'content-type': response.headers.get('content-type') ?? '' },
  }
}

/** Builds an actor's request with a JSON body, for what the typed client cannot send. */
export const sentBy = (
  actor: Actor | null | undefined,
  {
    headers,
    body,
    ...options
  }: Omit<InjectOptions, 'headers' | 'body'> & { headers?: Record<string, string>; body?: unknown },
): InjectOptions => ({
  ...options,
  ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  headers: {
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(actor && { authorization: `Bearer ${actor.accessToken}` }),
    ...headers,
  },
})

/** Captures the lines of the server's own logger, formatted by it. */
const captureLog = ({ log }: FastifyInstance, lines: string[]) => {
  const stream = Object.getOwnPropertySymbols(log).find(({ description }) => description === 'pino.stream')
  if (!stream) throw new Error('The logger has no stream to listen to')
  Reflect.set(log, stream, { write: (line: string) => lines.push(line) })
}

export interface TestApiOptions {
  logLevel?: string
  /** Limits that differ from the product's. */
  limits?: { [K in keyof Limits]?: Partial<Limits[K]> }
  /** A database that the test can stop or that another process shares; `close` drops it. */
  database?: TestDatabase
  /** Data directory shared with another process of the same installation. */
  dataDirectory?: string
  /** Additional environment variables. */
  environment?: Record<string, string>
}

/** Size of a test server's connection pool. */
export const connections = 8

/** Creates the product's API on a new database, without pages, jobs or sockets. */
export const createTestApi = async ({
  logLevel = 'silent',
  limits = {},
  environment = {},
  ...shared
}: TestApiOptions = {}): Promise<TestApi> => {
  const database = shared.database ?? (await createTestDatabase())
  const dataDirectory = shared.dataDirectory ?? (await mkdtemp(join(tmpdir(), 'daecheong-api-')))
  const given = readSettings({ NODE_ENV: 'test', DATA_DIR: dataDirectory, LOG_LEVEL: logLevel, ...environment })
  const settings: Settings = {
    ...given,
    limits: {
      lines: { ...given.limits.lines, ...limits.lines },
      uploads: { ...given.limits.uploads, ...limits.uploads },
      crowds: { ...given.limits.crowds, ...limits.crowds },
      streams: { ...given.limits.streams, ...limits.streams },
    },
  }
  const server = createServer(settings)
  const logged: string[] = []
  if (logLevel !== 'silent') captureLog(server, logged)
  // A database that the test stops keeps the product's limits.
  const pool = openPool(database.url, connections, () => undefined, shared.database ? undefined : testTimeouts)
  const clock = createManualClock()
  const services: Services = {
    settings,
    database: pool.database,
    clock,
    files: diskStore(join(dataDirectory, 'files')),
    jobs: databaseJobs,
    log: server.log,
    secret: new TextEncoder().encode('a secret of the tests, 32 bytes or more'),
    vault: new Uint8Array(32).fill(7),
    identity: identityPort(settings.identityUrl),
    modules,
  }
  const kernel = await mountApi(server, services)
  await server.ready()

  const context = new Context(services, publicScope('ko'))
  await buildSetting(context)
  const actor: TestApi['actor'] = async (scopes, overrides = {}) => {
    const user = await buildUser(context, { ...overrides, scopes: [...scopes] })
    const now = clock.now()
    const session = { userId: user.id, sessionId: clock.newId(), refreshToken: newRefreshToken() }
    await services.database.insert(sessions).values({
      id: session.sessionId,
      userId: user.id,
      tokenHash: hashToken(session.refreshToken),
      createdAt: now,
      usedAt: now,
    })
    const accessToken = await signAccessToken(
      services.secret,
      { ...session, scope: expandScopes(scopes) },
      now.getTime(),
    )
    return { ...session, accessToken }
  }

  return {
    database,
    services,
    context,
    kernel,
    server,
    logged,
    clock,
    actor,
    client: (contract, who, locale = 'ko', remoteAddress = '127.0.0.1') =>
      createClient(contract, async ({ route, path, query, body, options }) => {
        const sent =
          body instanceof FormData ? await multipart(body) : body === undefined ? {} : { payload: body as object }
        const response = await server.inject({
          method: route.method,
          url: query.size > 0 ? `${path}?${query}` : path,
          remoteAddress,
          ...sent,
          headers: {
            'accept-language': locale === 'cn' ? 'zh-CN' : locale,
            ...(who && { authorization: `Bearer ${who.accessToken}` }),
            ...('headers' in sent && sent.headers),
            ...options.headers,
          },
        })
        if (response.statusCode >= 400)
          throw new CallRefused(
            response.statusCode,
            response.json<Refusal>(),
            Number(response.headers['retry-after']) || undefined,
          )
        if (response.statusCode === 202) throw new CallPending(response.json<PendingCall>())
        return response.statusCode === 204 ? undefined : response.json()
      }),
    request: (options) => server.inject(options),
    async close() {
      await server.close()
      await pool.close()
      await database.drop()
      await rm(dataDirectory, { recursive: true, force: true })
    },
  }
}
