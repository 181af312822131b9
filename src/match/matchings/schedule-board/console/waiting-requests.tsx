import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { Icon } from '#console/kit/parts/icon.tsx'
import { m } from '#messages/messages.js'
import type { WaitingRequest } from '../contract.ts'
import { client, waitingKey } from './use-board.ts'
import styles from './waiting-requests.module.css'

const step = 8
const day = 86_400_000

const formatWaitingTime = (createdAt: string): string => {
  const days = Math.floor((Date.now() - Date.parse(createdAt)) / day)
  return days <= 0 ? m.board_today() : m.board_days({ days: days + 1 })
}

interface WaitingProps {
  fair: string
  mayWrite: boolean
  chosen: string | null
  onChoose(request: WaitingRequest): void
}

/** Requests without a time, longest waiting first; each can be placed on the board. */
export function WaitingRequests({ fair, mayWrite, chosen, onChoose }: WaitingProps) {
  const [limit, setLimit] = useState(step)
  const { data } = useQuery({
    queryKey: [...waitingKey(fair), limit],
    queryFn: ({ signal }) => client.waiting({ params: { id: fair }, query: { limit } }, { signal }),
    placeholderData: (before) => before,
  })
  const requests = data?.requests ?? []
  const left = Math.min(50, data?.total ?? 0) - requests.length
  return (
    <section className={styles.waiting} aria-labelledby="board-waiting">
      <h2 id="board-waiting">
        {m.board_waiting()} <span>{data?.total ?? ''}</span>
      </h2>
      {data && requests.length === 0 && <p>{m.board_waiting_none()}</p>}
      <ul>
        {requests.map((request) => (
          <li key={request._id} data-chosen={chosen === request._id || undefined}>
            <Link to={`/console/matchings/${request._id}`}>
              <strong>{request.seller}</strong> × {request.buyer}
            </Link>
            <span className={request.common === 0 ? styles.none : undefined}>
              {request.common === 0 && <Icon name="warning" />}
              {request.common === 0 ? m.board_common_none() : m.board_common({ count: request.common })} ·{' '}
              {formatWaitingTime(request.createdAt)}
            </span>
            {mayWrite && request.common > 0 && (
              <Button size="compact-sm" onClick={() => onChoose(request)}>
                {m.board_place()}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {left > 0 && (
        <Button fullWidth onClick={() => setLimit((before) => Math.min(50, before + step))}>
          {m.board_more({ count: left })}
        </Button>
      )}
    </section>
  )
}
