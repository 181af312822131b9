import { eq } from 'drizzle-orm'
import { maskConsignorAccount } from '#auction/consignors/server/find-consignors.ts'
import { auctionConsignors, type ConsignorRow } from '#auction/consignors/table.ts'
import { selectWorks } from '#auction/works/server/find-works.ts'
import { auctionWorks } from '#auction/works/table.ts'
import { AppError } from '#kit/errors.ts'
import { textIn } from '#kit/i18n.ts'
import type { Locale } from '#kit/locale.ts'
import { formatWon, type Paper, type Part } from '#kit/pdf/paper.ts'
import type { Context } from '#kit/server/context.ts'
import { spellDay } from '#kit/time/spell-time.ts'
import { m } from '#messages/messages.js'
import { users } from '#people/users/table.ts'
import { defineDocuments, getSaleLabels, readIssuer } from '#platform/papers/server/make-papers.ts'
import { readCompanyAccount } from '#platform/settings/server/read-settings.ts'
import { calculateSettlement, formatInvoiceNumber, paperStates, type SalePaper, type Settlement } from '../rules.ts'
import { auctionSales } from '../table.ts'

type Words = ReturnType<typeof getSaleLabels>

interface Sums {
  hammer: number
  premium: number
  vat: number
  total: number
}

const buildInvoiceParts = (
  context: Context,
  words: Words,
  { hammer, premium, vat, total }: Sums,
  /** Payment instructions; '' once paid. */
  howToPay: string,
): Part[] => [
  { kind: 'heading', text: words.sum },
  {
    kind: 'sums',
    sums: [
      { name: words.hammer, sum: hammer },
      { name: words.premium, sum: premium, how: words.premiumHow(formatWon(context.locale, hammer)) },
      { name: words.vat, sum: vat, how: words.vatHow },
      { name: words.toPay, sum: total, strong: true },
    ],
  },
  ...(howToPay ? [{ kind: 'text', text: howToPay } as const] : []),
]

/** Amounts for the consignor: hammer price, commission and VAT. */
const buildConsignedParts = (
  locale: Locale,
  { rate, commission, vat, payout }: Settlement,
): Extract<Part, { kind: 'sums' }>['sums'] => {
  const options = { locale }
  return [
    { name: m.sales_paper_hammer({}, options), sum: payout + commission + vat },
    {
      name: m.sales_paper_commission({}, options),
      sum: -commission,
      how: m.sales_paper_commission_how({ rate: String(rate / 100) }, options),
    },
    { name: m.sales_paper_vat({}, options), sum: -vat, how: m.sales_paper_vat_how({}, options) },
  ]
}

const buildSettlementParts = (
  locale: Locale,
  words: Words,
  { hammer, premium, vat, total }: Sums,
  settlement: Settlement | null,
): Part[] => [
  { kind: 'heading', text: words.sum },
  {
    kind: 'sums',
    sums: [
      { name: words.received, sum: total },
      { name: words.premium, sum: -premium },
      { name: words.vat, sum: -vat, how: words.vatHow },
      ...(settlement ? buildConsignedParts(locale, settlement) : []),
      { name: words.consignor, sum: settlement?.payout ?? hammer, strong: true },
    ],
  },
  ...(settlement ? [] : [{ kind: 'text', text: words.consignorText } as const]),
]

/** Consignor and bank account, of which only the last four digits are shown. */
const listConsignorFacts = (context: Context, row: ConsignorRow): (readonly [string, string])[] => {
  const options = { locale: context.locale }
  const account = maskConsignorAccount(context, row)
  return [
    [m.sales_consignor({}, options), row.name],
    ...(account
      ? [[m.sales_paper_account({}, options), `${account.bank} ${account.number} ${account.holder}`] as const]
      : []),
  ]
}

/** Builds a document of a sale; throws `conflict` in a state that has none. */
const makePaper = async (context: Context, { id, kind }: { id: string; kind: SalePaper }): Promise<Paper> => {
  const { database, locale } = context
  const [sale] = await database.select().from(auctionSales).where(eq(auctionSales.id, id))
  if (!sale) throw new AppError('not_found')
  if (!paperStates[kind].includes(sale.state)) throw new AppError('conflict', { fields: { state: 'paper_early' } })
  const [[found], [buyer], [consignor], issuer, account] = await Promise.all([
    selectWorks(context).where(eq(auctionWorks.id, sale.workId)),
    sale.userId
      ? database.select({ name: users.name, email: users.email }).from(users).where(eq(users.id, sale.userId))
      : [],
    kind === 'settlement' && sale.consignorId
      ? database.select().from(auctionConsignors).where(eq(auctionConsignors.id, sale.consignorId))
      : [],
    readIssuer(context),
    kind === 'invoice' && sale.state === 'awaiting' ? readCompanyAccount(context) : null,
  ])
  if (!found) throw new AppError('not_found')
  const words = getSaleLabels(locale)
  const title = words[kind]
  const number = formatInvoiceNumber(sale)
  const { work, program, author } = found
  // Date of the event, not of the download.
  const at = kind === 'settlement' ? (sale.paidAt ?? sale.updatedAt) : sale.createdAt
  return {
    locale,
    title: `${title} ${number}`,
    name: `${title} ${number}`,
    issuer: issuer.line,
    at,
    parts: [
      { kind: 'title', text: title, note: number },
      {
        kind: 'facts',
        facts: [
          [words.made, spellDay(locale, at)],
          // The consignor's document does not name the buyer.
          ...(kind === 'invoice' && buyer ? [[words.buyer, buyer.name] as const] : []),
          ...(kind === 'invoice' && buyer?.email ? [[words.contact, buyer.email] as const] : []),
          ...(consignor ? listConsignorFacts(context, consignor) : []),
          ...(sale.settledAt && consignor
            ? [[m.sales_settled({}, { locale }), spellDay(locale, sale.settledAt)] as const]
            : []),
          [words.program, textIn(locale, program.title)],
          [words.lot, String(work.lot)],
          [words.work, textIn(locale, work.title)],
          [words.author, author ? textIn(locale, author.name) : ''],
          [words.state, words.states[sale.state]],
          sale.paidAt
            ? [words.paidAt, spellDay(locale, sale.paidAt)]
            : [words.payUntil, spellDay(locale, sale.payUntil)],
          ...(account ? [[words.payTo, `${account.bank} ${account.number} ${account.holder}`] as const] : []),
        ],
      },
      ...(kind === 'invoice'
        ? buildInvoiceParts(context, words, sale, sale.paidAt ? '' : account ? words.howToPay : words.askHowToPay)
        : buildSettlementParts(
            locale,
            words,
            sale,
            sale.commissionRate === null ? null : calculateSettlement(sale.hammer, sale.commissionRate),
          )),
    ],
  }
}

/** Invoices and settlements. */
export const papers = defineDocuments('sales', makePaper)
