import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { matchesEntityTag } from '../../cache/negotiate.ts'
import { AppError } from '../../errors.ts'
import { safeName } from '../../files/media-library.ts'
import { readPrivateAddress } from '../../files/private-files.ts'
import { files } from '../../files/table.ts'
import { findTiles, tileName } from '../../files/tiles.ts'
import type { Services } from '../context.ts'

const year = 'public, max-age=31536000, immutable'
const fileId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** Tile metadata requests per address and minute; each may start a job. */
const tilesPerMinute = 120
const pictureTypes = { avif: 'image/avif', webp: 'image/webp' } as const

/**
 * Parses a single byte range (RFC 9110, 14.1.2). Returns null if the header is invalid and must be ignored, 'none' if
 * the range cannot be satisfied.
 */
export const parseRange = (
  header: string | undefined,
  size: number,
): { start: number; end: number } | null | 'none' => {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return null
  if (match[1] !== '' && match[2] !== '' && Number(match[2]) < Number(match[1])) return null
  const start = match[1] === '' ? Math.max(0, size - Number(match[2])) : Number(match[1])
  const end = match[1] === '' || match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1)
  return start > end || start >= size ? 'none' : { start, end }
}

/**
 * Mounts `GET /files/{id}/{variant}`: picture variants, videos with range support, attachments as downloads. A URL's
 * bytes never change, so they are cached for a year. Active content is never served with its own type.
 */
export const mountFiles = (app: FastifyInstance, services: Services): void => {
  app.get<{ Params: { id: string; variant: string } }>(
    '/files/:id/:variant',
    { schema: { hide: true } },
    async (request, reply) => {
      const { id, variant } = request.params
      const match = /^(?:\d{1,4}\.(avif|webp)|original)$/.exec(variant)
      const type = tileName.test(variant) ? 'webp' : (match?.[1] as keyof typeof pictureTypes | undefined)
      if (!(match || type) || !fileId.test(id)) throw new AppError('not_found')
      const key = `${id}/${variant}`
      reply.header('x-content-type-options', 'nosniff').header('cross-origin-resource-policy', 'same-origin')

      if (type) {
        reply.type(pictureTypes[type])
      } else {
        const [row] = await services.database.select().from(files).where(eq(files.id, id))
        // Never serve the original of a picture: it may contain metadata that variants lack (location, camera).
        if (!row || row.kind === 'picture') throw new AppError('not_found')
        reply.type(row.mime)
        if (row.kind === 'document')
          reply
            .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(safeName(row.name))}`)
            .header('content-security-policy', "default-src 'none'; sandbox")
      }

      const size = await services.files.size(key)
      if (size === null) throw new AppError('not_found')
      const etag = `"${id}-${variant}"`
      reply.header('cache-control', year).header('accept-ranges', 'bytes').header('etag', etag)
      if (matchesEntityTag(request.headers['if-none-match'] ?? '', etag)) return reply.code(304).send()
      const { range: requestedRange, 'if-range': condition = etag } = request.headers
      const range = condition === etag ? parseRange(requestedRange, size) : null
      if (range === 'none')
        return reply.code(416).header('cache-control', 'no-store').header('content-range', `bytes */${size}`).send()
      reply.header('content-length', range ? range.end - range.start + 1 : size)
      if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
      // For a missing payload, Fastify would send a content-length of 0.
      if (request.method === 'HEAD') return reply.send(Readable.from([]))
      const stream = await services.files.read(key, range ?? undefined)
      if (!stream) throw new AppError('not_found')
      return reply.send(stream)
    },
  )

  // Tile metadata of a picture for close inspection; 404 until the tiles are cut.
  app.get<{ Params: { id: string } }>(
    '/files/:id/tiles',
    { schema: { hide: true }, config: { rateLimit: { max: tilesPerMinute, timeWindow: 60_000 } } },
    async (request, reply) => {
      const { id } = request.params
      const tiles = fileId.test(id) ? await findTiles(services, id) : null
      if (!tiles) throw new AppError('not_found')
      return reply.header('cache-control', year).header('cross-origin-resource-policy', 'same-origin').send(tiles)
    },
  )

  // Private files, for holders of a short-lived signed URL. No intermediate cache may store them.
  app.get<{ Querystring: { token?: string } }>('/files/private', { schema: { hide: true } }, async (request, reply) => {
    const { token } = request.query
    const file = typeof token === 'string' ? readPrivateAddress(services, token) : null
    const stream = file && (await services.files.read(file.key))
    if (!stream) throw new AppError('not_found')
    reply
      .header('cache-control', 'private, no-store')
      .header('x-content-type-options', 'nosniff')
      .header('cross-origin-resource-policy', 'same-origin')
      .header('content-security-policy', "default-src 'none'; sandbox")
    if (file.variant === 'preview') return reply.type('image/webp').send(stream)
    reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(safeName(file.name))}`)
    return reply.type(file.mime).send(stream)
  })
}
