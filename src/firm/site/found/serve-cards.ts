import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { namesTag } from '#kit/cache/negotiate.ts'
import { CallRefused } from '#kit/client.ts'
import { isUnreachable } from '#kit/db/pool.ts'
import { AppError } from '#kit/errors.ts'
import type { Locale } from '#kit/locale.ts'
import { type KeptPicture, KeptPictures } from '#kit/pictures/kept-pictures.ts'
import type { Services } from '#kit/server/context.ts'
import type { SiteApi } from '../api.ts'
import { type Card, versionOf } from './card.ts'
import { type CardName, readCard, readCardName } from './read-card.ts'

const year = 'public, max-age=31536000, immutable'
const minutes = 'public, max-age=300'

export interface CardOptions {
  services: Pick<Services, 'files' | 'settings' | 'log'>
  /** The clients of the public pages, in a language. */
  clients(locale: Locale): SiteApi
  /** Folder of the product. */
  root: string
}

const nameOf = ({ locale, kind, key }: CardName): string => `${locale}/${kind}/${key}`

/**
 * `GET /og/{locale}/{kind}/{key}.jpg?v=…`: the picture by which a page is announced. What it
 * shows is read anew each time; the version of the query is compared with it and decides nothing but how long copies
 * live, so that invented versions make no pictures. While the database is away, or more are asked for than can be made,
 * the last one made is shown.
 */
export const mountCards = (app: FastifyInstance, { services, clients, root }: CardOptions): void => {
  const kept = new KeptPictures({
    directory: join(services.settings.dataDirectory, 'cards'),
    onError: (error) => services.log.warn({ err: error }, 'a card could not be kept on disk'),
  })
  const room = {
    files: services.files,
    directory: join(root, 'public'),
    onUnreadable: (error: unknown) => services.log.warn({ err: error }, 'a picture for a card could not be read'),
  }

  // The shaper of words is loaded with the first picture, not with the server.
  const draw = async (card: Card) => (await import('./draw-card.ts')).drawCard(card, room)

  const obtain = async (name: CardName): Promise<KeptPicture> => {
    try {
      const card = await readCard(clients(name.locale), name)
      return await kept.obtain(nameOf(name), versionOf(card), () => draw(card))
    } catch (error) {
      if (error instanceof CallRefused && error.status < 500) {
        // What is public no more is not shown either when the database is away.
        await kept.remove(nameOf(name))
        throw new AppError('not_found')
      }
      const isBusy = error instanceof AppError && error.code === 'busy'
      const last = isBusy || isUnreachable(error) ? await kept.find(nameOf(name)) : null
      if (!last) throw error
      return last
    }
  }

  app.get<{ Params: { locale: string; kind: string; file: string }; Querystring: { v?: unknown } }>(
    '/og/:locale/:kind/:file',
    { schema: { hide: true } },
    async (request, reply) => {
      const { locale, kind, file } = request.params
      const name = readCardName(locale, kind, file)
      if (!name) throw new AppError('not_found')
      const { body, print, version } = await obtain(name)
      const etag = `"${print}"`
      reply
        .header('cache-control', request.query.v === version ? year : minutes)
        .header('etag', etag)
        .header('x-content-type-options', 'nosniff')
        // Messengers in a browser show it on their own pages.
        .header('cross-origin-resource-policy', 'cross-origin')
      if (namesTag(request.headers['if-none-match'] ?? '', etag)) return reply.code(304).send()
      return reply.type('image/jpeg').send(body)
    },
  )
}
