import type { Server } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ServerBuild } from 'react-router'
import { createCacheScope } from '../cache/cache-scope.ts'
import { wrapListeners } from '../cache/request-cache.ts'
import type { PageUploads } from '../server/uploads/receive-form.ts'
import { defaultLocations } from './addresses/site-locations.ts'
import { mountPages, sendPage, toRequest } from './create-web.ts'
import { createRenderer, type RenderOptions } from './rendering/create-renderer.ts'
import { type FindPreview, withPreview } from './rendering/preview-page.ts'

/** Serves pages from source with hot reload: Vite's middleware runs before the router of the same server. */
export const serveDevelopment = async (
  server: FastifyInstance,
  {
    origin,
    ...options
  }: Omit<RenderOptions, 'build' | 'mode' | 'stylesheet' | 'manifestOf' | 'origin' | 'locations'> & {
    origin: string
    findPreview: FindPreview
  },
  uploads?: PageUploads,
): Promise<() => Promise<void>> => {
  const { createServer } = await import('vite')
  const vite = await createServer({
    server: { middlewareMode: true, hmr: { server: server.server as Server } },
    appType: 'custom',
  })
  const renderer = createRenderer({
    ...options,
    // Routes stay as compiled: the Firm at `/`, each other site below its own segment.
    origin: () => origin,
    locations: () => defaultLocations,
    mode: 'development',
    build: async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as unknown as ServerBuild,
    stylesheet: () => undefined,
    manifestOf: () => undefined,
  })
  const render = withPreview(renderer, options.findPreview)
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const scope = Object.assign(createCacheScope(), { address: request.ip })
    return sendPage(reply, await render(toRequest(request, origin), scope), {})
  }
  await mountPages(server, answer, uploads)
  wrapListeners(
    server.server,
    (next) => (request, response) => vite.middlewares(request, response, () => next(request, response)),
  )
  return () => vite.close()
}
