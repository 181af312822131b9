import { m } from '#messages/messages.js'
import page from './page.module.css'

/** Notice with a retry button for a part of a page that failed to load; the rest of the page stays. */
export function LoadFailed({ reason, onAgain }: { reason: string; onAgain: () => void }) {
  return (
    <p role="alert" className={page.error}>
      {reason}{' '}
      <button type="button" className={page.link} onClick={onAgain}>
        {m.shop_reload()}
      </button>
    </p>
  )
}

/** Fallback of a part whose code could not be loaded. */
export function PartFailed({ onRetry }: { onRetry: () => void }) {
  return <LoadFailed reason={m.common_part_lost()} onAgain={onRetry} />
}
