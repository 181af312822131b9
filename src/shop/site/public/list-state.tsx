import { m } from '#messages/messages.js'
import { Notice } from '#people/account/forms/notice.tsx'
import { Button } from '#ui/controls/button.tsx'

/** Loading or error state of a list of the member. */
export function ListState({ error, reload }: { error: string | undefined; reload: () => void }) {
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
