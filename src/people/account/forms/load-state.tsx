import { m } from '#messages/messages.js'
import { Button } from '#ui/controls/button.tsx'
import { Notice } from './notice.tsx'

/** Loading state of a part of the member area, or its error with a retry. */
export function LoadState({ error, reload }: { error: string | undefined; reload: () => void }) {
  if (!error) return <p role="status">{m.me_loading()}</p>
  return (
    <>
      <Notice wrong>{error}</Notice>
      <Button look="outline" onClick={reload}>
        {m.account_retry()}
      </Button>
    </>
  )
}
