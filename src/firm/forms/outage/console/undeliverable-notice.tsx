import { Link } from 'react-router'
import { Icon } from '#console/kit/parts/icon.tsx'
import { m } from '#messages/messages.js'
import { useUndeliverableCount } from '../../inbox/console/arrivals-watch.tsx'
import styles from './undeliverable-list.module.css'

/** Notice with a link if requests could not be stored; renders nothing otherwise. */
export function UndeliverableNotice() {
  const count = useUndeliverableCount()
  return (
    <span role="status">
      {count > 0 && (
        <Link className={styles.notice} to="/console/forms/kept">
          <Icon name="warning" />
          {m.forms_kept_notice({ count: count.toLocaleString() })} <strong>{m.forms_kept_look()}</strong>
        </Link>
      )}
    </span>
  )
}
