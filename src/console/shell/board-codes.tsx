import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { Link, useLocation } from 'react-router'
import { boards } from '#content/boards/contract.ts'
import { textIn } from '#kit/i18n.ts'
import { getLocale } from '#messages/runtime.js'
import { clientOf } from '#session/session.ts'
import styles from './pane.module.css'

const client = clientOf(boards)

export const boardsPath = '/console/boards'

/** The boards under 'posts', each with how many posts it holds. */
export function BoardCodes({ onNavigate }: { onNavigate?: (() => void) | undefined }) {
  const { pathname, search } = useLocation()
  const { data } = useQuery({
    queryKey: ['boards', 'codes'],
    queryFn: ({ signal }) => client.codes(undefined, { signal }),
    staleTime: 60_000,
  })
  const chosen = pathname === boardsPath ? new URLSearchParams(search).get('code') : null
  if (!data || data.codes.length === 0) return null
  return (
    <ul>
      {data.codes.map(({ code, title, posts }) => (
        <li key={code}>
          <Link
            className={clsx(styles.place, styles.nested, chosen === code && styles.open)}
            to={`${boardsPath}?code=${encodeURIComponent(code)}`}
            aria-current={chosen === code ? 'page' : undefined}
            onClick={onNavigate}
          >
            <span>{textIn(getLocale(), title)}</span>
            <span className={styles.count}>{posts.toLocaleString()}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
