import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#kit/errors.ts'
import { readPrivateFile, signValue, verifySigned } from '#kit/files/private-files.ts'
import type { MountContext } from '#kit/module/module.ts'
import { Context, publicScope, type Services } from '#kit/server/context.ts'
import { streamZip, type ZipEntry } from '#kit/zip.ts'
import { findSubject } from './preview-withdrawal.ts'

const archivePurpose = 'member archive'
const archiveLifetime = 5 * 60_000

interface ArchiveAddress {
  userId: string
  until: number
}

/** Returns a URL of the caller's data archive, valid for five minutes. */
export const createArchiveUrl = (context: Context): string => {
  const value: ArchiveAddress = { userId: context.principal.userId, until: context.now().getTime() + archiveLifetime }
  return `/files/archive?token=${signValue(context.services.secret, archivePurpose, value)}`
}

/** Returns all data of an account as a ZIP: one JSON file per module, and the files. Null if the URL is expired. */
export const openArchive = async (services: Services, token: string): Promise<Readable | null> => {
  const address = verifySigned<ArchiveAddress>(services.secret, archivePurpose, token)
  if (!address || address.until < services.clock.now().getTime()) return null
  const context = new Context(services, publicScope('ko'))
  const subject = await findSubject(context, address.userId).catch(() => null)
  if (!subject) return null
  const entries: ZipEntry[] = []
  for (const { name, personal } of services.modules) {
    const content = await personal?.archive?.(context, subject)
    if (content && Object.keys(content).length > 0)
      entries.push({ name: `${name}.json`, open: async () => Buffer.from(`${JSON.stringify(content, null, 2)}\n`) })
    for (const file of (await personal?.files?.(context, subject)) ?? [])
      entries.push({ name: `files/${file.name}`, open: () => readPrivateFile(services, file.id) })
  }
  return Readable.from(streamZip(entries, services.clock.now()))
}

/** Serves `GET /files/archive` by a signed URL. */
export const mountArchive = (app: FastifyInstance, { services }: MountContext): void => {
  app.get<{ Querystring: { token?: string } }>('/files/archive', { schema: { hide: true } }, async (request, reply) => {
    const { token } = request.query
    const stream = typeof token === 'string' ? await openArchive(services, token) : null
    if (!stream) throw new AppError('not_found')
    const day = services.clock.now().toISOString().slice(0, 10)
    return reply
      .header('cache-control', 'private, no-store')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('content-disposition', `attachment; filename="daecheong-${day}.zip"`)
      .type('application/zip')
      .send(stream)
  })
}
