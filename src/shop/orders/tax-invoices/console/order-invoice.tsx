import { Button } from '@mantine/core'
import { useState } from 'react'
import { useReload } from '#console/kit/list/state/use-reload.ts'
import { showError, showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { FactList } from '#console/kit/parts/fact-list.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { shortInstant } from '#console/kit/parts/time/seoul-time.ts'
import { useMayWrite } from '#console/kit/use-rights.ts'
import { formatBusinessNumber } from '#kit/text/business-number.ts'
import { m } from '#messages/messages.js'
import { refusalMessage } from '#session/error-message.ts'
import styles from '../../console/order-screen.module.css'
import { client, resource } from '../../console/resource.tsx'
import type { ConsoleOrder } from '../../contract-desk.ts'
import { formatApproval } from '../rules.ts'
import { promptApproval } from './approval-dialog.tsx'

/** Tax invoice of an order: its recipient and approval number. */
export function OrderInvoice({ order }: { order: ConsoleOrder }) {
  const invoice = order.taxInvoice
  const [busy, setBusy] = useState(false)
  const reload = useReload(resource.path)
  const mayWrite = useMayWrite('console:shop')
  if (!invoice) return null
  const isIssuable = order.paidAt !== null && order.state !== 'cancelled' && order.slip.total > order.refunded
  const issue = async () => {
    const approval = await promptApproval(order.number, formatApproval(invoice.approval))
    if (approval === null) return
    const { approval: _approval, issuedAt: _issuedAt, ...madeOutTo } = invoice
    setBusy(true)
    try {
      await client.issueInvoice({ params: { id: order._id }, body: { approval, before: invoice.approval, madeOutTo } })
      showSuccess(m.orders_invoice_said({ number: order.number }))
    } catch (error) {
      showError(refusalMessage(error))
    }
    setBusy(false)
    await reload()
  }
  const facts: [string, string][] = [
    [m.orders_invoice_company(), [invoice.company, formatBusinessNumber(invoice.businessNumber)].join(' · ')],
    [m.orders_invoice_ceo(), invoice.ceo],
    [m.orders_invoice_address(), invoice.address],
    [m.orders_invoice_kind(), [invoice.businessType, invoice.businessItem].filter(Boolean).join(' · ')],
    [m.orders_invoice_mail(), invoice.email],
    [
      m.orders_invoice_approval(),
      invoice.issuedAt
        ? `${formatApproval(invoice.approval)} · ${shortInstant(invoice.issuedAt)}`
        : m.orders_invoice_due(),
    ],
  ]
  return (
    <section className={styles.part}>
      <h2>{m.orders_invoice()}</h2>
      <FactList facts={facts} className={styles.facts} />
      {mayWrite && (isIssuable || invoice.issuedAt) && (
        <Button
          mt={12}
          variant="default"
          leftSection={<Icon name="check" />}
          disabled={busy}
          onClick={() => void issue()}
        >
          {invoice.issuedAt ? m.orders_invoice_correct() : m.orders_invoice_issue()}
        </Button>
      )}
    </section>
  )
}
