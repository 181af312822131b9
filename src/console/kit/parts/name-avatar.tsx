import clsx from 'clsx'
import styles from './name-avatar.module.css'

/** Avatar in the form of a seal: the surname in serif on a square. `isOwn` marks the current user, in ink. */
export function NameAvatar({ name, isOwn, size = 24 }: { name: string; isOwn?: boolean; size?: 20 | 24 | 32 | 40 }) {
  return (
    <span className={clsx(styles.seal, isOwn && styles.own)} data-size={size} aria-hidden="true">
      {[...name.trim()][0] ?? '–'}
    </span>
  )
}
