import { m } from '#messages/messages.js'
import page from './page.module.css'

/** Why something of a page could not be loaded, with the way to ask for it again; the rest of the page stays. */
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

/** In place of a part of a page that could not be fetched. */
export function PartLost({ again }: { again: () => void }) {
  return <LoadFailed why={m.common_part_lost()} onAgain={again} />
}
