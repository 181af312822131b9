import { Button, FileButton, Table } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { useReload } from '#console/kit/list/state/use-reload.ts'
import { showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { Screen } from '#console/kit/screen/screen.tsx'
import { useMayWrite } from '#console/kit/use-rights.ts'
import { m } from '#messages/messages.js'
import { errorMessage } from '#session/error-message.ts'
import { type CheckedRow, maxImportRows } from '../contract.ts'
import styles from './programme-import.module.css'
import { client, resource } from './programme-resource.tsx'
import { readProgrammeSheet, type SheetRow } from './read-programme-sheet.ts'

const verdicts = {
  new: m.programmes_verdict_new,
  known: m.programmes_verdict_known,
  faulty: m.programmes_verdict_faulty,
} as const

const splitRows = (rows: readonly SheetRow[]): SheetRow[][] =>
  Array.from({ length: Math.ceil(rows.length / maxImportRows) }, (_, index) =>
    rows.slice(index * maxImportRows, (index + 1) * maxImportRows),
  )

/** Spreadsheet import: parsed in the browser, checked row by row on the server, and imported after a preview. */
export default function ProgrammeImport() {
  const reload = useReload(resource.path)
  const [rows, setRows] = useState<SheetRow[]>([])
  const [checked, setChecked] = useState<CheckedRow[]>([])
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)

  const run = async (action: () => Promise<void>) => {
    setBusy(true)
    setFault(undefined)
    try {
      await action()
    } catch (error) {
      setFault(errorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  const checkFile = (file: File | undefined) => {
    if (!file) return
    void run(async () => {
      const read = await readProgrammeSheet(file).catch(() => {
        throw new Error(m.programmes_sheet_broken())
      })
      if (read.length === 0) throw new Error(m.programmes_sheet_empty())
      const found: CheckedRow[] = []
      for (const part of splitRows(read)) found.push(...(await client.check({ body: { rows: part } })).rows)
      setRows(read)
      setChecked(found)
    })
  }
  const importRows = () =>
    run(async () => {
      let added = 0
      for (const part of splitRows(rows))
        added += (
          await client.import({ body: { rows: part } }, { headers: { 'idempotency-key': crypto.randomUUID() } })
        ).added
      await reload()
      showSuccess(m.programmes_said({ count: added }))
      setChecked(checked.map((row) => (row.verdict === 'new' ? { ...row, verdict: 'known' } : row)))
    })
  const mayWrite = useMayWrite(resource.access)
  const count = (verdict: CheckedRow['verdict']) => checked.filter((row) => row.verdict === verdict).length

  return (
    <Screen
      title={m.programmes_import()}
      before={
        <Button component={Link} to="/console/programmes" variant="subtle" leftSection={<Icon name="back" />}>
          {m.programmes_title()}
        </Button>
      }
      actions={
        count('new') > 0 && (
          <Button variant="filled" loading={busy} onClick={() => void importRows()}>
            {m.programmes_take({ count: count('new') })}
          </Button>
        )
      }
    >
      <div className={styles.work}>
        <p>{m.programmes_sheet_help()}</p>
        <FileButton accept=".xlsx" disabled={busy || !mayWrite} onChange={(file) => checkFile(file ?? undefined)}>
          {(props) => (
            <Button {...props} className={styles.file} disabled={busy || !mayWrite}>
              {m.programmes_sheet()}
            </Button>
          )}
        </FileButton>
        <p role="alert" className={styles.error}>
          {fault}
        </p>
        {checked.length > 0 && (
          <>
            <p role="status">
              {m.programmes_counts({ fresh: count('new'), known: count('known'), faulty: count('faulty') })}
            </p>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{m.programmes_line()}</Table.Th>
                  <Table.Th>{m.programmes_company()}</Table.Th>
                  <Table.Th>{m.programmes_number()}</Table.Th>
                  <Table.Th>{m.programmes_verdict()}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {checked.map((row, index) => (
                  <Table.Tr key={row.line}>
                    <Table.Td>{row.line}</Table.Td>
                    <Table.Td>{rows[index]?.company}</Table.Td>
                    <Table.Td>{rows[index]?.businessNumber}</Table.Td>
                    <Table.Td className={row.verdict === 'faulty' ? styles.error : undefined}>
                      {row.verdict === 'faulty' ? Object.values(row.faults).join(' · ') : verdicts[row.verdict]()}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </>
        )}
      </div>
    </Screen>
  )
}
