import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useLogNames } from '#console/kit/manifests.tsx'
import { FailedNotice } from '#console/kit/notice.tsx'
import { type Media, media } from '#kit/files/contract.ts'
import { m } from '#messages/messages.js'
import styles from './media-facts.module.css'
import { client } from './resource.tsx'

/** The records that name a file, each with the way to it. */
export function MediaUses({ medium: { _id } }: { medium: Media }) {
  const { entityName } = useLogNames()
  const { data, error, refetch } = useQuery({
    queryKey: [media.uses.path, _id],
    queryFn: ({ signal }) => client.uses({ params: { id: _id } }, { signal }),
  })
  if (error && !data) return <FailedNotice error={error} again={() => void refetch()} />
  return (
    <section className={styles.uses} aria-label={m.media_uses()} aria-busy={!data}>
      <h2>{m.media_uses()}</h2>
      {data && data.uses.length + data.others === 0 && <p>{m.media_uses_none()}</p>}
      <ul>
        {data?.uses.map(({ entity, title, to }, place) => (
          <li key={`${entity} ${to ?? place}`}>
            <span>{entityName(entity)}</span>{' '}
            {to ? <Link to={to}>{title ?? m.media_uses_open()}</Link> : (title ?? '–')}
          </li>
        ))}
      </ul>
      {data && data.others > 0 && <p>{m.media_uses_others({ count: data.others })}</p>}
    </section>
  )
}
