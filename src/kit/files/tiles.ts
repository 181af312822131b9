import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { and, eq, exists, gt, inArray } from 'drizzle-orm'
import sharp from 'sharp'
import { z } from 'zod'
import type { Context, Services } from '../server/context.ts'
import { maxPixels, variantWidths } from './media-library.ts'
import { pictureQueue } from './picture-queue.ts'
import { files, fileUses } from './table.ts'

/** Side of a tile in px, without the pixels shared with its neighbours. */
const side = 512
const shared = 1
/**
 * First level of the Deep Zoom pyramid to create: its longer side is at most 512 px, so that one tile holds the whole
 * picture.
 */
const firstLevel = 9

const widest = Math.max(...variantWidths)
const infoOf = (id: string) => `${id}/tiles.json`

/** Name of a tile in the file store and in its URL: level, column, row. */
export const tileName = /^t\d{1,2}(?:\.\d{1,3}){2}\.webp$/

/** Deep Zoom Image metadata: pixels of the picture, tile side, overlap, and levels. */
const TileInfo = z.strictObject({
  width: z.int(),
  height: z.int(),
  side: z.int(),
  shared: z.int(),
  firstLevel: z.int(),
  lastLevel: z.int(),
})
type TileInfo = z.infer<typeof TileInfo>

const readInfo = async ({ files: store }: Services, id: string): Promise<TileInfo | null> => {
  const stream = await store.read(infoOf(id))
  return stream && TileInfo.parse(await json(stream))
}

/**
 * True if a picture is offered for close inspection: it has more pixels than its widest variant, and a record of a type
 * with `zoom` references it. Member uploads and editorial photographs do not need full resolution.
 */
const hasTiles = async ({ database, modules }: Services, id: string): Promise<boolean> => {
  const sources = modules.flatMap(({ fileUses: uses = {} }) => Object.keys(uses).filter((name) => uses[name]?.zoom))
  const isShown = exists(
    database
      .select({ id: fileUses.fileId })
      .from(fileUses)
      .where(and(eq(fileUses.fileId, files.id), inArray(fileUses.source, sources))),
  )
  const isLarge = and(eq(files.id, id), eq(files.kind, 'picture'), gt(files.width, widest))
  return (await database.$count(files, and(isLarge, isShown))) > 0
}

/**
 * Returns the tile metadata of a picture; null if it has no tiles yet. The first request queues a job to cut them,
 * because most pictures are never inspected closely. Jobs run one at a time with low priority, and once per picture
 * however many requests arrive, even while the job runs.
 */
export const findTiles = async (services: Services, id: string): Promise<TileInfo | null> => {
  if (!(await hasTiles(services, id))) return null
  const info = await readInfo(services, id)
  if (info) return info
  const { database, jobs } = services
  const once = { key: `tiles:${id}`, keyMode: 'unsafe_dedupe', queue: 'tiles', priority: 10 } as const
  await jobs.add(database, 'cutTiles', { id }, once)
  return null
}

/** Cuts a picture into tiles, upright and without metadata. Idempotent; ignores a removed picture. */
export const cutTiles = async (context: Context, id: string): Promise<void> => {
  const { services, database } = context
  const store = services.files
  const isThere = and(eq(files.id, id), eq(files.kind, 'picture'))
  if ((await database.$count(files, isThere)) === 0 || (await readInfo(services, id))) return
  const folder = await mkdtemp(join(tmpdir(), 'daecheong-tiles-'))
  try {
    const original = await store.read(`${id}/original`)
    if (!original) return
    await pipeline(original, createWriteStream(join(folder, 'original'), { mode: 0o600 }))
    const { width, height } = await pictureQueue.runLater(() =>
      sharp(join(folder, 'original'), { limitInputPixels: maxPixels, failOn: 'error' })
        .autoOrient()
        .webp({ quality: 82 })
        .tile({ size: side, overlap: shared, layout: 'dz', container: 'fs' })
        .toFile(join(folder, 'picture.dz')),
    )
    const lastLevel = Math.ceil(Math.log2(Math.max(width, height)))
    for (let level = firstLevel; level <= lastLevel; level += 1) {
      const cut = join(folder, 'picture_files', String(level))
      for (const name of await readdir(cut)) {
        const place = /^(\d+)_(\d+)\.webp$/.exec(name)
        if (place) await store.put(`${id}/t${level}.${place[1]}.${place[2]}.webp`, { path: join(cut, name) })
      }
    }
    const info: TileInfo = { width, height, side, shared, firstLevel, lastLevel }
    // Written last: if it exists, all tiles exist.
    await store.put(infoOf(id), Buffer.from(JSON.stringify(info)))
    // If the picture was removed meanwhile, no other code would remove its tiles.
    if ((await database.$count(files, isThere)) === 0) await store.remove(id)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
