import { Link, useSearchParams } from 'react-router'
import { m } from '#messages/messages.js'
import { here } from '#people/account/frame.tsx'
import { Notice } from '#people/account/notice.tsx'
import parts from '#people/account/parts.module.css'
import { useLoaded } from '#people/account/use-loaded.ts'
import { useLiveEvents } from '#session/events.ts'
import { clientOf } from '#session/session.ts'
import { Button } from '#ui/button.tsx'
import { matchings } from '../contract.ts'
import { AskSeller } from './ask-seller.tsx'
import { askedIn } from './asking.ts'
import { stateWords } from './words.ts'
import { spanText } from './zones.ts'

const client = clientOf(matchings)
const load = () => client.mine({ query: { limit: 100 } })
type Line = Awaited<ReturnType<typeof load>>['matchings'][number]

const groups: readonly { key: string; title: () => string; has: (line: Line) => boolean }[] = [
  { key: 'mine', title: m.matchings_group_mine, has: ({ turn, side }) => turn === side },
  { key: 'theirs', title: m.matchings_group_theirs, has: ({ turn, side }) => turn !== null && turn !== side },
  { key: 'confirmed', title: m.matchings_group_confirmed, has: ({ state }) => state === 'confirmed' },
  {
    key: 'ended',
    title: m.matchings_group_ended,
    has: ({ state }) => ['held', 'no_show', 'declined', 'cancelled'].includes(state),
  },
]

/** The own matchings, by whose turn it is. */
export default function MyMatchings() {
  const { value, error, reload } = useLoaded(load)
  useLiveEvents('matchings', reload)
  const [search] = useSearchParams()
  const asked = askedIn(search)
  const lines = value?.matchings ?? []
  return (
    <>
      <h1 className={parts.title}>{m.matchings_me()}</h1>
      {asked && <AskSeller key={`${asked.fair} ${asked.seller}`} asked={asked} />}
      {error && !value && (
        <>
          <Notice wrong>{error}</Notice>
          <Button look="outline" onClick={reload}>
            {m.account_retry()}
          </Button>
        </>
      )}
      {!value && !error && <p role="status">{m.me_loading()}</p>}
      {value && lines.length === 0 && !asked && (
        <section className={parts.part}>
          <p>{m.matchings_none()}</p>
          <Link className={parts.link} to={here('/me/fairs')}>
            {m.matchings_me_fairs()}
          </Link>
        </section>
      )}
      {groups.map(({ key, title, has }) => {
        const found = lines.filter(has)
        if (found.length === 0) return null
        return (
          <section key={key} className={parts.part}>
            <h2 className={parts.section}>
              {title()} {found.length}
            </h2>
            <ul className={parts.rows}>
              {found.map((line) => {
                const [own, other] = line.side === 'seller' ? [line.seller, line.buyer] : [line.buyer, line.seller]
                return (
                  <li key={line._id} className={parts.row}>
                    <span className={parts.rowText}>
                      <Link className={parts.link} to={here(`/me/matchings/${line._id}`)}>
                        {other.name}
                      </Link>
                      <br />
                      <span className={parts.meta}>
                        {line.fair.title}
                        {line.meeting && ` · ${spanText(line.meeting, own.timeZone)}`}
                        {line.heldUntil &&
                          ` · ${m.matchings_until({ time: spanText({ startAt: line.heldUntil, endAt: line.heldUntil }, own.timeZone).split('–')[0] ?? '' })}`}
                      </span>
                    </span>
                    <span className={parts.meta}>{stateWords[line.state]()}</span>
                  </li>
                )
              })}
            </ul>
          </section>
        )
      })}
    </>
  )
}
