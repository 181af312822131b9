import type { Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { ServerBuild } from 'react-router'
import { placeBefore } from '../cache/front.ts'
import { createScope } from '../cache/scope.ts'
import { createRenderer, type RenderOptions } from './render.ts'
import { mountPages, sendPage, toRequest } from './web.ts'

/** Pages straight from the sources, with reload: Vite stands before the router of the same server. */
export const serveDevelopment = async (
  server: FastifyInstance,
  options: Omit<RenderOptions, 'build' | 'mode' | 'stylesheet' | 'manifestOf'>,
): Promise<() => Promise<void>> => {
  const { createServer } = await import('vite')
  const vite = await createServer({
    server: { middlewareMode: true, hmr: { server: server.server as Server } },
    appType: 'custom',
  })
  const render = createRenderer({
    ...options,
    mode: 'development',
    build: async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as unknown as ServerBuild,
    stylesheet: () => undefined,
    manifestOf: () => undefined,
  })
  await mountPages(server, async (request, reply) =>
    sendPage(reply, await render(toRequest(request, options.origin), createScope()), {}),
  )
  placeBefore(
    server.server,
    (next) => (request, response) => vite.middlewares(request, response, () => next(request, response)),
  )
  return () => vite.close()
}
