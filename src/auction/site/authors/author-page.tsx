import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { toSingleLine } from '#content/site/site-shell/page-head.ts'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { m } from '#messages/messages.js'
import { foreignLang } from '#ui/format/language-attributes.ts'
import { readWorks } from '../auctions/read-works.ts'
import { linkCard, recordCards } from '../cards/social-card.ts'
import { createPageMeta } from '../layout/page-meta.ts'
import { auctionContext } from '../loader-context.ts'
import { AuctionCrumbs } from '../parts/auction-crumbs.tsx'
import { authorPath, homePath } from '../paths.ts'
import styles from '../results/results.module.css'
import { AuthorWorks } from './author-works.tsx'
import { formatLifeYears } from './life-years.ts'

export const handle: PageHandle = { hydrate: 'idle', cached: true }

export const loader = async ({ context, params }: LoaderFunctionArgs) => {
  const { api, origin, locale } = auctionContext(context)
  const id = params.author ?? ''
  const { author } = await api.authors.open({ params: { id } })
  const works = await readWorks(api, { author: id })
  return { origin, author, works, card: linkCard(recordCards.author(locale, author)) }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData: page }) => {
  if (!page) return []
  const { author } = page
  return createPageMeta({
    title: author.name,
    description: toSingleLine(author.biography || m.auction_author_description({ name: author.name })),
    origin: page.origin,
    to: authorPath(author._id),
    card: page.card,
    about: {
      '@type': 'Person',
      name: author.name,
      ...(author.born !== null && { birthDate: String(author.born) }),
      ...(author.died !== null && { deathDate: String(author.died) }),
      ...(author.biography && { description: author.biography }),
    },
    crumbs: [{ title: m.auction_menu_authors(), to: `${homePath}/authors` }, { title: author.name }],
  })
}

/** An artist, with their works at one scale. */
export default function AuthorPage() {
  const { author, works } = useLoaderData<typeof loader>()
  const lang = foreignLang(author.lang)
  return (
    <div className={styles.page}>
      <AuctionCrumbs
        crumbs={[
          { title: m.auction_menu_authors(), to: `${homePath}/authors` },
          { title: author.name, lang },
        ]}
      />
      <h1 className={styles.authorTitle} lang={lang}>
        {author.name}
        <small>{formatLifeYears(author)}</small>
      </h1>
      {author.biography && (
        <p className={styles.biography} lang={lang}>
          {author.biography}
        </p>
      )}
      <AuthorWorks works={works} />
    </div>
  )
}
