import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Icon } from '#console/kit/parts/icon.tsx'
import { fullInstant } from '#console/kit/parts/seoul-time.ts'
import { board } from '#match/matchings/contract.ts'
import { m } from '#messages/messages.js'
import { clientOf } from '#session/session.ts'
import type { Fair } from '../contract.ts'
import type { Span } from '../rules.ts'
import styles from './falls.module.css'
import type { FairShape } from './resource.tsx'

const client = clientOf(board)

const isWhole = ({ startAt, endAt }: Partial<Span>) => !!startAt && !!endAt && startAt < endAt
const spans = (all: readonly Span[]) => all.filter(isWhole).map(({ startAt, endAt }) => ({ startAt, endAt }))

const layOf = ({ sessions, breaks, slotMinutes, tables, rooms }: FairShape) => ({
  sessions: spans(sessions),
  breaks: spans(breaks),
  slotMinutes,
  tables,
  rooms,
})

const words = { slot: m.fairs_falls_slot, place: m.fairs_falls_place, time: m.fairs_falls_slot }

/** Before a change of sessions, tables or rooms is saved: which meetings it leaves without a slot or a place. */
export function Falls({ values, fair }: { values: FairShape; fair: Fair }) {
  const [lay] = useDebouncedValue(layOf(values), 400)
  const { data } = useQuery({
    queryKey: [board.falls.path, fair._id, fair.updatedAt, lay],
    queryFn: ({ signal }) => client.falls({ params: { id: fair._id }, body: lay }, { signal }),
    retry: false,
    placeholderData: (before) => before,
  })
  const left = data ? data.total - data.meetings.length : 0
  return (
    <section className={styles.falls} aria-labelledby="fair-falls">
      <h2 id="fair-falls">{m.fairs_falls_title()}</h2>
      <p role="status" data-wrong={(data && data.total > 0) || undefined}>
        {!data || (data.total === 0 && data.offers === 0)
          ? m.fairs_falls_none()
          : m.fairs_falls_count({ meetings: data.total, offers: data.offers })}
      </p>
      {data && data.total > 0 && <p>{m.fairs_falls_text()}</p>}
      <ul>
        {data?.meetings.map(({ _id, seller, buyer, startAt, changed }) => (
          <li key={_id}>
            <Icon name="warning" />
            <span>
              <strong>
                {buyer} × {seller}
              </strong>
              {fullInstant(startAt)} · {words[changed]()}
            </span>
          </li>
        ))}
      </ul>
      {left > 0 && <p>{m.fairs_falls_more({ count: left })}</p>}
    </section>
  )
}
