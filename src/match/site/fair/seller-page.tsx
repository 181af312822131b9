import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { toSingleLine } from '#content/site/site-shell/page-head.ts'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { categoryLabels } from '#match/participants/rules-labels.ts'
import { m } from '#messages/messages.js'
import { foreignLang, joinList } from '#ui/format/language-attributes.ts'
import { recordCards, toCardLink } from '../cards/match-card.ts'
import { buildPageHead } from '../layout/page-head.ts'
import { matchContext } from '../loader-context.ts'
import { CompanyHeader } from '../parts/company/company-header.tsx'
import { CompanyFacts, CompanyIntroduction } from '../parts/company/company-sections.tsx'
import { ProgrammeBadge } from '../parts/company/programme-badge.tsx'
import { ProductGrid } from '../parts/list/product-card.tsx'
import body from '../parts/page/page-body.module.css'
import { toProductView } from '../products/product-view.ts'
import { countryName, languageName } from '../text/field-labels.ts'
import { loadFair } from './fair-data.ts'
import { MeetingAction } from './meeting-action.tsx'

export const handle: PageHandle = { hydrate: 'idle', cached: true }

const maxProducts = 8

export const loader = async ({ context, params }: LoaderFunctionArgs) => {
  const { api, origin, locale } = matchContext(context)
  const id = params.fair ?? ''
  const seller = params.seller ?? ''
  const [{ fair }, { seller: found }, shown] = await Promise.all([
    loadFair(api, id),
    api.participants.seller({ params: { id, seller } }),
    api.products.inFair({ params: { id }, query: { seller, limit: maxProducts } }),
  ])
  const categories = joinList(found.categories.map((one) => categoryLabels[one]()))
  return {
    origin,
    fair,
    seller: {
      ...found,
      categories,
      country: countryName(found.country),
      languages: joinList(found.languages.map(languageName)),
    },
    products: shown.products.map((product) => toProductView(product, id)),
    total: shown.total,
    card: toCardLink(recordCards.seller(locale, found, fair, shown.products[0]?.picture ?? null)),
  }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData: page }) =>
  page
    ? buildPageHead({
        title: `${page.seller.name} · ${page.fair.title}`,
        description: toSingleLine(
          m.match_seller_description({
            name: page.seller.name,
            fair: page.fair.title,
            text: page.seller.introduction || page.seller.categories,
          }),
        ),
        origin: page.origin,
        to: `/match/fairs/${page.fair._id}/sellers/${page.seller._id}`,
        card: page.card,
        about: {
          '@type': 'Organization',
          name: page.seller.name,
          ...(page.seller.address && { address: page.seller.address }),
        },
        crumbs: [{ title: page.fair.title, to: `/match/fairs/${page.fair._id}` }, { title: page.seller.name }],
      })
    : []

/** Page of a seller in a fair: introduction and products. */
export default function SellerPage() {
  const { fair, seller, products, total } = useLoaderData<typeof loader>()
  return (
    <>
      <CompanyHeader
        side="seller"
        name={seller.name}
        crumbs={[
          { title: fair.title, to: `/match/fairs/${fair._id}`, lang: foreignLang(fair.lang) },
          { title: seller.name },
        ]}
        beside={seller.certificates
          .slice(0, 3)
          .map((certificate) => (
            <ProgrammeBadge key={`${certificate.programme} ${certificate.year}`} {...certificate} />
          ))}
        line={[seller.categories || seller.category, seller.country].filter(Boolean).join(' · ')}
      >
        <MeetingAction fair={fair} company={seller._id} side="buyer" />
      </CompanyHeader>
      <div className={body.columns}>
        <div className={body.main}>
          {products.length > 0 && (
            <section aria-labelledby="products">
              <h2 id="products" className={body.title}>
                {m.match_seller_products({ count: total })}
              </h2>
              <ProductGrid products={products} />
            </section>
          )}
          <CompanyFacts company={seller} category={seller.categories || seller.category} />
        </div>
        <aside className={body.aside}>
          <CompanyIntroduction text={seller.introduction} />
          <section className={body.box} aria-labelledby="here">
            <h2 id="here" className={body.boxTitle}>
              {m.match_seller_here()}
            </h2>
            <p className={body.quiet}>{m.match_seller_here_text({ minutes: fair.slotMinutes })}</p>
            <p className={body.quiet}>{fair.period}</p>
          </section>
        </aside>
      </div>
    </>
  )
}
