import type { FastifyInstance } from 'fastify'
import { AppError } from '#kit/errors.ts'
import { signValue, verifySigned } from '#kit/files/private-files.ts'
import { textIn } from '#kit/i18n.ts'
import type { Locale } from '#kit/locale.ts'
import type { MountContext } from '#kit/module/module.ts'
import { MissingGlyphs } from '#kit/pdf/missing-glyphs.ts'
import type { Paper } from '#kit/pdf/paper.ts'
import { Context, publicScope } from '#kit/server/context.ts'
import { readSetting } from '#platform/settings/server/read-settings.ts'
import type { PaperAddress } from '../contract.ts'

export {
  getBadgeLabels,
  getOrderLabels,
  getSaleLabels,
  getTableLabels,
} from './label-papers.ts'

const addressLifetime = 5 * 60_000

/** Loaded with the first document, not at start: fonts and their WebAssembly take 40 MB. */
const loadWriter = () => import('#kit/pdf/write-pdf.ts')

interface Signed<Value> {
  value: Value
  locale: Locale
  until: number
}

/** 2026-11-23: the day in Seoul, for file names. */
export const formatIsoDay = (moment: Date): string =>
  new Date(moment.getTime() + 9 * 3_600_000).toISOString().slice(0, 10)

/** 14:30: the time in Seoul. */
export const formatSeoulTime = (moment: Date): string =>
  new Date(moment.getTime() + 9 * 3_600_000).toISOString().slice(11, 16)

/** Issuer of documents: company name and contact line. */
export const readIssuer = async (context: Context): Promise<{ name: string; phone: string; line: string }> => {
  const { name, phone, registration } = await readSetting(context)
  const companyName = textIn(context.locale, name)
  return {
    name: companyName,
    phone,
    line: [companyName, phone, textIn(context.locale, registration)].filter(Boolean).join(' · '),
  }
}

/**
 * Defines a module's documents. `make` builds the content; call `address` after the permission check and mount `mount`
 * with the module: `GET /files/papers/{name}` serves the document a signed address was issued for, in the language it
 * was requested in.
 */
export const defineDocuments = <Value extends object>(
  name: string,
  make: (context: Context, value: Value) => Promise<Paper>,
) => {
  const purpose = `papers ${name}`
  return {
    /** Signs an address. Throws what `make` refuses, and `conflict` if the document has characters that no font has. */
    async address(context: Context, value: Value): Promise<PaperAddress> {
      try {
        const { checkPaper } = await loadWriter()
        await checkPaper(await make(context, value))
      } catch (error) {
        if (!(error instanceof MissingGlyphs)) throw error
        context.services.log.warn({ paper: name, value, characters: error.characters }, 'no typeface has these')
        throw new AppError('conflict', { fields: { paper: 'paper_characters' } })
      }
      const signed: Signed<Value> = { value, locale: context.locale, until: context.now().getTime() + addressLifetime }
      return { url: `/files/papers/${name}?token=${signValue(context.services.secret, purpose, signed)}` }
    },

    mount(app: FastifyInstance, { services }: MountContext): void {
      app.get<{ Querystring: { token?: string } }>(
        `/files/papers/${name}`,
        { schema: { hide: true } },
        async (request, reply) => {
          const { token } = request.query
          const signed = typeof token === 'string' ? verifySigned<Signed<Value>>(services.secret, purpose, token) : null
          if (!signed || signed.until < services.clock.now().getTime()) throw new AppError('not_found')
          const { pdfOf } = await loadWriter()
          const paper = await make(new Context(services, publicScope(signed.locale)), signed.value)
          return reply
            .header('cache-control', 'private, no-store')
            .header('content-security-policy', "default-src 'none'; sandbox")
            .header('x-content-type-options', 'nosniff')
            .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(`${paper.name}.pdf`)}`)
            .type('application/pdf')
            .send(pdfOf(paper))
        },
      )
    },
  }
}
