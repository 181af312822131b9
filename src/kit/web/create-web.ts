import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ServerBuild } from 'react-router'
import { type CacheScope, createCacheScope } from '../cache/cache-scope.ts'
import { sendEncodedAnswer } from '../cache/request-cache.ts'
import type { TagCache } from '../cache/tag-cache.ts'
import { AppError } from '../errors.ts'
import { scopeOf } from '../server/http/mount-kernel.ts'
import { type PageUploads, receiveForm } from '../server/uploads/receive-form.ts'
import { localeOfPath, withoutLocale } from './addresses/locale-path.ts'
import type { Addresses } from './addresses/site-locations.ts'
import { type StoredRedirect, withStoredRedirects } from './addresses/stored-redirects.ts'
import { serveGeneratedScripts } from './bundling/generated-scripts.ts'
import { createRenderer, type RenderOptions } from './rendering/create-renderer.ts'
import { pageHeaders } from './rendering/page-headers.ts'
import { type FindPreview, withPreview } from './rendering/preview-page.ts'
import { createViews, type View } from './site-views.ts'

export interface WebOptions
  extends Omit<RenderOptions, 'stylesheet' | 'manifestOf' | 'build' | 'mode' | 'origin' | 'locations'> {
  /** Origin of the main host, without a trailing slash. */
  origin: string
  build: ServerBuild
  /** Folder of the built client. */
  clientDirectory: string
  uploads?: PageUploads | undefined
  /** Returns the redirect of a path without a page. */
  findRedirect(path: string, scope: CacheScope): Promise<StoredRedirect | null>
  findPreview: FindPreview
}

/** Maximum bytes of a form posted to a page; uploads go to the API. */
const formLimit = 256 * 1024

export interface Web {
  /** Pages of every host, for the cache in front of the router. */
  views: readonly View[]
  viewAt(host: string | undefined): View
  /** Applies changed site addresses. */
  move(addresses: Addresses): void
  /** Mounts static files and all pages; register it after the API. */
  mount(app: FastifyInstance, cache: TagCache): Promise<void>
}

/** Path prefixes that never have pages, whether or not the API has a route there. */
const belongsToApi = /^\/(?:api|files)(?:[/?]|$)/

/** Built style sheets, read once to be inlined in pages. */
const readSheets = (directory: string): Map<string, string> => {
  const assets = join(directory, 'assets')
  const names = readdirSync(assets).filter((name) => name.endsWith('.css'))
  return new Map(names.map((name) => [`/assets/${name}`, readFileSync(join(assets, name), 'utf8').trim()]))
}

/**
 * Returns the origin with which the router compares a form's sender: the sender's own origin if it names this host,
 * under whatever name; otherwise `origin`, which differs from any other site, so that its forms are refused (CSRF).
 */
const originOf = ({ headers, host }: FastifyRequest, origin: string): string => {
  const { origin: sender } = headers
  if (!host || !sender || !URL.canParse(sender)) return origin
  const senderUrl = new URL(sender)
  return /^https?:$/.test(senderUrl.protocol) && senderUrl.host === host ? senderUrl.origin : origin
}

const isOfOrigin = (sender: string, origin: string): boolean =>
  URL.canParse(sender) && new URL(sender).origin === new URL(origin).origin

/** Converts a request for the router. Throws `forbidden` for a form sent by another site (CSRF). */
export const toRequest = (request: FastifyRequest, origin: string): Request => {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  const { method, body } = request
  const own = originOf(request, origin)
  // The router would refuse it too, but with an error log entry, so that anyone could fill the log.
  const { origin: sender } = request.headers
  if (method === 'POST' && sender !== undefined && !isOfOrigin(sender, own)) throw new AppError('forbidden')
  return new Request(new URL(request.raw.url ?? '/', own), {
    method,
    headers,
    ...(body instanceof Buffer && { body: new Uint8Array(body) }),
  })
}

/** Redirects `/story/` to `/story`, so that a page has one URL. Never to another host: `//elsewhere/` is not a page. */
const withoutSlash = (url: string): string | null => {
  const [, path = '', rest = ''] = /^(\/[^?]*?)\/+(\?.*)?$/.exec(url) ?? []
  return /^\/[^/\\]/.test(path) ? path + rest : null
}

export const mountPages = async (
  app: FastifyInstance,
  answer: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  uploads?: PageUploads,
): Promise<void> => {
  await app.register(async (pages) => {
    // Pages accept forms. Multipart bodies are left unparsed: their files are read from the stream.
    pages.removeContentTypeParser(['application/json', 'text/plain'])
    pages.addHook('preHandler', async (request) => {
      if (!request.isMultipart()) {
        // No body at all, not even an empty form.
        if (request.method === 'POST' && !(request.body instanceof Buffer)) throw new AppError('wrong_body')
        return
      }
      const path = request.raw.url?.split('?', 1)[0] ?? ''
      if (!uploads || withoutLocale(path) !== uploads.path) throw new AppError('wrong_body')
      const scope = { ...scopeOf(request), locale: localeOfPath(path) }
      request.body = Buffer.from((await receiveForm(request, uploads, scope)).toString())
      request.headers['content-type'] = 'application/x-www-form-urlencoded'
    })
    const form = 'application/x-www-form-urlencoded'
    pages.addContentTypeParser(form, { parseAs: 'buffer', bodyLimit: formLimit }, (_request, body, done) =>
      done(null, body),
    )
    pages.route({ method: ['GET', 'HEAD', 'POST'], url: '/*', exposeHeadRoute: false, handler: answer })
  })
}

/** Sends the router's answer with the headers of every page. */
export const sendPage = async (reply: FastifyReply, response: Response, fixed: Record<string, string>) => {
  reply.code(response.status).headers({ 'cache-control': 'no-store', ...fixed })
  for (const [name, value] of response.headers) reply.header(name, value)
  return reply.send(Buffer.from(await response.arrayBuffer()))
}

export const createWeb = ({
  clientDirectory,
  build,
  uploads,
  findRedirect,
  findPreview,
  ...options
}: WebOptions): Web => {
  const { origin } = options
  const sheets = readSheets(clientDirectory)
  const fixed = pageHeaders(origin)
  const { all, scripts, at, move } = createViews({
    build,
    origin,
    fixed,
    rendererOf: (arranged, manifests, host) => {
      const renderer = createRenderer({
        ...options,
        ...host,
        build: arranged,
        mode: 'production',
        stylesheet: (href) => sheets.get(href),
        manifestOf: manifests.urlOf,
      })
      return withStoredRedirects(renderer, findRedirect)
    },
  })

  const answer = async (request: FastifyRequest, reply: FastifyReply, cache: TagCache) => {
    const url = request.raw.url ?? '/'
    if (belongsToApi.test(url)) throw new AppError('not_found')
    const shorter = withoutSlash(url)
    if (shorter) return reply.redirect(shorter, 308)
    const { pages, render, redirectTarget } = at(request.headers.host)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const canonical = isRead ? (redirectTarget(url) ?? pages.otherSpelling(url)) : null
    if (canonical) return reply.redirect(canonical, 301)
    const key = isRead && !request.headers.authorization ? pages.caughtKeyOf(url) : null
    if (key === null) {
      const scope = Object.assign(createCacheScope(), { address: request.ip })
      // Previews bypass the cache, which renders without them.
      return sendPage(reply, await withPreview(render, findPreview)(toRequest(request, origin), scope), fixed)
    }
    const ready = cache.fresh(pages, key) ?? (await cache.obtain(pages, key))
    reply.hijack()
    return sendEncodedAnswer(request.raw, reply.raw, ready)
  }

  return {
    views: all,
    viewAt: at,
    move,
    async mount(app, cache) {
      const files = {
        preCompressed: true,
        index: false,
        decorateReply: false,
        setHeaders: (reply) => reply.header('x-content-type-options', 'nosniff'),
      } satisfies FastifyStaticOptions
      serveGeneratedScripts(app, scripts)
      // File names contain a content hash.
      const assets = { root: join(clientDirectory, 'assets'), prefix: '/assets/', immutable: true, maxAge: '1y' }
      await app.register(fastifyStatic, { ...files, ...assets })
      // Files that browsers and crawlers expect at the root: one route per file, so that pages keep their paths.
      const atRoot = { root: clientDirectory, wildcard: false, globIgnore: ['assets/**'], maxAge: '1d' }
      await app.register(fastifyStatic, { ...files, ...atRoot })
      await mountPages(app, (request, reply) => answer(request, reply, cache), uploads)
    },
  }
}
