import { m } from '#messages/messages.js'
import { Button } from '#ui/controls/button.tsx'
import { Notice } from './notice.tsx'

/** What a part of the member area shows while its data loads, or after that failed. */
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
