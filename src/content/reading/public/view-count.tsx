import { useEffect, useState } from 'react'
import { groupDigits } from '#kit/text/format-values.ts'
import { m } from '#messages/messages.js'
import { afterLoad } from '#ui/browser/run-later.ts'

interface ViewCountProps {
  /** Id of the post. */
  id: string
  /** Number of views when the page was rendered. */
  views: number
}

/**
 * Number of views. The page is shared and may come from the cache, so the view is posted after load, and the response
 * holds the current number. Zero is not shown.
 */
export function ViewCount({ id, views }: ViewCountProps) {
  const [counted, setCounted] = useState<{ id: string; views: number }>()
  useEffect(() => {
    const controller = new AbortController()
    const callOff = afterLoad(0, async () => {
      try {
        const answer = await fetch(`/api/v1/boards/${id}/views`, { method: 'POST', signal: controller.signal })
        if (answer.ok) setCounted({ id, ...((await answer.json()) as { views: number }) })
      } catch {
        // The rendered number stays.
      }
    })
    return () => {
      callOff()
      controller.abort()
    }
  }, [id])
  const present = counted?.id === id ? counted.views : views
  if (present === 0) return null
  return <span>{m.reading_views({ count: groupDigits(present) })}</span>
}
