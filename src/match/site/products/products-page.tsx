import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { localizePath } from '#content/site/localize-path.ts'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { m } from '#messages/messages.js'
import { pageCard, toCardLink } from '../cards/match-card.ts'
import { buildPageHead } from '../layout/page-head.ts'
import { matchContext } from '../loader-context.ts'
import type { FilterField } from '../parts/list/filter-bar.tsx'
import { FilteredList } from '../parts/list/filtered-list.tsx'
import { categoryField, countPages, programmeField, readListQuery } from '../parts/list/list-filters.ts'
import { ProductGrid } from '../parts/list/product-card.tsx'
import body from '../parts/page/page-body.module.css'
import { PageHeader } from '../parts/page/page-header.tsx'
import { toProductView } from './product-view.ts'

export const handle: PageHandle = {
  hydrate: 'idle',
  cached: 'apart',
  query: ['q', 'category', 'certificate', 'year', 'page'],
}

const path = '/match/products'
/** Number of years in the filter, newest first. */
const yearsShown = 6

const yearField = (now: number): FilterField => ({
  name: 'year',
  label: m.match_filter_year(),
  options: Array.from({ length: yearsShown }, (_, at) => String(new Date(now).getUTCFullYear() + 1 - at)).map(
    (year) => ({
      value: year,
      label: year,
    }),
  ),
})

export const loader = async ({ context, url }: LoaderFunctionArgs) => {
  const { api, origin, locale } = matchContext(context)
  const { page, filters, limits, values } = readListQuery(url.searchParams, ['q', 'category', 'certificate', 'year'])
  const [found, all] = await Promise.all([
    api.products.everyProduct({ query: { ...filters, ...limits } }),
    api.products.everyProduct({ query: { limit: 1 } }),
  ])
  return {
    origin,
    card: toCardLink(pageCard(locale, 'products')),
    fields: [categoryField(m.match_filter_category()), programmeField('certificate'), yearField(Date.now())],
    values,
    page,
    pages: countPages(found.total),
    total: found.total,
    all: all.total,
    products: found.products.map((product) => toProductView(product)),
  }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData: page }) =>
  page
    ? buildPageHead({
        title: m.match_products_title(),
        description: m.match_products_description(),
        origin: page.origin,
        to: path,
        card: page.card,
        about: { '@type': 'CollectionPage', name: m.match_products_title() },
        crumbs: [{ title: m.match_products_title() }],
      })
    : []

/** List of all products of the award and rookie programmes. */
export default function ProductsPage() {
  const { total, all, products, ...page } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title={m.match_products_title()}
        lead={m.match_products_lead()}
        crumbs={[{ title: m.match_name(), to: '/match' }, { title: m.match_products_title() }]}
      />
      <div className={body.body}>
        <FilteredList
          to={localizePath(path)}
          list={page}
          hint={m.match_products_hint()}
          count={m.match_products_count({ all, count: total })}
          isEmpty={products.length === 0}
        >
          <ProductGrid products={products} rank="h2" />
        </FilteredList>
      </div>
    </>
  )
}
