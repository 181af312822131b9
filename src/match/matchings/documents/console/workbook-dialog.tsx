import { Button } from '@mantine/core'
import { askReason } from '#console/kit/parts/dialogs/ask-reason.tsx'
import { showError } from '#console/kit/parts/dialogs/show-toast.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { m } from '#messages/messages.js'
import { clientOf } from '#session/session.ts'
import { downloadFile } from '#ui/browser/download-file.ts'
import { matchings } from '../../contract.ts'

const client = clientOf(matchings)

/** Downloads all data of the fair as one workbook. Asks for a reason, because it contains contact data. */
export function WorkbookDialog({ fair }: { fair: string }) {
  const take = async () => {
    const reason = await askReason({
      title: m.workbook_take(),
      text: m.workbook_ask(),
      label: m.workbook_take(),
    })
    if (reason === null) return
    try {
      downloadFile((await client.workbook({ params: { id: fair }, body: { reason } })).url)
    } catch (failed) {
      showError(failed)
    }
  }
  return (
    <Button leftSection={<Icon name="download" />} onClick={() => void take()}>
      {m.workbook_take()}
    </Button>
  )
}
