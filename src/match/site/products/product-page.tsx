import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { localizePath } from '#content/site/localize-path.ts'
import { Breadcrumbs } from '#content/site/site-shell/layout/breadcrumbs.tsx'
import { toSingleLine } from '#content/site/site-shell/page-head.ts'
import { groupDigits } from '#kit/text/format-values.ts'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { categoryLabels } from '#match/participants/rules-labels.ts'
import { m } from '#messages/messages.js'
import { ButtonLink } from '#ui/controls/button.tsx'
import { TextLink } from '#ui/controls/text-link.tsx'
import { formatShortDay } from '#ui/format/format-day.ts'
import { foreignLang } from '#ui/format/language-attributes.ts'
import { recordCards, toCardLink } from '../cards/match-card.ts'
import { MeetingAction } from '../fair/meeting-action.tsx'
import { toFairView } from '../fairs/fair-view.ts'
import { buildPageHead } from '../layout/page-head.ts'
import { matchContext } from '../loader-context.ts'
import { CompanyPlate } from '../parts/company/company-plate.tsx'
import { ProgrammeBadge } from '../parts/company/programme-badge.tsx'
import { ProductGrid } from '../parts/list/product-card.tsx'
import { FactList } from '../parts/page/fact-list.tsx'
import body from '../parts/page/page-body.module.css'
import { bindUnits } from '../text/bind-units.ts'
import { countryName } from '../text/field-labels.ts'
import { ImageGallery } from './image-gallery.tsx'
import styles from './product-page.module.css'
import { toProductView } from './product-view.ts'

export const handle: PageHandle = { hydrate: 'idle', cached: true }

const maxSimilar = 4

export const loader = async ({ context, params }: LoaderFunctionArgs) => {
  const { api, origin, locale } = matchContext(context)
  const { fair: inFair, product: id = '' } = params
  const [{ product }, opened] = await Promise.all([
    inFair ? api.products.oneInFair({ params: { id: inFair, product: id } }) : api.products.product({ params: { id } }),
    inFair ? api.fairs.open({ params: { id: inFair } }) : null,
  ])
  const fair = opened && toFairView(opened.fair, Date.now())
  const query = { category: product.category, limit: maxSimilar + 1 }
  const similar = inFair
    ? await api.products.inFair({ params: { id: inFair }, query })
    : await api.products.everyProduct({ query })
  return {
    origin,
    fair,
    product: {
      ...product,
      category: categoryLabels[product.category](),
      country: countryName(product.country),
      sale: product.salesSite?.replace(/^https?:\/\//, '') ?? '',
    },
    beside: similar.products
      .filter(({ _id }) => _id !== id)
      .slice(0, maxSimilar)
      .map((other) => toProductView(other, inFair)),
    card: toCardLink(recordCards.product(locale, product, fair)),
  }
}

type ProductData = Awaited<ReturnType<typeof loader>>

const getPath = ({ fair, product }: ProductData): string =>
  fair ? `/match/fairs/${fair._id}/products/${product._id}` : `/match/products/${product._id}`

export const meta: MetaFunction<typeof loader> = ({ loaderData: page }) => {
  if (!page) return []
  const { fair, product } = page
  const seller = { '@type': 'Organization', name: product.seller.name }
  return buildPageHead({
    title: `${product.name} · ${fair ? fair.title : product.seller.name}`,
    description: toSingleLine(
      m.match_product_description({
        name: product.name,
        seller: product.seller.name,
        shown: fair ? fair.title : m.match_products_title(),
        text: product.features || product.category,
      }),
    ),
    origin: page.origin,
    to: getPath(page),
    card: page.card,
    about: {
      '@type': 'Product',
      name: product.name,
      category: product.category,
      manufacturer: seller,
      ...(product.color && { color: product.color }),
      ...(product.ingredients && { material: product.ingredients }),
      ...(product.retailPrice !== null && {
        offers: { '@type': 'Offer', price: product.retailPrice, priceCurrency: 'KRW', seller },
      }),
    },
    crumbs: fair
      ? [
          { title: fair.title, to: `/match/fairs/${fair._id}` },
          { title: m.match_part_products(), to: `/match/fairs/${fair._id}/products` },
          { title: product.name },
        ]
      : [{ title: m.match_products_title(), to: '/match/products' }, { title: product.name }],
  })
}

/** Product page, standalone or within a fair. */
export default function ProductPage() {
  const page = useLoaderData<typeof loader>()
  const { fair, product, beside } = page
  const lang = foreignLang(product.lang)
  const coming = product.fairs.filter(({ phase }) => phase !== 'expired')
  const shown = product.fairs.find(({ _id }) => _id === fair?._id) ?? coming[0] ?? product.fairs[0]
  return (
    <>
      <div className={styles.crumbs}>
        <Breadcrumbs
          crumbs={
            fair
              ? [
                  { title: fair.title, to: `/match/fairs/${fair._id}`, lang: foreignLang(fair.lang) },
                  { title: m.match_part_products(), to: `/match/fairs/${fair._id}/products` },
                  { title: product.name, lang },
                ]
              : [
                  { title: m.match_products_title(), to: '/match/products' },
                  { title: product.name, lang },
                ]
          }
        />
      </div>
      <div className={styles.columns}>
        <ImageGallery pictures={product.pictures} name={product.name} />
        <div>
          <p className={styles.over}>
            <ProgrammeBadge programme={product.certificate} year={product.year} />
            <span>{product.category}</span>
          </p>
          <h1 className={styles.title} lang={lang}>
            {bindUnits(product.name)}
          </h1>
          <div className={styles.seller}>
            <CompanyPlate name={product.seller.name} side="seller" />
            <p className={styles.sellerName}>{product.seller.name}</p>
            {shown && (
              <TextLink to={localizePath(`/match/fairs/${shown._id}/sellers/${product.seller._id}`)}>
                {m.match_product_seller()}
              </TextLink>
            )}
          </div>
          <div className={styles.act}>
            {fair ? (
              <MeetingAction fair={fair} company={product.seller._id} product={product._id} side="buyer" />
            ) : (
              <>
                <p className={styles.actTitle}>
                  {coming.length > 0 ? m.match_product_fairs() : m.match_product_no_fair()}
                </p>
                {coming.map(({ _id, title }) => (
                  <ButtonLink
                    key={_id}
                    low
                    look="outline"
                    to={localizePath(`/match/fairs/${_id}/products/${product._id}`)}
                  >
                    {title}
                  </ButtonLink>
                ))}
              </>
            )}
          </div>
          <FactList
            facts={[
              { name: m.match_product_name(), value: product.name, lang },
              { name: m.match_product_ingredients(), value: product.ingredients, lang },
              { name: m.match_product_color(), value: product.color, lang },
              { name: m.match_product_size(), value: product.size },
              { name: m.match_product_country(), value: product.country },
              {
                name: m.match_product_released(),
                value: product.releaseDate && formatShortDay(`${product.releaseDate}T00:00:00Z`),
              },
              {
                name: m.match_product_awarded(),
                value: product.awardDate && formatShortDay(`${product.awardDate}T00:00:00Z`),
              },
              {
                name: m.match_product_sale(),
                value: product.salesSite && (
                  <a href={product.salesSite} rel="noopener nofollow">
                    {product.sale}
                  </a>
                ),
              },
              {
                name: m.match_product_price(),
                value: product.retailPrice !== null && m.match_product_won({ price: groupDigits(product.retailPrice) }),
              },
              { name: m.match_product_year(), value: String(product.year) },
              {
                name: m.match_product_certificate(),
                value: product.certificate === 'award' ? m.match_award_name() : m.match_rookie_name(),
              },
            ]}
          />
        </div>
      </div>
      <div className={styles.texts}>
        {product.features && (
          <section aria-labelledby="features">
            <h2 id="features" className={body.title}>
              {m.match_product_features()}
            </h2>
            <p className={styles.text} lang={lang}>
              {bindUnits(product.features)}
            </p>
          </section>
        )}
        {product.method && (
          <section aria-labelledby="method">
            <h2 id="method" className={body.title}>
              {m.match_product_method()}
            </h2>
            <p className={styles.text} lang={lang}>
              {bindUnits(product.method)}
            </p>
          </section>
        )}
      </div>
      {beside.length > 0 && (
        <section className={styles.beside} aria-labelledby="beside">
          <div className={styles.besideHead}>
            <h2 id="beside" className={body.title}>
              {m.match_product_beside()}
            </h2>
            <TextLink to={localizePath(fair ? `/match/fairs/${fair._id}/products` : '/match/products')}>
              {m.match_products_every()}
            </TextLink>
          </div>
          <ProductGrid products={beside} />
        </section>
      )}
    </>
  )
}
