import { useEffect, useState } from 'react'
import { m } from '#messages/messages.js'
import { afterLoad } from '#ui/later.ts'
import { grouped } from '#ui/number.ts'

interface ViewCountProps {
  /** Id of the post. */
  id: string
  /** The number when the page was made. */
  views: number
}

/**
 * How many have read it. The page is the same for everybody and may be old, so the look is told to the server when
 * everything else has loaded, and its answer is the present number. Nothing is shown of none.
 */
export function ViewCount({ id, views }: ViewCountProps) {
  const [counted, setCounted] = useState<{ id: string; views: number }>()
  useEffect(() => {
    const leaving = new AbortController()
    const callOff = afterLoad(0, async () => {
      try {
        const answer = await fetch(`/api/v1/boards/${id}/views`, { method: 'POST', signal: leaving.signal })
        if (answer.ok) setCounted({ id, ...((await answer.json()) as { views: number }) })
      } catch {
        // The number in the page stays.
      }
    })
    return () => {
      callOff()
      leaving.abort()
    }
  }, [id])
  const present = counted?.id === id ? counted.views : views
  if (present === 0) return null
  return <span>{m.reading_views({ count: grouped(present) })}</span>
}
