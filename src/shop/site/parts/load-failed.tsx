import { m } from '#messages/messages.js'
import page from './page.module.css'

/** Notice with a retry button for a part of a page that failed to load; the rest of the page stays. */
export function LoadFailed({ why, onAgain }: { why: string; onAgain: () => void }) {
  return (
    <p role="alert" className={page.wrong}>
      {why}{' '}
      <button type="button" className={page.link} onClick={onAgain}>
        {m.shop_reload()}
      </button>
    </p>
  )
}

/** Fallback of a part whose code could not be loaded. */
export function PartFailed({ again }: { again: () => void }) {
  return <LoadFailed why={m.common_part_lost()} onAgain={again} />
}
