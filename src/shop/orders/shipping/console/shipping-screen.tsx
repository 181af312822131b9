import { Button, Table } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useReload } from '#console/kit/list/state/use-reload.ts'
import { BackLink } from '#console/kit/parts/back-link.tsx'
import { askReason } from '#console/kit/parts/dialogs/ask-reason.tsx'
import { showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { SheetButton, sheetForm } from '#console/kit/parts/values/sheet-button.tsx'
import { Screen } from '#console/kit/screen/screen.tsx'
import { useMayWrite } from '#console/kit/use-rights.ts'
import { CallRefused } from '#kit/client.ts'
import { m } from '#messages/messages.js'
import { refusalMessage } from '#session/error-message.ts'
import { downloadFile } from '#ui/browser/download-file.ts'
import { client, resource } from '../../console/resource.tsx'
import type { ShippingRow } from '../contract.ts'
import { maxShipped } from '../rules.ts'
import { carrierNames } from '../rules-carriers.ts'
import styles from './shipping-screen.module.css'

/** Returns what changed since the check, by row, from the field names of the refusal (`5.number`). */
const parseChangedRows = (error: Error | null): Map<number, string> =>
  error instanceof CallRefused && error.status === 409
    ? new Map(Object.entries(error.refusal.fields ?? {}).map(([path, words]) => [Number.parseInt(path, 10), words]))
    : new Map()

const faultsOf = ({ row, faults }: ShippingRow, changed: ReadonlyMap<number, string>): string[] => [
  ...new Set([...faults.map(({ message }) => message), ...(changed.has(row) ? [changed.get(row) ?? ''] : [])]),
]

/** Rows of the uploaded sheet, each with its errors. */
function Rows({ rows, changed }: { rows: readonly ShippingRow[]; changed: ReadonlyMap<number, string> }) {
  return (
    // The region can also be scrolled with the keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable
    <section className={styles.rows} tabIndex={0} aria-label={m.orders_shipping_list()}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{m.orders_shipping_row()}</Table.Th>
            <Table.Th>{m.orders_shipping_number()}</Table.Th>
            <Table.Th>{m.orders_shipping_name()}</Table.Th>
            <Table.Th>{m.orders_carrier()}</Table.Th>
            <Table.Th>{m.orders_tracking()}</Table.Th>
            <Table.Th>{m.orders_shipping_result()}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((one) => {
            const faults = faultsOf(one, changed)
            return (
              <Table.Tr key={one.row}>
                <Table.Td>{one.row}</Table.Td>
                <Table.Td>{one.number}</Table.Td>
                <Table.Td>{one.name}</Table.Td>
                <Table.Td>{one.carrier}</Table.Td>
                <Table.Td>{one.tracking}</Table.Td>
                <Table.Td className={faults.length > 0 ? styles.error : undefined}>
                  {faults.length > 0 ? faults.join(' · ') : m.orders_shipping_fine()}
                </Table.Td>
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
    </section>
  )
}

/** Ships orders by an Excel file: download, fill in, check row by row, then ship all or none. */
export default function OrderShipping() {
  const mayWrite = useMayWrite(resource.access)
  const reload = useReload(resource.path)
  const [file, setFile] = useState<File>()
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
  const check = useMutation({ mutationFn: (chosen: File) => client.checkShipping({ form: sheetForm(chosen) }) })
  const apply = useMutation({
    mutationFn: (chosen: File) => client.applyShipping({ form: sheetForm(chosen) }),
    onSuccess: async ({ shipped }) => {
      showSuccess(m.orders_said_shipped({ count: shipped }))
      setFile(undefined)
      check.reset()
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
  const choose = (chosen: File) => {
    setFile(chosen)
    apply.reset()
    check.mutate(chosen)
  }
  const rows = check.data?.sheet.rows ?? []
  const changed = parseChangedRows(apply.error)
  const faultyCount = rows.filter((row) => faultsOf(row, changed).length > 0).length
  const error = take.error ?? check.error ?? apply.error

  return (
    <Screen
      title={m.orders_shipping()}
      before={<BackLink to="/console/shop/orders" label={m.orders_title()} />}
      actions={
        file &&
        rows.length > 0 &&
        faultyCount === 0 && (
          <Button variant="filled" loading={apply.isPending} onClick={() => apply.mutate(file)}>
            {m.orders_shipping_do({ count: rows.length })}
          </Button>
        )
      }
      hasNoMargin
    >
      <div className={styles.shipping}>
        <p>{m.orders_shipping_help({ most: maxShipped })}</p>
        <p>{m.orders_shipping_carriers({ names: carrierNames.join(', ') })}</p>
        <div className={styles.actions}>
          <Button
            leftSection={<Icon name="download" />}
            loading={take.isPending}
            disabled={!mayWrite}
            onClick={() => void ask()}
          >
            {m.orders_shipping_take()}
          </Button>
          <SheetButton
            label={file ? m.orders_shipping_another() : m.orders_shipping_choose()}
            choose={choose}
            loading={check.isPending}
            disabled={!mayWrite || apply.isPending}
          />
        </div>
        <p role="status">
          {file && rows.length > 0 && `${file.name} · `}
          {rows.length > 0 &&
            (faultyCount > 0
              ? m.orders_shipping_faults({ count: faultyCount })
              : m.orders_shipping_ready({ count: rows.length }))}
        </p>
        <p role="alert" className={styles.error}>
          {changed.size > 0 ? m.orders_shipping_moved() : error && refusalMessage(error)}
        </p>
        {rows.length > 0 && <Rows rows={rows} changed={changed} />}
      </div>
    </Screen>
  )
}
