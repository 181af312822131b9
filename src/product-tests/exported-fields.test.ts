import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { z } from 'zod'
import { unexportedFields } from '#console/kit/list/export/complete-columns.ts'
import { fieldTitles } from '#console/kit/list/export/field-titles.ts'
import { allRoutes } from '#test/routes/route-samples.ts'

/** Lists of the console with the records that they export. */
const lists: [string, string][] = [
  ['auction/auctions/console/auction-list', 'auction/programs'],
  ['auction/authors/console/author-list', 'auction/authors'],
  ['auction/consignors/console/consignor-list', 'auction/consignors'],
  ['auction/files/console/catalogue-list', 'auction/files'],
  ['auction/sales/console/sale-list', 'auction/sales'],
  ['auction/works/console/work-list', 'auction/works'],
  ['content/banners/console/banner-list', 'banners'],
  ['content/boards/console/post-list', 'boards'],
  ['content/comments/console/comment-list', 'comments'],
  ['content/pages/console/section-list', 'pages'],
  ['content/popups/console/popup-list', 'popups'],
  ['firm/lawyers/console/lawyer-list', 'lawyers'],
  ['firm/offices/console/office-list', 'offices'],
  ['firm/practices/console/practice-list', 'practices'],
  ['firm/templates/console/template-list', 'templates'],
  ['match/fairs/console/fair-list', 'fairs'],
  ['match/matchings/console/matching-list', 'matchings'],
  ['match/programmes/console/programme-list', 'programmes'],
  ['people/approvals/console/list', 'approvals'],
  ['people/companies/console/list', 'companies'],
  ['people/faqs/console/list', 'center/faqs'],
  ['people/messages/console/list', 'messages'],
  ['people/messages/sendings/console/sending-list', 'sendings'],
  ['people/messages/sendings/console/template-list', 'message-templates'],
  ['people/notifications/console/list', 'center/notifications'],
  ['people/questions/console/list', 'center/questions'],
  ['people/questions/console/template-list', 'center/question-templates'],
  ['people/terms/console/list', 'terms'],
  ['people/users/console/list', 'users'],
  ['people/withdrawals/console/list', 'withdrawals'],
  ['platform/media/console/media-list', 'media'],
  ['platform/redirects/console/redirect-list', 'redirects'],
  ['platform/search/console/synonym-list', 'synonyms'],
  ['shop/coupons/console/coupon-list', 'shop/coupons'],
  ['shop/exchanges/console/exchange-list', 'shop/exchanges'],
  ['shop/goods/console/good-list', 'shop/products'],
  ['shop/orders/console/order-list', 'shop/orders'],
  ['shop/payments/console/payment-list', 'shop/payments'],
  ['shop/payments/console/stray-list', 'shop/payments/strays'],
  ['shop/points/console/member-points', 'shop/points'],
  ['shop/points/console/point-list', 'shop/points'],
  ['shop/returns/console/return-list', 'shop/returns'],
  ['shop/reviews/console/review-list', 'shop/reviews'],
]

const source = join(import.meta.dirname, '..')
const routes = allRoutes()

it.each(lists)('%s exports every field under a heading', (file, path) => {
  const route = routes.find((one) => one.path === `GET /api/console/${path}`)?.route
  const lines = Object.values((route?.answer as z.ZodObject | undefined)?.shape ?? {})
  const line = lines.find((schema) => 'element' in schema) as z.ZodArray<z.ZodObject> | undefined
  const fields = Object.keys(line?.element.shape ?? {})
  expect(fields.length).toBeGreaterThan(2)
  const text = readFileSync(join(source, `${file}.tsx`), 'utf8')
  // A field is a column of the list, or the export adds a column for it, whose heading must not be a name of the API.
  const untitled = fields.filter(
    (field) => !unexportedFields.includes(field) && !new RegExp(`\\b${field}\\b`).test(text) && !(field in fieldTitles),
  )
  expect(untitled).toEqual([])
})

it('knows every list of the console', () => {
  const screens = readdirSync(source, { recursive: true, withFileTypes: true })
    .filter(({ name }) => name.endsWith('.tsx'))
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => readFileSync(file, 'utf8').includes('<ListScreen'))
    .map((file) => file.slice(source.length + 1, -'.tsx'.length))
  expect(lists.map(([file]) => file).toSorted()).toEqual(screens.toSorted())
})
