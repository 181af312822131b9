import { Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { toSingleLine } from '#content/site/site-shell/page-head.ts'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { m } from '#messages/messages.js'
import { foreignLang } from '#ui/format/language-attributes.ts'
import { linkCard, recordCards } from '../cards/social-card.ts'
import { createPageMeta } from '../layout/page-meta.ts'
import { auctionContext } from '../loader-context.ts'
import { AuctionCrumbs } from '../parts/auction-crumbs.tsx'
import { auctionPath, localizePath, roomPath } from '../paths.ts'
import { AuctionHeader } from './auction-header.tsx'
import styles from './auction-page.module.css'
import { AuctionTerms } from './auction-terms.tsx'
import { describeAuctionState } from './describe-state.ts'
import { readWorks } from './read-works.ts'
import { WorksView } from './works-view.tsx'

export const handle: PageHandle = { hydrate: 'now', cached: true }

export const loader = async ({ context, params }: LoaderFunctionArgs) => {
  const { api, origin, locale } = auctionContext(context)
  const id = params.program ?? ''
  const [{ program }, works, { files }] = await Promise.all([
    api.programs.open({ params: { id } }),
    readWorks(api, { program: id }),
    api.files.published({ query: { program: id } }),
  ])
  return {
    origin,
    program,
    works,
    files,
    state: describeAuctionState(program, Date.now()),
    card: linkCard(recordCards.program(locale, program)),
  }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData: page }) => {
  if (!page) return []
  const { program } = page
  return createPageMeta({
    title: program.title,
    description: toSingleLine(
      `${program.summary} ${m.auction_program_description({ title: program.title, count: program.lots })}`,
    ),
    origin: page.origin,
    to: auctionPath(program._id),
    card: page.card,
    about: {
      '@type': 'SaleEvent',
      name: program.title,
      description: program.summary,
      startDate: program.startsAt,
      endDate: program.lastEnd,
      eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
      location: { '@type': 'VirtualLocation', url: page.origin + localizePath(auctionPath(program._id)) },
      organizer: { '@type': 'Organization', name: m.hall_house() },
    },
    crumbs: [{ title: program.title }],
  })
}

/** An auction: its works at one eye level, in the order of their ends. */
export default function AuctionPage() {
  const { program, works, files, state } = useLoaderData<typeof loader>()
  const lang = foreignLang(program.lang)
  return (
    <div className={styles.page}>
      <AuctionCrumbs crumbs={[{ title: program.title, lang }]} />
      {program.state === 'cancelled' ? (
        // Only works whose lots had ended by then still have a page; the results list them.
        <AuctionHeader program={program} files={files} state={state} />
      ) : (
        <WorksView program={program._id} works={works}>
          <AuctionHeader program={program} files={files} state={state} />
          {program.halls.length > 1 && (
            <nav className={styles.halls} aria-label={m.auction_halls()}>
              <ul>
                {program.halls.map((hall) => (
                  <li key={hall._id}>
                    <Link to={localizePath(roomPath(hall._id))}>
                      {hall.name} <small>{m.auction_works_count({ count: hall.works })}</small>
                    </Link>
                  </li>
                ))}
              </ul>
            </nav>
          )}
        </WorksView>
      )}
      <AuctionTerms program={program} />
    </div>
  )
}
