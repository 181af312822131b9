import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useLogNames } from '#console/kit/manifest/manifests-provider.tsx'
import { FailureNotice } from '#console/kit/screen/screen-notice.tsx'
import type { Media } from '#kit/files/contract.ts'
import { m } from '#messages/messages.js'
import styles from './media-facts.module.css'
import { ReplaceButton } from './replace-button.tsx'
import { usesQuery } from './uses-query.ts'

/** Records that use a file, with links. */
export function MediaUses({ medium }: { medium: Media }) {
  const { entityName } = useLogNames()
  const { data, error, refetch } = useQuery(usesQuery(medium._id))
  if (error && !data) return <FailureNotice error={error} onRetry={() => void refetch()} />
  return (
    <section className={styles.uses} aria-label={m.media_uses()} aria-busy={!data}>
      <h2>{m.media_uses()}</h2>
      {data && data.uses.length + data.others === 0 && <p>{m.media_uses_none()}</p>}
      <ul>
        {data?.uses.map(({ entity, title, to }, index) => (
          <li key={`${entity} ${to ?? index}`}>
            <span>{entityName(entity)}</span>{' '}
            {to ? <Link to={to}>{title ?? m.media_uses_open()}</Link> : (title ?? '–')}
          </li>
        ))}
      </ul>
      {data && data.others > 0 && <p>{m.media_uses_others({ count: data.others })}</p>}
      {data && <ReplaceButton medium={medium} foreseen={data.replacement} />}
    </section>
  )
}
