import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { vaultKey } from '#kit/auth/vault.ts'
import { LoaderCache } from '#kit/cache/loader-cache.ts'
import { wrapListeners } from '#kit/cache/request-cache.ts'
import { openPool } from '#kit/db/pool.ts'
import { removeOldDrafts } from '#kit/drafts/jobs.ts'
import { findPreview, type Preview } from '#kit/drafts/preview.ts'
import { mountEvents } from '#kit/events/event-stream.ts'
import { diskStore } from '#kit/files/disk-store.ts'
import { deleteOrphans } from '#kit/files/remove-orphans.ts'
import type { Locale } from '#kit/locale.ts'
import { jobsOf, onlyOne, publicContractsOf } from '#kit/module/module.ts'
import { identityPort } from '#kit/ports/identity.ts'
import { databaseJobs, type JobHandler, startWorker } from '#kit/ports/jobs.ts'
import { smtpPort } from '#kit/ports/mail.ts'
import { smsPort } from '#kit/ports/sms.ts'
import { readSecret } from '#kit/process/secret.ts'
import type { Settings } from '#kit/process/settings.ts'
import { Context, publicScope, type Services } from '#kit/server/context.ts'
import { answerClientError } from '#kit/server/http/client-error.ts'
import { mountHealthRoutes } from '#kit/server/http/health-routes.ts'
import { type Listening, listenAt } from '#kit/server/http/listeners.ts'
import { logOptions } from '#kit/server/http/log-options.ts'
import { commonHeaders, mountKernel, refuseBeforeRoute } from '#kit/server/http/mount-kernel.ts'
import { guardRequests } from '#kit/server/http/request-guard.ts'
import { watchSlowConnections } from '#kit/server/http/slow-connections.ts'
import { isOpenTo, Kernel } from '#kit/server/kernel.ts'
import { removeExpiredAnswers } from '#kit/server/limits/idempotency.ts'
import { mountOpenApi } from '#kit/server/openapi/mount-openapi.ts'
import { mountFiles } from '#kit/server/uploads/files-route.ts'
import { systemClock } from '#kit/time/clock.ts'
import { clientsOf, servePublic } from '#kit/web/serve-public.ts'
import { createAuthenticate, findPrincipal } from '#people/auth/server/authenticate-session.ts'
import { deleteNeverUsed } from './kit/files/delete-unused.ts'
import { modules } from './modules.ts'

export interface App {
  /** Starts listening; returns the address, with the port the system chose if the setting is 0. */
  listen(): Promise<{ address: string }>
  /** Finishes requests in progress and closes every connection. */
  close(): Promise<void>
  services: Services
}

/** Settings with a known database: the configured server, or the embedded one that was started. */
export type ReadySettings = Settings & { databaseUrl: string; databaseDirectUrl: string }

const version = '0.1.0'
const root = fileURLToPath(new URL('../', import.meta.url))

/** Creates the bare server: limits and logs, no routes yet. */
export const createServer = (settings: Settings): FastifyInstance => {
  const server = Fastify({
    logger: logOptions(settings.logLevel),
    logController: new LogController({ disableRequestLogging: settings.logLevel !== 'debug' }),
    trustProxy: settings.trustProxy.length > 0 ? settings.trustProxy : false,
    bodyLimit: 256 * 1024,
    // Milliseconds to mount each plugin. Loading the page bundles alone can exceed the default 10 s on a busy machine.
    pluginTimeout: 120_000,
    // Would limit the total time of a request; `watchSlowConnections` checks its progress instead.
    requestTimeout: 0,
    routerOptions: { maxParamLength: 200 },
    return503OnClosing: true,
    forceCloseConnections: 'idle',
    genReqId: () => systemClock.newId(),
    clientErrorHandler: answerClientError,
    // Requests the router refuses before a route is found.
    frameworkErrors: refuseBeforeRoute,
  })
  server.addHook('onRequest', async (_request, reply) => {
    reply.headers(commonHeaders)
  })
  server.server.headersTimeout = 20_000
  watchSlowConnections(server.server, {
    limits: settings.limits.lines,
    log: (reason) => server.log.info({ reason }, 'a connection without progress was ended'),
  })
  return server
}

/** Mounts the API, files, module mounts and operational routes, without the pages. The API tests run this. */
export const mountApi = async (
  server: FastifyInstance,
  services: Services,
  loaderCache?: LoaderCache,
): Promise<Kernel> => {
  const kernel = new Kernel(services)
  await mountKernel(server, kernel, createAuthenticate(services))
  await mountOpenApi(server, kernel, version)
  mountFiles(server, services)
  const contracts = publicContractsOf(services.modules)
  const clients = (locale: Locale) => clientsOf(kernel, contracts, publicScope(locale), loaderCache)
  for (const { mount } of services.modules) mount?.(server, { services, kernel, root, clients })
  mountHealthRoutes(server, services)
  return kernel
}

/** Job handlers by name: those the modules declare, and those of the kit. */
export const jobHandlers = (services: Services): Record<string, JobHandler> => {
  const context = () => new Context(services, publicScope('ko'))
  const knownBy = modules.flatMap(({ knownFiles }) => knownFiles ?? [])
  return {
    ...jobsOf(services.modules, context),
    async forgetAnswers() {
      await removeExpiredAnswers(context())
      await removeOldDrafts(context())
      await deleteNeverUsed(context())
      await deleteOrphans(context(), knownBy)
    },
  }
}

/**
 * Content for a console preview token, while the session it was issued to is open and its level has the right;
 * otherwise null.
 */
export const showPreview = async (context: Context, token: string): Promise<Preview | null> => {
  const preview = await findPreview(context, token)
  const principal = preview && (await findPrincipal(context.services, preview.sessionId))
  return principal && isOpenTo({ method: 'GET', access: preview.access }, principal.scopes) ? preview : null
}

/**
 * Wires the product: services, API, files, pages. Requires `settings.databaseUrl` to be set and migrations to have run.
 */
export const createApp = async (settings: ReadySettings): Promise<App> => {
  const server = createServer(settings)
  const pool = openPool(settings.databaseUrl, settings.databasePool, (error) =>
    server.log.warn({ error: error.message }, 'an idle connection broke'),
  )
  const services: Services = {
    settings,
    database: pool.database,
    clock: systemClock,
    files: diskStore(join(settings.dataDirectory, 'files')),
    jobs: databaseJobs,
    log: server.log,
    secret: await readSecret(settings.dataDirectory, settings.sessionSecret),
    vault: vaultKey(await readSecret(settings.dataDirectory, settings.vaultSecret, 'vault')),
    mail: smtpPort(settings.smtpUrl),
    sms: smsPort(settings.smsUrl),
    identity: identityPort(settings.identityUrl),
    modules,
  }
  const loaderCache = settings.mode === 'development' ? undefined : new LoaderCache()
  const kernel = await mountApi(server, services, loaderCache)
  mountEvents(server, {
    url: settings.databaseDirectUrl,
    authenticate: createAuthenticate(services),
    admitToConsole: (scope) => kernel.admitToConsole(scope),
  })

  const pages = await servePublic({
    server,
    kernel,
    settings,
    root,
    contracts: publicContractsOf(modules),
    loaderCache,
    findRedirect: onlyOne(modules, 'findRedirect'),
    addresses: onlyOne(modules, 'addresses'),
    preview: showPreview,
    uploads: onlyOne(modules, 'uploads')?.(kernel),
  })

  const requestListeners = modules.flatMap(({ requestListener }) => requestListener?.(services) ?? [])
  for (const { listen } of requestListeners) wrapListeners(server.server, listen)
  guardRequests(server, () => services.clock.newId())

  const background = [...requestListeners, ...modules.flatMap(({ start }) => start?.(services) ?? [])]
  const worker = await startWorker(
    settings.databaseDirectUrl,
    jobHandlers(services),
    [...modules.flatMap(({ schedules }) => schedules), { cron: '27 * * * *', job: 'forgetAnswers' }],
    server.log,
  )

  let listening: Listening | undefined
  return {
    services,
    async listen() {
      listening = await listenAt(server, settings.host, settings.port)
      return listening
    },
    async close() {
      await (listening ?? server).close()
      await pages.close()
      await Promise.all(background.map((work) => work.close()))
      await worker.stop()
      await pool.close()
    },
  }
}
