import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { matchesEntityTag } from '#kit/cache/negotiate.ts'
import { CallRefused } from '#kit/client.ts'
import { isUnreachable } from '#kit/db/pool.ts'
import { AppError } from '#kit/errors.ts'
import { type Locale, locales } from '#kit/locale.ts'
import { PictureStore, type StoredPicture } from '#kit/pictures/picture-store.ts'
import type { Services } from '#kit/server/context.ts'
import type { CardStyle } from './draw-card.ts'
import { type Card, hashCard } from './social-card.ts'

const year = 'public, max-age=31536000, immutable'
const shortCacheControl = 'public, max-age=300'

/** Card named by a URL. */
export interface CardName<Kind extends string = string> {
  locale: Locale
  kind: Kind
  key: string
}

export interface CardOptions<Kind extends string> {
  services: Pick<Services, 'files' | 'settings' | 'log'>
  /** Base path of the cards, without a trailing slash. */
  at: string
  /** Folder of the stored cards within the data folder. */
  folder: string
  kinds: readonly Kind[]
  dress: CardStyle
  /** Loads the current content of a card. A record that does not exist or is not public is refused as on its page. */
  read(name: CardName<Kind>): Promise<Card>
  /** Root folder of the product. */
  root: string
}

const matchesKind = <T extends string>(kinds: readonly T[], text: string): text is T =>
  (kinds as readonly string[]).includes(text)

/** Record keys and slugs have this form and at most 80 characters (boards, lawyers, practices, offices, terms). */
const fileName = /^([a-z0-9]+(?:-[a-z0-9]+)*)\.jpg$/

/** Parses `/{locale}/{kind}/{key}.jpg`; null if it cannot be a card. */
const readCardName = <Kind extends string>(
  kinds: readonly Kind[],
  locale: string,
  kind: string,
  file: string,
): CardName<Kind> | null => {
  const key = fileName.exec(file)?.[1]
  if (!key || key.length > 80 || !matchesKind(locales, locale) || !matchesKind(kinds, kind)) return null
  return { locale, kind, key }
}

const getCardName = ({ locale, kind, key }: CardName): string => `${locale}/${kind}/${key}`

/**
 * Mounts `GET {at}/{locale}/{kind}/{key}.jpg?v=…`, the social card of a page. The content is loaded for each request.
 * The version in the query only decides the cache lifetime, so that invented versions render nothing. The last stored
 * card is served while the database is unavailable or the render queue is full.
 */
export const mountCards = <Kind extends string>(
  app: FastifyInstance,
  { services, root, at, folder, kinds, dress, read }: CardOptions<Kind>,
): void => {
  const store = new PictureStore({
    directory: join(services.settings.dataDirectory, folder),
    onError: (error) => services.log.warn({ err: error }, 'a card could not be kept on disk'),
  })
  const resources = {
    files: services.files,
    directory: join(root, 'public'),
    onUnreadable: (error: unknown) => services.log.warn({ err: error }, 'a picture for a card could not be read'),
  }

  // Load the text shaper with the first card instead of at server start.
  const draw = async (card: Card) => (await import('./draw-card.ts')).drawCard(card, resources, dress)

  const obtainCard = async (name: CardName<Kind>): Promise<StoredPicture> => {
    try {
      const card = await read(name)
      return await store.obtain(getCardName(name), hashCard(card), () => draw(card))
    } catch (error) {
      if (error instanceof CallRefused && error.status < 500) {
        // Remove the stored copy, so that a record that is no longer public is not served while the database is
        // unavailable.
        await store.remove(getCardName(name))
        throw new AppError('not_found')
      }
      const isBusy = error instanceof AppError && error.code === 'busy'
      const last = isBusy || isUnreachable(error) ? await store.find(getCardName(name)) : null
      if (!last) throw error
      return last
    }
  }

  app.get<{ Params: { locale: string; kind: string; file: string }; Querystring: { v?: unknown } }>(
    `${at}/:locale/:kind/:file`,
    { schema: { hide: true } },
    async (request, reply) => {
      const { locale, kind, file } = request.params
      const name = readCardName(kinds, locale, kind, file)
      if (!name) throw new AppError('not_found')
      const { body, print, version } = await obtainCard(name)
      const etag = `"${print}"`
      reply
        .header('cache-control', request.query.v === version ? year : shortCacheControl)
        .header('etag', etag)
        .header('x-content-type-options', 'nosniff')
        // Web messengers embed the image cross-origin.
        .header('cross-origin-resource-policy', 'cross-origin')
      if (matchesEntityTag(request.headers['if-none-match'] ?? '', etag)) return reply.code(304).send()
      return reply.type('image/jpeg').send(body)
    },
  )
}
