import { useQuery } from '@tanstack/react-query'
import { fairChanges } from '#match/matchings/fair-changes/contract.ts'
import { m } from '#messages/messages.js'
import { clientOf } from '#session/session.ts'
import type { Fair } from '../contract.ts'
import { notificationText } from './confirm-notification.ts'
import { DisplacedList } from './displaced-list.tsx'
import styles from './displaced-section.module.css'
import type { FairShape } from './fair-resource.tsx'
import { changedSetup, useDebouncedContent } from './fair-setup.ts'

const client = clientOf({ falls: fairChanges.falls, setBack: fairChanges.setBack })

/** Preview while editing: meetings that the change displaces, and participants to be notified. */
export function DisplacedSection({ values, fair }: { values: FairShape; fair: Fair }) {
  const lay = useDebouncedContent(changedSetup(values))
  const { data, isError } = useQuery({
    queryKey: [fairChanges.falls.path, fair._id, fair.updatedAt, lay],
    queryFn: ({ signal }) => client.falls({ params: { id: fair._id }, body: lay }, { signal }),
    enabled: fairChanges.falls.body.safeParse(lay).success,
    retry: false,
    placeholderData: (before) => before,
  })
  const { phase, startsAt, endsAt } = values
  const standing = useDebouncedContent({ phase, startsAt, endsAt })
  const { data: told } = useQuery({
    queryKey: [fairChanges.setBack.path, fair._id, fair.updatedAt, standing],
    queryFn: ({ signal }) => client.setBack({ params: { id: fair._id }, body: standing }, { signal }),
    enabled: fairChanges.setBack.body.safeParse(standing).success,
    retry: false,
    placeholderData: (before) => before,
  })
  const text = told && notificationText(told)
  const isNone = data && data.total === 0 && data.offers === 0 && data.times === 0
  return (
    <section className={styles.falls} aria-labelledby="fair-falls">
      <h2 id="fair-falls">{m.fairs_falls_title()}</h2>
      <p role="status" data-wrong={(data && data.total > 0) || isError || undefined}>
        {isError && m.fairs_falls_failed()}
        {!isError && isNone && !text && m.fairs_falls_none()}
        {!isError && data && !isNone && m.fairs_falls_count({ meetings: data.total })}
      </p>
      {data && !isNone && <DisplacedList falls={data} />}
      {text && <p>{text}</p>}
    </section>
  )
}
