import { data, Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData, useNavigation } from 'react-router'
import { localizePath } from '#content/site/localize-path.ts'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { m } from '#messages/messages.js'
import { Icon } from '#ui/controls/icon.tsx'
import { Pagination } from '#ui/controls/pagination.tsx'
import { TextLink } from '#ui/controls/text-link.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { foreignLang, joinDotted } from '#ui/format/language-attributes.ts'
import { formatWon } from '../format/format-sums.ts'
import { createPageMeta } from '../layout/page-head.ts'
import { categoryPath, homePath } from '../layout/shop-paths.ts'
import { shopContext } from '../loader-context.ts'
import { homeCard, linkCard } from '../social-cards/create-cards.ts'
import { BottomBar } from './bottom-bar.tsx'
import {
  createListPath,
  type Filters,
  filterLabels,
  filterNames,
  parseFilters,
  withoutFilters,
} from './catalogue-filters.ts'
import styles from './catalogue-page.module.css'
import { CatalogueTools } from './catalogue-tools.tsx'
import { FilterForm } from './filter-form.tsx'
import { GoodCard } from './good-card.tsx'

export const handle: PageHandle = {
  hydrate: 'idle',
  cached: 'apart',
  query: ['from', 'to', 'available', 'reduced', 'awarded', 'order', 'page'],
}

const perPage = 24

export const loader = async ({ context, params, url }: LoaderFunctionArgs) => {
  const { api, origin, locale } = shopContext(context)
  const filters = parseFilters(url.searchParams)
  const key = params.category
  const [tree, { conditions }, found] = await Promise.all([
    api.categories.published(),
    api.conditions.published(),
    api.goods.published({ query: { ...filters, limit: perPage, ...(key && { category: key }) } }),
  ])
  const category = tree.categories.find((one) => one.key === key)
  if (key && !category) throw data(null, { status: 404 })
  return {
    origin,
    card: linkCard(homeCard(locale)),
    category: category ? { key: category.key, name: category.name, lang: category.lang } : null,
    // Root categories; within a category, its parent, siblings and children.
    categories: tree.categories.filter(({ parent, _id }) =>
      category ? parent === category.parent || parent === category._id || _id === category.parent : parent === null,
    ),
    all: tree.goods,
    filters,
    total: found.total,
    prices: found.prices,
    products: found.products,
    freeFrom: conditions.freeFrom,
    returnDays: conditions.returnDays,
  }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData: page }) => {
  if (!page) return []
  const title = page.category?.name ?? m.shop_title()
  const path = page.category ? categoryPath(page.category.key) : homePath
  // Each page of a list names its number, so that titles and descriptions are unique.
  const further = page.filters.page > 1 && m.reading_page({ page: page.filters.page })
  const description = page.category ? m.shop_category_description({ category: title }) : m.shop_description()
  return createPageMeta({
    title: joinDotted([title, further]),
    description: further ? `${description} ${further}` : description,
    origin: page.origin,
    // Canonical URL: sort order and filters show the same products, but each page has others.
    to: createListPath(path, { order: 'sought', page: page.filters.page }),
    card: page.card,
    about: { '@type': 'CollectionPage', name: title },
    ...(page.category && { crumbs: [{ title, lang: foreignLang(page.category.lang) }] }),
  })
}

/** Product list: categories in a side column, filters in the URL. */
export default function CataloguePage() {
  const page = useLoaderData<typeof loader>()
  const { category, categories, filters, total, products } = page
  const navigation = useNavigation()
  const to = localizePath(category ? categoryPath(category.key) : homePath)
  const pages = Math.ceil(total / perPage)
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1 lang={category ? foreignLang(category.lang) : undefined}>{category?.name ?? m.shop_title()}</h1>
        <p>
          {page.freeFrom === null
            ? m.shop_terms_plain({ days: page.returnDays })
            : m.shop_terms({ sum: formatWon(page.freeFrom), days: page.returnDays })}
        </p>
      </header>
      <div className={styles.columns}>
        <div className={styles.side}>
          <nav className={styles.categories} aria-label={m.shop_categories()}>
            <ul>
              <li>
                <Link to={localizePath(homePath)} aria-current={category ? undefined : 'page'}>
                  {m.shop_all()} <span>{page.all}</span>
                </Link>
              </li>
              {categories.map((one) => (
                <li key={one._id}>
                  <Link
                    to={localizePath(categoryPath(one.key))}
                    aria-current={one.key === category?.key ? 'page' : undefined}
                    lang={foreignLang(one.lang)}
                  >
                    {one.name} <span>{one.goods}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <div className={styles.wide}>
            <FilterForm to={to} filters={filters} prices={page.prices} />
          </div>
        </div>
        <section className={styles.results} aria-label={m.shop_products()}>
          <div className={styles.bar}>
            <p role="status" aria-busy={navigation.state !== 'idle' || undefined}>
              {m.shop_products_count({ count: total })}
            </p>
            <ActiveFilters to={to} filters={filters} />
            <CatalogueTools key={to} to={to} filters={filters} prices={page.prices} />
          </div>
          {products.length === 0 ? (
            <Notice
              title={m.shop_none()}
              act={<TextLink to={localizePath(homePath)}>{m.shop_all_products()}</TextLink>}
            />
          ) : (
            <ul className={styles.cards}>
              {products.map((product, index) => (
                <li key={product._id}>
                  <GoodCard product={product} first={index < 3} />
                </li>
              ))}
            </ul>
          )}
          <Pagination
            page={filters.page}
            of={pages}
            to={(number) => createListPath(to, { ...filters, page: number })}
          />
        </section>
      </div>
      <BottomBar />
    </div>
  )
}

/** Active filters, each removable. */
function ActiveFilters({ to, filters }: { to: string; filters: Filters }) {
  const { from, to: until } = filters
  const chips = [
    ...(from || until
      ? [
          {
            words: until
              ? m.shop_filter_between({ from: formatWon(from ?? 0), to: formatWon(until) })
              : m.shop_filter_over({ sum: formatWon(from ?? 0) }),
            rest: withoutFilters(filters, 'from', 'to'),
          },
        ]
      : []),
    ...filterNames.flatMap((mark) =>
      filters[mark] ? [{ words: filterLabels[mark](), rest: withoutFilters(filters, mark) }] : [],
    ),
  ]
  if (chips.length === 0) return null
  return (
    <ul className={styles.chips} aria-label={m.shop_filter_chosen()}>
      {chips.map(({ words, rest }) => (
        <li key={words}>
          <Link to={createListPath(to, rest)} aria-label={m.shop_filter_remove({ filter: words })} preventScrollReset>
            {words}
            <Icon name="close" small />
          </Link>
        </li>
      ))}
      <li>
        <Link className={styles.clear} to={to} preventScrollReset>
          {m.shop_filter_clear()}
        </Link>
      </li>
    </ul>
  )
}
