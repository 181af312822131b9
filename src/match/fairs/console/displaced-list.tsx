import { Icon } from '#console/kit/parts/icon.tsx'
import { fullInstant } from '#console/kit/parts/time/seoul-time.ts'
import type { DisplacedPreview } from '#match/matchings/fair-changes/contract.ts'
import { m } from '#messages/messages.js'

const reasonLabels = { slot: m.fairs_falls_slot, place: m.fairs_falls_place, time: m.fairs_falls_slot }
const placeText = (way: 'online' | 'offline', place: number): string =>
  way === 'online' ? m.fairs_falls_room({ place }) : m.fairs_falls_table({ place })

/** Everything that a changed setup displaces: meetings by name, offers and free times by count. */
export function DisplacedList({ displaced }: { displaced: DisplacedPreview }) {
  const { meetings, total, offers, times, buyers } = displaced
  const omitted = total - meetings.length
  return (
    <>
      {total > 0 && <p>{m.fairs_falls_text()}</p>}
      <ul>
        {meetings.map(({ _id, seller, buyer, startAt, way, place, changed }) => (
          <li key={_id}>
            <Icon name="warning" />
            <span>
              <strong>
                {buyer} × {seller}
              </strong>
              {fullInstant(startAt)} · {placeText(way, place)} · {reasonLabels[changed]()}
            </span>
          </li>
        ))}
      </ul>
      {omitted > 0 && <p>{m.fairs_falls_more({ count: omitted })}</p>}
      {offers > 0 && <p>{m.fairs_falls_offers({ count: offers })}</p>}
      {times > 0 && <p>{m.fairs_falls_times({ count: times, buyers })}</p>}
    </>
  )
}
