import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { localizePath } from '#content/site/localize-path.ts'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { m } from '#messages/messages.js'
import { recordCards, toCardLink } from '../cards/match-card.ts'
import { matchContext } from '../loader-context.ts'
import { FilteredList } from '../parts/list/filtered-list.tsx'
import { categoryField, countPages, programmeField, readListQuery } from '../parts/list/list-filters.ts'
import { ProductGrid } from '../parts/list/product-card.tsx'
import { toProductView } from '../products/product-view.ts'
import { loadFair } from './fair-data.ts'
import { FairFrame } from './fair-frame.tsx'
import { buildFairPartHead } from './fair-part-head.ts'

export const handle: PageHandle = { hydrate: 'idle', cached: 'apart', query: ['q', 'category', 'certificate', 'page'] }

export const loader = async ({ context, params, url }: LoaderFunctionArgs) => {
  const { api, origin, locale } = matchContext(context)
  const id = params.fair ?? ''
  const { page, filters, limits, values } = readListQuery(url.searchParams, ['q', 'category', 'certificate'])
  const [{ fair, whole }, found] = await Promise.all([
    loadFair(api, id),
    api.products.inFair({ params: { id }, query: { ...filters, ...limits } }),
  ])
  return {
    origin,
    fair,
    card: toCardLink(recordCards.fair(locale, whole)),
    fields: [categoryField(m.match_filter_category()), programmeField('certificate')],
    values,
    page,
    pages: countPages(found.total),
    total: found.total,
    products: found.products.map((product) => toProductView(product, id)),
  }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData: page }) =>
  page
    ? buildFairPartHead(page, {
        path: 'products',
        title: m.match_fair_products_title({ fair: page.fair.title }),
        description: m.match_fair_products_description({ fair: page.fair.title, period: page.fair.period }),
        about: { '@type': 'CollectionPage', name: m.match_fair_products_title({ fair: page.fair.title }) },
        crumb: m.match_part_products(),
      })
    : []

/** List of products in a fair. */
export default function FairProductsPage() {
  const { fair, total, products, ...page } = useLoaderData<typeof loader>()
  return (
    <FairFrame fair={fair} part="products">
      <FilteredList
        to={localizePath(`/match/fairs/${fair._id}/products`)}
        list={page}
        hint={m.match_products_hint()}
        count={m.match_products_count({ all: fair.counts.products, count: total })}
        isEmpty={products.length === 0}
      >
        <ProductGrid products={products} rank="h2" />
      </FilteredList>
    </FairFrame>
  )
}
