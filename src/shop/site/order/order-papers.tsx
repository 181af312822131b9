import { useState } from 'react'
import { paperNames } from '#platform/papers/public/document-labels.ts'
import { errorMessage } from '#session/error-message.ts'
import type { Order } from '#shop/orders/contract-records.ts'
import { downloadFile } from '#ui/browser/download-file.ts'
import { Button } from '#ui/controls/button.tsx'
import type { OrderDocument } from '../../orders/rules.ts'
import page from '../parts/page.module.css'

/** Documents of an order; a receipt exists once it is paid. */
export function OrderDocuments({ order }: { order: Order }) {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const fetchPaper = async (kind: OrderDocument) => {
    setBusy(true)
    setError('')
    try {
      const { readDocumentUrl } = await import('./order-requests.ts')
      downloadFile(await readDocumentUrl(order, kind))
    } catch (failed) {
      setError(errorMessage(failed))
    }
    setBusy(false)
  }
  const hasReceipt = order.paidAt !== null && order.state !== 'cancelled'
  return (
    <>
      <div className={page.actions}>
        {hasReceipt && (
          <Button low look="outline" busy={isBusy} onClick={() => void fetchPaper('receipt')}>
            {paperNames.receipt()}
          </Button>
        )}
        <Button low look="outline" busy={isBusy} onClick={() => void fetchPaper('statement')}>
          {paperNames.statement()}
        </Button>
      </div>
      {error && (
        <p role="alert" className={page.error}>
          {error}
        </p>
      )}
    </>
  )
}
