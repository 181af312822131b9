import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { localizePath } from '#content/site/localize-path.ts'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { m } from '#messages/messages.js'
import { Pagination } from '#ui/controls/pagination.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { recordCards, toCardLink } from '../cards/match-card.ts'
import { buildPageHead } from '../layout/page-head.ts'
import { matchContext } from '../loader-context.ts'
import { FilterBar } from '../parts/list/filter-bar.tsx'
import {
  categoryField,
  omitUndefined,
  pageUrl,
  programmeField,
  readFilters,
  readPageNumber,
  toFormValues,
} from '../parts/list/list-filters.ts'
import { ProductGrid } from '../parts/list/product-card.tsx'
import list from '../parts/list/result-list.module.css'
import { toProductView } from '../products/product-view.ts'
import { loadFair } from './fair-data.ts'
import { FairFrame } from './fair-frame.tsx'

export const handle: PageHandle = { hydrate: 'idle', cached: 'apart', query: ['q', 'category', 'certificate', 'page'] }

const perPage = 24

export const loader = async ({ context, params, url }: LoaderFunctionArgs) => {
  const { api, origin, locale } = matchContext(context)
  const id = params.fair ?? ''
  const page = readPageNumber(url.searchParams)
  const { q, category, certificate } = readFilters(url.searchParams)
  const query = { q, category, certificate }
  const [{ fair, whole }, found] = await Promise.all([
    loadFair(api, id),
    api.products.inFair({ params: { id }, query: { ...omitUndefined(query), page, limit: perPage } }),
  ])
  return {
    origin,
    fair,
    card: toCardLink(recordCards.fair(locale, whole)),
    fields: [categoryField(m.match_filter_category()), programmeField('certificate')],
    values: toFormValues(query),
    page,
    pages: Math.ceil(found.total / perPage),
    total: found.total,
    products: found.products.map((product) => toProductView(product, id)),
  }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData: page }) =>
  page
    ? buildPageHead({
        title: m.match_fair_products_title({ fair: page.fair.title }),
        description: m.match_fair_products_description({ fair: page.fair.title, period: page.fair.period }),
        origin: page.origin,
        to: `/match/fairs/${page.fair._id}/products`,
        card: page.card,
        about: { '@type': 'CollectionPage', name: m.match_fair_products_title({ fair: page.fair.title }) },
        crumbs: [
          { title: m.match_menu_fairs(), to: '/match/fairs' },
          { title: page.fair.title, to: `/match/fairs/${page.fair._id}` },
          { title: m.match_part_products() },
        ],
      })
    : []

/** List of products in a fair. */
export default function FairProductsPage() {
  const { fair, fields, values, total, products, page, pages } = useLoaderData<typeof loader>()
  const to = localizePath(`/match/fairs/${fair._id}/products`)
  return (
    <FairFrame fair={fair} part="products">
      <FilterBar
        to={to}
        fields={fields}
        values={values}
        hint={m.match_products_hint()}
        count={m.match_products_count({ all: fair.counts.products, count: total })}
      />
      {products.length === 0 ? (
        <Notice title={m.match_list_none()} text={m.match_list_none_text()} />
      ) : (
        <ProductGrid products={products} rank="h2" />
      )}
      <div className={list.paging}>
        <Pagination page={page} of={pages} to={(number) => pageUrl(to, values, number)} />
      </div>
    </FairFrame>
  )
}
