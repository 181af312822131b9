import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'
import type { Locale } from '../locale.ts'
import type { MountContext } from '../module/module.ts'
import { Context, publicScope } from '../server/context.ts'
import { readSnapshot } from '../server/records/read-snapshot.ts'
import { excelType, type Sheet, workbookWithin } from '../spreadsheet/write-workbook.ts'
import { signValue, verifySigned } from './private-files.ts'

/** Milliseconds for which the download URL is valid. */
const life = 5 * 60_000

interface Signed<Value> {
  value: Value
  locale: Locale
  until: number
}

interface Workbook<Value> {
  /** Path of the download. */
  at: `/files/${string}`
  /** Binds the token to this download, so that it cannot be used for another one. */
  purpose: string
  /** File name without the date and extension, which are appended. */
  name: string
  sheets: (context: Context, value: Value) => readonly Sheet[] | Promise<readonly Sheet[]>
}

/**
 * Defines a workbook download that is generated while it is sent, from a single database snapshot in which `sheets`
 * reads.
 * Call `address` after checking permissions and logging the reason: for five minutes, everyone with the URL can fetch
 * the file, in the language of the requester. Register `mount` with the module.
 */
export const createExcelDownload = <Value extends object>({ at, purpose, name, sheets }: Workbook<Value>) => ({
  address(context: Context, value: Value): string {
    const signed: Signed<Value> = { value, locale: context.locale, until: context.now().getTime() + life }
    return `${at}?token=${signValue(context.services.secret, purpose, signed)}`
  },

  mount(app: FastifyInstance, { services }: MountContext): void {
    app.get<{ Querystring: { token?: string } }>(at, { schema: { hide: true } }, async (request, reply) => {
      const { token } = request.query
      const signed = typeof token === 'string' ? verifySigned<Signed<Value>>(services.secret, purpose, token) : null
      if (!signed || signed.until < services.clock.now().getTime()) throw new AppError('not_found')
      const context = new Context(services, publicScope(signed.locale))
      const workbook = await workbookWithin((give) =>
        readSnapshot(context, async (snapshotContext) => give(await sheets(snapshotContext, signed.value))),
      )
      const day = services.clock.now().toISOString().slice(0, 10)
      return reply
        .header('cache-control', 'private, no-store')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('content-disposition', `attachment; filename="${name}-${day}.xlsx"`)
        .type(excelType)
        .send(workbook)
    })
  },
})
