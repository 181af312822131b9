import { useEffect } from 'react'
import { Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { localizePath } from '#content/site/localize-path.ts'
import { Breadcrumbs } from '#content/site/site-shell/layout/breadcrumbs.tsx'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { m } from '#messages/messages.js'
import { MarkButtons } from '#people/bookmarks/public/mark-buttons.tsx'
import { Icon } from '#ui/controls/icon.tsx'
import { foreignLang } from '#ui/format/language-attributes.ts'
import { formatWon } from '../format/format-sums.ts'
import { createPageMeta } from '../layout/page-head.ts'
import { categoryPath, homePath, productPath } from '../layout/shop-paths.ts'
import { shopContext } from '../loader-context.ts'
import { storeViewed } from '../recently-viewed/viewed-store.ts'
import { linkCard, productCard } from '../social-cards/create-cards.ts'
import { ChooseOption } from './choose-option.tsx'
import { ImageGallery } from './image-gallery.tsx'
import { createProductData, createProductDescription } from './product-data.ts'
import styles from './product-page.module.css'
import { ProductQuestions } from './product-questions.tsx'
import { ProductReviews } from './product-reviews.tsx'

export const handle: PageHandle = { hydrate: 'idle', cached: true, query: ['page'] }

const perPage = 10

export const loader = async ({ context, params, url }: LoaderFunctionArgs) => {
  const { api, origin, locale } = shopContext(context)
  const id = params.product ?? ''
  const pageParam = url.searchParams.get('page') ?? '1'
  const page = /^[1-9]\d{0,3}$/.test(pageParam) ? Number(pageParam) : 1
  const [{ product }, { reviews, total }, { conditions }] = await Promise.all([
    api.goods.open({ params: { id } }),
    api.reviews.ofProduct({ params: { id }, query: { page, limit: perPage } }),
    api.conditions.published(),
  ])
  return { origin, card: linkCard(productCard(locale, product)), product, reviews, total, page, conditions }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData: page }) =>
  page
    ? createPageMeta({
        title: page.product.name,
        description: createProductDescription(page.product),
        origin: page.origin,
        to: productPath(page.product._id),
        card: page.card,
        about: createProductData(page.product, page.reviews, page.origin),
        crumbs: [
          ...page.product.categories.map(({ key, name }) => ({ title: name, to: categoryPath(key) })),
          { title: page.product.name, lang: foreignLang(page.product.lang) },
        ],
      })
    : []

/** Product page: pictures, price and options with current stock, delivery, details and reviews. */
export default function Product() {
  const { product, reviews, total, page, conditions } = useLoaderData<typeof loader>()
  const lang = foreignLang(product.lang)
  useEffect(() => storeViewed(product._id), [product._id])
  const fee = product.delivery === 'rule' ? conditions.deliveryFee : product.deliveryFee
  return (
    <div className={styles.page}>
      <Breadcrumbs
        crumbs={[
          { title: m.shop_title(), to: homePath },
          ...product.categories.map(({ key, name }) => ({ title: name, to: categoryPath(key) })),
          { title: product.name, lang },
        ]}
      />
      <div className={styles.top}>
        <ImageGallery pictures={product.pictures} name={product.name} />
        <div className={styles.label}>
          <p className={styles.over}>
            <span lang={lang}>
              <b>{product.maker}</b> {product.award}
            </span>
            {product.rating !== null && (
              <a href="#reviews" className={styles.rating}>
                <Icon name="star" small />
                {m.shop_rating({ rating: product.rating.toFixed(1), count: product.reviews })}
              </a>
            )}
          </p>
          <h1 lang={lang}>{product.name}</h1>
          {product.summary && (
            <p className={styles.summary} lang={lang}>
              {product.summary}
            </p>
          )}
          <ChooseOption key={product._id} product={product} />
          <MarkButtons
            key={product._id}
            kind="good"
            record={product._id}
            address={localizePath(productPath(product._id))}
          />
          <ul className={styles.terms}>
            <li>
              <Icon name="truck" small />
              <p>
                <b>
                  {fee === 0 || product.delivery === 'free'
                    ? m.shop_delivery_free()
                    : m.shop_delivery_fee({ sum: formatWon(fee) })}
                </b>
                {product.delivery === 'rule' && conditions.freeFrom !== null && (
                  <span>{m.shop_delivery_free_from({ sum: formatWon(conditions.freeFrom) })}</span>
                )}
              </p>
            </li>
            <li>
              <Icon name="again" small />
              <p>
                <b>{m.shop_return_within({ days: conditions.returnDays })}</b>
                <span>{m.shop_return_fee({ sum: formatWon(conditions.returnFee * 2) })}</span>
              </p>
            </li>
            {conditions.pickup && (
              <li>
                <Icon name="bag" small />
                <p>
                  <b>{m.shop_pickup_place({ place: conditions.pickup.place })}</b>
                  <span>{m.shop_pickup_free(conditions.pickup)}</span>
                </p>
              </li>
            )}
          </ul>
        </div>
      </div>
      <nav className={styles.parts} aria-label={m.shop_parts()}>
        {product.story && <a href="#story">{m.shop_story()}</a>}
        <a href="#reviews">
          {m.shop_reviews()} {product.reviews > 0 && <span>{product.reviews}</span>}
        </a>
        {product.facts.length > 0 && <a href="#facts">{m.shop_facts()}</a>}
        <a href="#questions">{m.shop_questions()}</a>
      </nav>
      <div className={styles.below}>
        <div>
          {product.story && (
            <section className={styles.section} id="story" aria-labelledby="story-title">
              <h2 id="story-title">{m.shop_story()}</h2>
              <p className={styles.story} lang={lang}>
                {product.story}
              </p>
            </section>
          )}
          <ProductReviews
            product={product}
            reviews={reviews}
            total={total}
            page={page}
            perPage={perPage}
            to={localizePath(productPath(product._id))}
          />
        </div>
        <div>
          {product.facts.length > 0 && (
            <section className={styles.section} id="facts" aria-labelledby="facts-title">
              <h2 id="facts-title">{m.shop_facts()}</h2>
              <dl className={styles.facts} lang={lang}>
                {product.facts.map(({ label, text }) => (
                  <div key={label}>
                    <dt>{label}</dt>
                    <dd>{text}</dd>
                  </div>
                ))}
              </dl>
            </section>
          )}
          <section className={styles.section} id="questions" aria-labelledby="questions-title">
            <h2 id="questions-title">{m.shop_questions()}</h2>
            <ProductQuestions product={product._id} />
          </section>
          <p className={styles.all}>
            <Link to={localizePath(homePath)}>{m.shop_all_products()}</Link>
          </p>
        </div>
      </div>
    </div>
  )
}
