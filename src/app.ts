import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { forms } from '#firm/forms/contract.ts'
import { deliverKept, startForgetting } from '#firm/forms/jobs.ts'
import { mostFiles } from '#firm/forms/rules.ts'
import { spoolOf } from '#firm/forms/service.ts'
import type { SiteApi } from '#firm/site/api.ts'
import { mountCards } from '#firm/site/found/serve-cards.ts'
import { Readings } from '#kit/cache/readings.ts'
import { systemClock } from '#kit/clock.ts'
import type { Answer } from '#kit/contract.ts'
import { openPool } from '#kit/db/pool.ts'
import { findPreview, type Preview } from '#kit/drafts/preview.ts'
import type { Settings } from '#kit/env.ts'
import { diskStore } from '#kit/files/disk.ts'
import { encodeAvif } from '#kit/files/library.ts'
import { databaseJobs, type JobHandler, startWorker } from '#kit/jobs.ts'
import { type MailPort, smtpPort } from '#kit/mail.ts'
import { readSecret } from '#kit/secret.ts'
import { Context, publicScope, type Services } from '#kit/server/context.ts'
import { mountFiles } from '#kit/server/files-route.ts'
import { mountKernel } from '#kit/server/http.ts'
import { isOpenTo, Kernel } from '#kit/server/kernel.ts'
import { mountOpenApi } from '#kit/server/openapi.ts'
import { mountOperation } from '#kit/server/operation.ts'
import type { PageUploads } from '#kit/server/receive-form.ts'
import { startSpool } from '#kit/spool.ts'
import { clientsOf, servePublic } from '#kit/web/serve-public.ts'
import { createAuthenticate, principalOf } from '#people/auth/service.ts'
import { deliverMail } from '#people/messages/jobs.ts'
import { findRedirect } from '#platform/redirects/service.ts'
import { modules, siteContracts } from './modules.ts'

export interface App {
  /** Starts to answer; the address has the port that the system chose where the setting is 0. */
  listen(): Promise<{ address: string }>
  /** Finishes what is under way and closes every connection. */
  close(): Promise<void>
  services: Services
}

/** Settings whose database is known: the one named, or the embedded one that was started. */
export type ReadySettings = Settings & { databaseUrl: string; databaseDirectUrl: string }

const version = '0.1.0'
const root = fileURLToPath(new URL('../', import.meta.url))

/** The bare server: limits and logs, no routes yet. */
export const createServer = (settings: Settings): FastifyInstance => {
  const server = Fastify({
    logger: {
      level: settings.logLevel,
      // Addresses without their query: what people look for is theirs.
      serializers: { req: (request) => ({ method: request.method, path: request.url?.split('?')[0] }) },
      redact: ['req.headers.authorization'],
    },
    logController: new LogController({ disableRequestLogging: settings.logLevel !== 'debug' }),
    trustProxy: settings.trustProxy.length > 0 ? settings.trustProxy : false,
    bodyLimit: 256 * 1024,
    requestTimeout: 60_000,
    routerOptions: { maxParamLength: 200 },
    return503OnClosing: true,
    forceCloseConnections: 'idle',
    genReqId: () => systemClock.newId(),
  })
  server.server.headersTimeout = 20_000
  return server
}

/** Puts API, files, cards and operation on a server, without the pages: what the API tests run. */
export const mountApi = async (server: FastifyInstance, services: Services, readings?: Readings): Promise<Kernel> => {
  const kernel = new Kernel(services, modules)
  await mountKernel(server, kernel, createAuthenticate(services))
  await mountOpenApi(server, kernel, version)
  mountFiles(server, services)
  mountCards(server, {
    services,
    root,
    // `SiteApi` is the type of exactly these contracts.
    clients: (locale) => clientsOf(kernel, siteContracts, publicScope(locale), readings) as SiteApi,
  })
  mountOperation(server, services)
  return kernel
}

/** What the queue runs, by name. */
export const jobHandlers = (services: Services, mail: MailPort | undefined): Record<string, JobHandler> => {
  const context = () => new Context(services, publicScope('ko'))
  return {
    encodeAvif: ({ id }) => encodeAvif(context(), String(id)),
    deliverMail: ({ id }) => deliverMail(context(), mail, String(id)),
  }
}

/** The request for a consultation, sent by a browser that runs no script: each of its files is taken as the API takes it. */
const consult = (kernel: Kernel): PageUploads => ({
  path: '/consult',
  upload: { ...forms.upload.upload, field: 'file', maxFiles: mostFiles },
  async take(file, scope) {
    const answer = await kernel.call(forms.upload, { params: { kind: 'consult' }, files: [file] }, scope)
    return JSON.stringify((answer as Answer<typeof forms.upload>).file)
  },
})

/** What a token of the console shows, as long as the session it was given to is open and its level has the right. */
export const showPreview = async (context: Context, token: string): Promise<Preview | null> => {
  const preview = await findPreview(context, token)
  const principal = preview && (await principalOf(context.services, preview.sessionId))
  return principal && isOpenTo(preview.access, principal.scopes) ? preview : null
}

/** Wires the product: services, API, files, pages. `settings.databaseUrl` is set by now, migrations have run. */
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
  }
  const readings = settings.mode === 'development' ? undefined : new Readings()
  const kernel = await mountApi(server, services, readings)

  const pages = await servePublic({
    server,
    kernel,
    settings,
    root,
    contracts: siteContracts,
    readings,
    elsewhere: findRedirect,
    preview: showPreview,
    uploads: consult(kernel),
  })

  const nobody = () => new Context(services, publicScope('ko'))
  const spool = startSpool(spoolOf(settings), (entry) => deliverKept(nobody(), entry), server.log)
  const forgetting = startForgetting(nobody)

  const worker = await startWorker(
    settings.databaseDirectUrl,
    jobHandlers(services, smtpPort(settings.smtpUrl)),
    server.log,
  )

  return {
    services,
    async listen() {
      return { address: await server.listen({ host: settings.host, port: settings.port }) }
    },
    async close() {
      await server.close()
      await pages.close()
      forgetting.close()
      await spool.close()
      await worker.stop()
      await pool.close()
    },
  }
}
