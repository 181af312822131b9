import { Button, Modal, TextInput } from '@mantine/core'
import { useState } from 'react'
import { whyOf } from '#auction/programs/console/resource.tsx'
import { sayDone } from '#console/kit/parts/toast.tsx'
import { m } from '#messages/messages.js'
import { clientOf } from '#session/session.ts'
import { sales } from '../contract.ts'

const client = clientOf(sales)

/** At the desk: a reader of QR codes types the code of the buyer's ticket into the field, and Enter. */
export function CollectForm({ done }: { done: () => void }) {
  const [isOpen, open] = useState(false)
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [busy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    setWrong(undefined)
    try {
      const { sale } = await client.collect({ body: { code } })
      sayDone(m.sales_said_collected({ number: sale.number }))
      setCode('')
      done()
    } catch (error) {
      setWrong(whyOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button variant="subtle" onClick={() => open(true)}>
        {m.sales_collect()}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => open(false)}
        title={m.sales_collect()}
        closeButtonProps={{ 'aria-label': m.form_close() }}
      >
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void send()
          }}
        >
          <TextInput
            data-autofocus
            label={m.sales_code()}
            description={m.sales_code_help()}
            value={code}
            error={wrong}
            onChange={({ currentTarget }) => setCode(currentTarget.value)}
          />
          <Button type="submit" mt={12} loading={busy} disabled={code.trim() === ''}>
            {m.sales_collect_confirm()}
          </Button>
        </form>
      </Modal>
    </>
  )
}
