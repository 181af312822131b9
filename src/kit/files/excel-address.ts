import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'
import type { Locale } from '../locale.ts'
import type { Mounting } from '../module/module.ts'
import { Context, publicScope } from '../server/context.ts'
import { atOneMoment } from '../server/one-moment.ts'
import { excelType, type Sheet, workbookWithin } from '../sheet.ts'
import { sealed, unsealed } from './private.ts'

/** Milliseconds for which an address serves. */
const life = 5 * 60_000

interface Signed<Value> {
  value: Value
  locale: Locale
  until: number
}

interface Workbook<Value> {
  /** Where it is fetched. */
  at: `/files/${string}`
  /** Keeps an address from being used elsewhere. */
  purpose: string
  /** Name of the file; the day and the ending follow it. */
  name: string
  sheets: (context: Context, value: Value) => readonly Sheet[] | Promise<readonly Sheet[]>
}

/**
 * A workbook that is made while it is sent, of one moment: `sheets` reads within it. Call `address` after the permission check and after the reason is in the
 * log: it can be fetched there by everybody for five minutes, in the language of who asked. Mount `mount` with the
 * module.
 */
export const excelAddress = <Value extends object>({ at, purpose, name, sheets }: Workbook<Value>) => ({
  address(context: Context, value: Value): string {
    const signed: Signed<Value> = { value, locale: context.locale, until: context.now().getTime() + life }
    return `${at}?token=${sealed(context.services.secret, purpose, signed)}`
  },

  mount(app: FastifyInstance, { services }: Mounting): void {
    app.get<{ Querystring: { token?: string } }>(at, { schema: { hide: true } }, async (request, reply) => {
      const { token } = request.query
      const signed = typeof token === 'string' ? unsealed<Signed<Value>>(services.secret, purpose, token) : null
      if (!signed || signed.until < services.clock.now().getTime()) throw new AppError('not_found')
      const context = new Context(services, publicScope(signed.locale))
      const made = await workbookWithin((give) =>
        atOneMoment(context, async (within) => give(await sheets(within, signed.value))),
      )
      const day = services.clock.now().toISOString().slice(0, 10)
      return reply
        .header('cache-control', 'private, no-store')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('content-disposition', `attachment; filename="${name}-${day}.xlsx"`)
        .type(excelType)
        .send(made)
    })
  },
})
