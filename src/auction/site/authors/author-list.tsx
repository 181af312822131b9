import { Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { readAllPages } from '#kit/read-all-pages.ts'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { m } from '#messages/messages.js'
import { Notice } from '#ui/feedback/notice.tsx'
import { foreignLang } from '#ui/format/language-attributes.ts'
import { linkCard, pageCard } from '../cards/social-card.ts'
import { createPageMeta } from '../layout/page-meta.ts'
import { auctionContext } from '../loader-context.ts'
import { AuctionCrumbs } from '../parts/auction-crumbs.tsx'
import { authorPath, homePath, localizePath } from '../paths.ts'
import styles from '../results/results.module.css'
import { formatLifeYears } from './life-years.ts'

export const handle: PageHandle = { hydrate: 'idle', cached: true }

const path = `${homePath}/authors`

export const loader = async ({ context }: LoaderFunctionArgs) => {
  const { api, origin, locale } = auctionContext(context)
  const { authors } = await readAllPages('authors', (query) => api.authors.published({ query }))
  return { origin, card: linkCard(pageCard(locale, 'authors')), authors }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData: page }) =>
  page
    ? createPageMeta({
        title: m.auction_menu_authors(),
        description: m.auction_authors_description(),
        origin: page.origin,
        to: path,
        card: page.card,
        about: { '@type': 'CollectionPage', name: m.auction_menu_authors() },
        crumbs: [{ title: m.auction_menu_authors() }],
      })
    : []

/** Artists whose works are or were auctioned, by name. */
export default function AuthorList() {
  const { authors } = useLoaderData<typeof loader>()
  return (
    <div className={styles.page}>
      <AuctionCrumbs crumbs={[{ title: m.auction_menu_authors() }]} />
      <h1 className={styles.title}>{m.auction_menu_authors()}</h1>
      {authors.length === 0 && <Notice title={m.auction_authors_none()} />}
      {authors.length > 0 && (
        <ul className={styles.authors}>
          {authors.map((author) => (
            <li key={author._id}>
              <Link to={localizePath(authorPath(author._id))} lang={foreignLang(author.lang)}>
                {author.name}
              </Link>
              <span>
                {[formatLifeYears(author), m.auction_works_count({ count: author.works })].filter(Boolean).join(' · ')}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
