import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { ServerBuild } from 'react-router'
import { apiSources } from '../cache/api-source.ts'
import type { CacheScope } from '../cache/cache-scope.ts'
import { openDiskCopies } from '../cache/disk-copies.ts'
import type { LoaderCache } from '../cache/loader-cache.ts'
import { createRequestCache, wrapListeners } from '../cache/request-cache.ts'
import { TagCache } from '../cache/tag-cache.ts'
import type { Contract } from '../contract.ts'
import { listen } from '../db/listen.ts'
import type { Preview } from '../drafts/preview.ts'
import { locales } from '../locale.ts'
import type { Settings } from '../process/settings.ts'
import { Context, publicScope, type Scope } from '../server/context.ts'
import { renderError } from '../server/http/render-error.ts'
import { type Kernel, matchPath } from '../server/kernel.ts'
import type { PageUploads } from '../server/uploads/receive-form.ts'
import { inLocale } from './addresses/locale-path.ts'
import type { Addresses } from './addresses/site-locations.ts'
import type { StoredRedirect } from './addresses/stored-redirects.ts'
import { addressSource, watchAddresses } from './addresses/watch-addresses.ts'
import { createWeb } from './create-web.ts'
import type { RenderOptions } from './rendering/create-renderer.ts'
import { serveDevelopment } from './serve-development.ts'

export interface PublicOptions {
  /** Server with the API; pages handle the remaining paths. */
  server: FastifyInstance
  kernel: Kernel
  settings: Settings & { databaseDirectUrl: string }
  /** Folder that contains `build/`. */
  root: string
  /** Contracts that loaders call, by their name there. */
  contracts: Record<string, Contract>
  /** Page whose form may include files. */
  uploads?: PageUploads
  /** Loader cache for cached API routes; undefined in development. */
  loaderCache: LoaderCache | undefined
  /** Returns the redirect of a path without a page. */
  findRedirect?: (context: Context, path: string) => Promise<StoredRedirect | null>
  /** Returns the preview of a token; null if the caller may not see it. */
  preview: (context: Context, token: string) => Promise<Preview | null>
  /** Returns the addresses of the sites. */
  addresses: ((context: Context) => Promise<Addresses>) | undefined
}

export interface PublicFace {
  /** Page cache; absent in development, where every page is rendered for each request. */
  cache?: TagCache
  close(): Promise<void>
}

/** Returns the in-process clients that pages call, by their name there. */
export const clientsOf = (
  kernel: Kernel,
  contracts: Record<string, Contract>,
  scope: Scope,
  loaderCache: LoaderCache | undefined,
): object =>
  Object.fromEntries(
    Object.entries(contracts).map(([name, contract]) => [name, kernel.client(contract, scope, loaderCache)]),
  )

/** Returns the clients of one render; tags and expiry of what they read go into the render's scope. */
const renderClients =
  (
    kernel: Kernel,
    contracts: Record<string, Contract>,
    loaderCache: LoaderCache | undefined,
  ): RenderOptions['clientsFor'] =>
  (cacheScope) => {
    const { tags, address = '', preview } = cacheScope
    const scope = Object.assign(cacheScope, { ...publicScope(cacheScope.locale), tags, address })
    // A preview neither reads from nor writes to the shared cache.
    const shared = preview ? undefined : loaderCache
    return (module) => {
      const contract = contracts[module]
      return contract && kernel.client(contract, scope, shared)
    }
  }

/** Identifies a build by its bytes: cached pages of another build reference assets that this one lacks. */
const nameOf = (serverBuild: string, build: ServerBuild): string =>
  createHash('sha256').update(build.assets.version).update(readFileSync(serverBuild)).digest('hex').slice(0, 16)

/**
 * Serves the public sites: pages and public lists from the cache in front of the router, invalidated by database
 * notifications.
 */
export const servePublic = async (options: PublicOptions): Promise<PublicFace> => {
  const { server, kernel, settings, root, contracts, uploads, loaderCache } = options
  const pageOptions = {
    origin: settings.publicUrl ?? `http://localhost:${settings.port}`,
    clientsFor: renderClients(kernel, contracts, loaderCache),
    report: (error: unknown) => server.log.error({ err: error }, 'a page failed'),
    async findRedirect(path: string, scope: CacheScope) {
      const context = new Context(kernel.services, Object.assign(scope, { ...publicScope('ko'), tags: scope.tags }))
      return (await options.findRedirect?.(context, path)) ?? null
    },
    findPreview: (token: string) => options.preview(new Context(kernel.services, publicScope('ko')), token),
  }
  if (settings.mode === 'development') return { close: await serveDevelopment(server, pageOptions, uploads) }

  const serverBuild = join(root, 'build/server/index.js')
  const build = (await import(pathToFileURL(serverBuild).href)) as ServerBuild
  const web = createWeb({ ...pageOptions, build, clientDirectory: join(root, 'build/client'), uploads })
  const cachedRoutes = kernel.routes.flatMap(({ route: { path, method, cached } }) =>
    cached && method === 'GET' ? [{ path, cached }] : [],
  )
  const api = apiSources({
    cachedAs: (pathname) => cachedRoutes.find(({ path }) => matchPath(path, pathname) !== null)?.cached ?? null,
    answer: (pathname, query, locale) => kernel.answerPublic(pathname, query, locale),
    refuse(error, locale) {
      const requestId = kernel.services.clock.newId()
      const rendered = renderError(error, locale, requestId)
      if (rendered.unexpected) server.log.error({ err: error, requestId }, 'unexpected error')
      return rendered
    },
  })

  const disk = await openDiskCopies({
    directory: join(settings.dataDirectory, 'cache'),
    build: nameOf(serverBuild, build),
    onError: (error) => server.log.warn({ err: error }, 'a copy of a page could not be kept on disk'),
  })
  const sourcesOf = new Map(
    web.views.map((view) => [view, [view.pages, view.pages.filtered, ...api, view.pages.invented]]),
  )
  const addresses = addressSource(kernel, options.addresses)
  const cache = new TagCache([...new Set([...sourcesOf.values()].flat()), addresses], {
    disk,
    onFailure: (error, key) => server.log.error({ err: error, key }, 'an answer could not be made'),
  })
  await cache.restore()
  await web.mount(server, cache)
  wrapListeners(
    server.server,
    createRequestCache(cache, (host) => sourcesOf.get(web.viewAt(host)) ?? api),
  )
  const watch = watchAddresses(cache, addresses, (found) => {
    web.move(found)
    // Invalidate answers that were being produced for the former addresses.
    cache.invalidateAll()
  })
  await watch.check()

  // Render the home pages in advance: ready for the first visitor, and on disk for a start without the database.
  const warm = () => {
    const { pages, redirectTarget } = web.viewAt(undefined)
    if (redirectTarget('/') === null) for (const locale of locales) void cache.obtain(pages, inLocale(locale, '/'))
  }
  const listener = listen({
    url: settings.databaseDirectUrl,
    channel: 'cache',
    onMessage(payload) {
      const tags = payload.split(' ')
      loaderCache?.invalidate(tags)
      cache.invalidate(tags)
      if (tags.includes('setting') || tags.includes('*')) void watch.check()
    },
    onState(hearing) {
      server.log.info(hearing ? 'hears of changes' : 'hears of no changes; serves the last good copies')
      loaderCache?.setListening(hearing)
      cache.setListening(hearing)
      if (hearing) void watch.check().then(warm)
    },
    onError: (error) => server.log.debug({ error: error.message }, 'the connection for notifications'),
  })
  return {
    cache,
    async close() {
      await listener.close()
      watch.close()
      await cache.close()
    },
  }
}
