import { eq } from 'drizzle-orm'
import { auctionWorks } from '#auction/works/table.ts'
import { ById, type Locale } from '#kit/contract.ts'
import { textIn } from '#kit/i18n.ts'
import type { DescribeApproval } from '#kit/module/module.ts'
import { m } from '#messages/messages.js'
import { auctionSales } from '../table.ts'

const describeSale =
  (message: (inputs: { lot: number; title: string }, options: { locale: Locale }) => string): DescribeApproval =>
  async ({ database, locale }, { params }) => {
    const [work] = await database
      .select({ lot: auctionWorks.lot, title: auctionWorks.title })
      .from(auctionSales)
      .innerJoin(auctionWorks, eq(auctionWorks.id, auctionSales.workId))
      .where(eq(auctionSales.id, ById.parse(params).id))
    if (!work) return null
    return {
      title: message({ lot: work.lot, title: textIn(locale, work.title) }, { locale }),
      to: '/console/auction/sales',
    }
  }

export const describeGiveUp = describeSale(m.sales_asked_void)
export const describeOffer = describeSale(m.sales_asked_offer)
