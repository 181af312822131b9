import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { m } from '#messages/messages.js'
import { pageCard, toCardLink } from '../cards/match-card.ts'
import { toFairView } from '../fairs/fair-view.ts'
import { matchHome } from '../layout/match-paths.ts'
import { buildPageHead, toOrganizationSchema } from '../layout/page-head.ts'
import { matchContext } from '../loader-context.ts'
import { toProductView } from '../products/product-view.ts'
import { FairRows } from './fair-rows.tsx'
import { HallNow, toHallView } from './hall-now.tsx'
import { HeatGrid, toHeatView } from './heat-grid.tsx'
import { HomeHero } from './home-hero.tsx'
import { MeetingSteps } from './meeting-steps.tsx'
import { ProductsSection } from './products-section.tsx'

export const handle: PageHandle = { home: 'match', hydrate: 'idle', cached: true }

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
    .map((fair) => toFairView(fair, now))
  return {
    origin,
    card: toCardLink(pageCard(locale, 'home')),
    open,
    hall: toHallView(figures.running),
    heat: toHeatView(figures.heat),
    meetings: figures.meetings,
    products: all.products.map((product) => toProductView(product)),
    counts: { all: all.total, award: award.total, rookie: rookie.total },
  }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData: page }) =>
  page
    ? buildPageHead({
        title: m.match_home_title(),
        description: m.match_home_description(),
        origin: page.origin,
        to: matchHome,
        card: page.card,
        about: { ...toOrganizationSchema(page.origin), description: m.match_home_description() },
      })
    : []

/** Home page: offer, current fairs, how it works, and selected products. */
export default function HomePage() {
  const { open, hall, heat, meetings, products, counts } = useLoaderData<typeof loader>()
  return (
    <>
      <HomeHero>
        <HallNow hall={hall} next={open[0] ?? null} />
      </HomeHero>
      <FairRows fairs={open} />
      <MeetingSteps />
      {heat && <HeatGrid heat={heat} meetings={meetings} />}
      <ProductsSection products={products} counts={counts} />
    </>
  )
}
