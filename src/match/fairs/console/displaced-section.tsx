import { useQuery } from '@tanstack/react-query'
import { fairChanges } from '#match/matchings/fair-changes/contract.ts'
import { m } from '#messages/messages.js'
import { clientOf } from '#session/session.ts'
import type { Fair } from '../contract.ts'
import { describeNotification } from './confirm-notification.ts'
import { DisplacedList } from './displaced-list.tsx'
import styles from './displaced-section.module.css'
import type { FairShape } from './fair-resource.tsx'
import { pickChangedSetup, useDebouncedContent } from './fair-setup.ts'

const client = clientOf({ falls: fairChanges.falls, setBack: fairChanges.setBack })

/** Preview while editing: meetings that the change displaces, and participants to be notified. */
export function DisplacedSection({ values, fair }: { values: FairShape; fair: Fair }) {
  const setup = useDebouncedContent(pickChangedSetup(values))
  const { data, isError } = useQuery({
    queryKey: [fairChanges.falls.path, fair._id, fair.updatedAt, setup],
    queryFn: ({ signal }) => client.falls({ params: { id: fair._id }, body: setup }, { signal }),
    enabled: fairChanges.falls.body.safeParse(setup).success,
    retry: false,
    placeholderData: (before) => before,
  })
  const { phase, startsAt, endsAt } = values
  const schedule = useDebouncedContent({ phase, startsAt, endsAt })
  const { data: notice } = useQuery({
    queryKey: [fairChanges.setBack.path, fair._id, fair.updatedAt, schedule],
    queryFn: ({ signal }) => client.setBack({ params: { id: fair._id }, body: schedule }, { signal }),
    enabled: fairChanges.setBack.body.safeParse(schedule).success,
    retry: false,
    placeholderData: (before) => before,
  })
  const text = notice && describeNotification(notice)
  const isNone = data && data.total === 0 && data.offers === 0 && data.times === 0
  return (
    <section className={styles.section} aria-labelledby="fair-falls">
      <h2 id="fair-falls">{m.fairs_falls_title()}</h2>
      <p role="status" data-wrong={(data && data.total > 0) || isError || undefined}>
        {isError && m.fairs_falls_failed()}
        {!isError && isNone && !text && m.fairs_falls_none()}
        {!isError && data && !isNone && m.fairs_falls_count({ meetings: data.total })}
      </p>
      {data && !isNone && <DisplacedList displaced={data} />}
      {text && <p>{text}</p>}
    </section>
  )
}
