import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useReload } from '#console/kit/list/state/use-reload.ts'
import { BackLink } from '#console/kit/parts/back-link.tsx'
import { askReason } from '#console/kit/parts/dialogs/ask-reason.tsx'
import { showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { Screen } from '#console/kit/screen/screen.tsx'
import { SheetImport } from '#console/kit/sheet-import/sheet-import.tsx'
import { useSheetImport } from '#console/kit/sheet-import/use-sheet-import.ts'
import { useMayWrite } from '#console/kit/use-rights.ts'
import { CallRefused } from '#kit/client.ts'
import { m } from '#messages/messages.js'
import { refusalMessage } from '#session/error-message.ts'
import { downloadFile } from '#ui/browser/download-file.ts'
import { client, resource } from '../../console/resource.tsx'
import { shippingImport } from '../contract.ts'
import { maxShipped } from '../rules.ts'
import { carrierNames } from '../rules-carriers.ts'
import styles from './shipping-screen.module.css'

/** Returns what changed since the check, by row, from the field names of the refusal (`5.number`). */
const parseChangedRows = (error: Error | null): Map<number, string> =>
  error instanceof CallRefused && error.status === 409
    ? new Map(Object.entries(error.refusal.fields ?? {}).map(([path, words]) => [Number.parseInt(path, 10), words]))
    : new Map()

/** Rows whose orders changed since the check. */
function ChangedRows({ changed }: { changed: ReadonlyMap<number, string> }) {
  return (
    <>
      {m.orders_shipping_moved()}
      {[...changed].map(([row, words]) => (
        <span key={row} className={styles.changed}>
          {m.orders_shipping_changed({ row, text: words })}
        </span>
      ))}
    </>
  )
}

/** Ships orders by an Excel file: download, fill in, check row by row, then ship all or none. */
export default function OrderShipping() {
  const mayWrite = useMayWrite(resource.access)
  const reload = useReload(resource.path)
  const take = useMutation({
    mutationFn: (reason: string) => client.shippingSheet({ body: { reason } }),
    onSuccess: ({ url, orders, left }) => {
      if (orders === 0) return showSuccess(m.orders_shipping_none())
      downloadFile(url)
      showSuccess(
        left > 0 ? m.orders_shipping_taken_left({ count: orders, left }) : m.orders_shipping_taken({ count: orders }),
      )
    },
  })
  const state = useSheetImport({
    check: async (call) => (await client.checkShipping(call)).sheet,
    apply: (call) => client.applyShipping(call),
    onApplied: async ({ shipped }) => {
      showSuccess(m.orders_said_shipped({ count: shipped }))
      await reload()
    },
  })
  const ask = async () => {
    const reason = await askReason({
      title: m.orders_shipping_take_title(),
      text: m.orders_shipping_take_text(),
      label: m.orders_shipping_take(),
    })
    if (reason !== null) take.mutate(reason)
  }
  const { checked } = state
  const changed = parseChangedRows(state.applyError)

  return (
    <Screen
      title={m.orders_shipping()}
      before={<BackLink to="/console/shop/orders" label={m.orders_title()} />}
      actions={
        checked &&
        checked.rows > 0 &&
        checked.faults.length === 0 &&
        changed.size === 0 && (
          <Button variant="filled" loading={state.isApplying} disabled={state.isChecking} onClick={() => state.apply()}>
            {m.orders_shipping_do({ count: checked.rows })}
          </Button>
        )
      }
      hasNoMargin
    >
      <div className={styles.shipping}>
        <p>{m.orders_shipping_help({ most: maxShipped })}</p>
        <p>{m.orders_shipping_carriers({ names: carrierNames.join(', ') })}</p>
        <SheetImport
          definition={shippingImport}
          state={state}
          mayWrite={mayWrite}
          summary={({ rows, faults }) =>
            faults.length > 0 ? m.sheet_faults({ count: faults.length }) : m.orders_shipping_ready({ count: rows })
          }
          actions={
            <Button
              leftSection={<Icon name="download" />}
              loading={take.isPending}
              disabled={!mayWrite}
              onClick={() => void ask()}
            >
              {m.orders_shipping_take()}
            </Button>
          }
          applyError={changed.size > 0 && <ChangedRows changed={changed} />}
        />
        <p role="alert" className={styles.error}>
          {take.error && refusalMessage(take.error)}
        </p>
      </div>
    </Screen>
  )
}
