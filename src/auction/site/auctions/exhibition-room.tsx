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
import { describeAuctionState } from './describe-state.ts'
import { readWorks } from './read-works.ts'
import { WorksView } from './works-view.tsx'

export const handle: PageHandle = { hydrate: 'now', cached: true }

export const loader = async ({ context, params }: LoaderFunctionArgs) => {
  const { api, origin, locale } = auctionContext(context)
  const { hall, program } = await api.programs.hall({ params: { hall: params.hall ?? '' } })
  const [works, { files }] = await Promise.all([
    readWorks(api, { hall: hall._id }),
    api.files.published({ query: { program: program._id } }),
  ])
  return {
    origin,
    hall,
    program,
    works,
    files,
    state: describeAuctionState(program, Date.now()),
    card: linkCard(recordCards.program(locale, program)),
  }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData: page }) =>
  page
    ? createPageMeta({
        title: `${page.hall.name} · ${page.program.title}`,
        description: toSingleLine(
          `${m.auction_program_description({ title: `${page.program.title} · ${page.hall.name}`, count: page.hall.works })} ${page.hall.address}`,
        ),
        origin: page.origin,
        to: roomPath(page.hall._id),
        card: page.card,
        about: { '@type': 'CollectionPage', name: `${page.program.title}, ${page.hall.name}` },
        crumbs: [
          { title: page.program.title, to: auctionPath(page.program._id), lang: foreignLang(page.program.lang) },
          { title: page.hall.name },
        ],
      })
    : []

/** An exhibition room of an auction with its works. */
export default function ExhibitionRoomPage() {
  const { hall, program, works, files, state } = useLoaderData<typeof loader>()
  return (
    <div className={styles.page}>
      <AuctionCrumbs
        crumbs={[
          { title: program.title, to: auctionPath(program._id), lang: foreignLang(program.lang) },
          { title: hall.name },
        ]}
      />
      <WorksView program={program._id} works={works}>
        <AuctionHeader program={program} files={files} state={state} hall={hall} />
        {program.halls.length > 1 && (
          <nav className={styles.halls} aria-label={m.auction_halls()}>
            <ul>
              {program.halls.map((one) => (
                <li key={one._id}>
                  <Link to={localizePath(roomPath(one._id))} aria-current={one._id === hall._id ? 'page' : undefined}>
                    {one.name} <small>{m.auction_works_count({ count: one.works })}</small>
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </WorksView>
    </div>
  )
}
