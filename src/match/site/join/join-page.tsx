import { Link, type LoaderFunctionArgs, type MetaFunction } from 'react-router'
import { localizePath } from '#content/site/localize-path.ts'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { m } from '#messages/messages.js'
import { Icon } from '#ui/controls/icon.tsx'
import { TextLink } from '#ui/controls/text-link.tsx'
import { pageCard, toCardLink } from '../cards/match-card.ts'
import { buildPageHead } from '../layout/page-head.ts'
import { matchContext } from '../loader-context.ts'
import { PageHeader } from '../parts/page/page-header.tsx'
import { bindUnits } from '../text/bind-units.ts'
import styles from './join-page.module.css'

export const handle: PageHandle = { hydrate: 'idle', cached: true }

export const loader = ({ context }: LoaderFunctionArgs) => {
  const { origin, locale } = matchContext(context)
  return { origin, card: toCardLink(pageCard(locale, 'join')) }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData: page }) =>
  page
    ? buildPageHead({
        title: m.match_join(),
        description: m.match_join_description(),
        origin: page.origin,
        to: '/match/join',
        card: page.card,
        crumbs: [{ title: m.match_join() }],
      })
    : []

/** Choice between joining as a seller or as a buyer. */
export default function JoinPage() {
  const doors = [
    { side: 'seller', title: m.match_join_seller(), text: m.match_door_seller(), manual: m.match_manual_seller() },
    { side: 'buyer', title: m.match_join_buyer(), text: m.match_door_buyer(), manual: m.match_manual_buyer() },
  ] as const
  return (
    <>
      <PageHeader title={m.match_join()} lead={m.match_join_lead()} />
      <ul className={styles.doors}>
        {doors.map(({ side, title, text, manual }) => (
          <li key={side} className={styles.door} data-side={side}>
            <h2>
              <Link to={localizePath(`/match/join/${side}`)}>
                {title}
                <Icon name="arrow-right" />
              </Link>
            </h2>
            <p>{bindUnits(text)}</p>
            <p className={styles.manual}>
              <TextLink to={localizePath(`/match/manual/${side}`)}>{manual}</TextLink>
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}
