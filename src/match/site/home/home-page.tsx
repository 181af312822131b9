import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { m } from '#messages/messages.js'
import { linkTo, pageCard } from '../cards/match-card.ts'
import { fairView } from '../fairs/fair-view.ts'
import { home } from '../layout/match-paths.ts'
import { headOf, organisation } from '../layout/page-head.ts'
import { productView } from '../products/product-view.ts'
import { matchContext } from '../server/match-api.ts'
import { FairRows } from './fair-rows.tsx'
import { HallNow, hallView } from './hall-now.tsx'
import { HeatGrid, heatView } from './heat-grid.tsx'
import { Hero } from './home-hero.tsx'
import { Lane } from './meeting-steps.tsx'
import { ProductsSection } from './products-section.tsx'

export const handle: PageHandle = { home: 'match', wake: 'idle', cached: true }

const openPhases = ['ongoing', 'applying', 'recruiting']
const shownProducts = 8

export const loader = async ({ context }: LoaderFunctionArgs) => {
  const { api, origin, locale } = matchContext(context)
  const [{ fairs }, figures, all, award, rookie] = await Promise.all([
    api.fairs.published({ query: { limit: 20 } }),
    api.fairs.figures(),
    api.products.everyProduct({ query: { limit: shownProducts } }),
    api.products.everyProduct({ query: { limit: 1, certificate: 'award' } }),
    api.products.everyProduct({ query: { limit: 1, certificate: 'rookie' } }),
  ])
  const now = Date.now()
  const open = fairs
    .filter(({ phase }) => openPhases.includes(phase))
    .sort((a, b) => openPhases.indexOf(a.phase) - openPhases.indexOf(b.phase))
    .map((fair) => fairView(fair, now))
  return {
    origin,
    card: linkTo(pageCard(locale, 'home')),
    open,
    hall: hallView(figures.running),
    heat: heatView(figures.heat),
    meetings: figures.meetings,
    products: all.products.map((product) => productView(product)),
    counts: { all: all.total, award: award.total, rookie: rookie.total },
  }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData: page }) =>
  page
    ? headOf({
        title: m.match_home_title(),
        description: m.match_home_description(),
        origin: page.origin,
        to: home,
        card: page.card,
        about: { ...organisation(page.origin), description: m.match_home_description() },
      })
    : []

/** Home page: offer, current fairs, how it works, and selected products. */
export default function MatchHome() {
  const { open, hall, heat, meetings, products, counts } = useLoaderData<typeof loader>()
  return (
    <>
      <Hero>
        <HallNow hall={hall} next={open[0] ?? null} />
      </Hero>
      <FairRows fairs={open} />
      <Lane />
      {heat && <HeatGrid heat={heat} meetings={meetings} />}
      <ProductsSection products={products} counts={counts} />
    </>
  )
}
