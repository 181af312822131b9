import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createScope } from '../cache/scope.ts'
import { pageHeaders } from './headers.ts'
import { createRenderer, type RenderOptions, type RenderPage } from './render.ts'

export interface WebOptions extends Omit<RenderOptions, 'stylesheet'> {
  /** Folder of the built client; absent in development, where Vite serves it. */
  clientDirectory?: string
}

/** Bytes of a form sent to a page; uploads go to the API. */
const formLimit = 256 * 1024

export interface Web {
  render: RenderPage
  /** Puts static files and every page on the server; register it after the API. */
  mount(app: FastifyInstance): Promise<void>
}

const readSheets = (directory: string): Map<string, string> => {
  const assets = join(directory, 'assets')
  return new Map(
    readdirSync(assets)
      .filter((name) => name.endsWith('.css'))
      .map((name) => [`/assets/${name}`, readFileSync(join(assets, name), 'utf8')]),
  )
}

const toRequest = (request: FastifyRequest, origin: string): Request => {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined && !name.startsWith(':')) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD' && request.body instanceof Buffer
  return new Request(new URL(request.raw.url ?? '/', origin), {
    method: request.method,
    headers,
    ...(hasBody && { body: new Uint8Array(request.body as Buffer) }),
  })
}

export const createWeb = (options: WebOptions): Web => {
  const { clientDirectory, origin } = options
  const sheets = clientDirectory ? readSheets(clientDirectory) : new Map<string, string>()
  const render = createRenderer({ ...options, stylesheet: (href) => sheets.get(href) })
  const fixed = pageHeaders(origin)

  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const response = await render(toRequest(request, origin), createScope())
    reply.code(response.status).headers(fixed)
    for (const [name, value] of response.headers) reply.header(name, value)
    if (!response.headers.has('cache-control')) reply.header('cache-control', 'no-store')
    return reply.send(response.body ? Readable.fromWeb(response.body as ReadableStream) : '')
  }

  return {
    render,
    async mount(app) {
      if (clientDirectory)
        await app.register(fastifyStatic, {
          root: join(clientDirectory, 'assets'),
          prefix: '/assets/',
          immutable: true,
          maxAge: '1y',
          preCompressed: true,
          index: false,
          decorateReply: false,
          setHeaders: (reply) => {
            reply.header('x-content-type-options', 'nosniff')
          },
        })
      await app.register(async (pages) => {
        pages.removeAllContentTypeParsers()
        pages.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: formLimit }, (_request, body, done) =>
          done(null, body),
        )
        pages.route({ method: ['GET', 'HEAD', 'POST'], url: '/*', exposeHeadRoute: false, handler: answer })
      })
    },
  }
}
