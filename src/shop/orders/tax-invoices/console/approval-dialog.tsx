import { Button, Group, TextInput } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useState } from 'react'
import { m } from '#messages/messages.js'
import { InvoiceApproval } from '../contract.ts'

/** Opens a dialog for the National Tax Service approval number of an invoice; returns null if cancelled. */
export const promptApproval = (order: string, before: string): Promise<string | null> =>
  new Promise((resolve) => {
    const id = modals.open({
      title: m.orders_invoice_title({ number: order }),
      closeButtonProps: { 'aria-label': m.form_close() },
      onClose: () => resolve(null),
      children: (
        <ApprovalForm
          before={before}
          done={(approval) => {
            resolve(approval)
            modals.close(id)
          }}
        />
      ),
    })
  })

function ApprovalForm({ before, done }: { before: string; done: (approval: string | null) => void }) {
  const [text, setText] = useState(before)
  const [isAsking, setAsking] = useState(false)
  const read = InvoiceApproval.safeParse(text)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (read.success) done(read.data)
        else setAsking(true)
      }}
    >
      <TextInput
        data-autofocus
        label={m.orders_invoice_approval()}
        description={m.orders_invoice_approval_help()}
        maxLength={40}
        autoComplete="off"
        spellCheck={false}
        value={text}
        error={isAsking && !read.success && m.orders_field_approval()}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Group mt={16} justify="flex-end">
        <Button variant="default" onClick={() => done(null)}>
          {m.form_go_back()}
        </Button>
        <Button type="submit">{before ? m.orders_invoice_correct() : m.orders_invoice_issue()}</Button>
      </Group>
    </form>
  )
}
