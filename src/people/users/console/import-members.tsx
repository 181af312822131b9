import { Button, Modal } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { saveFile, toExcel } from '#console/kit/list/export/export-list.ts'
import { showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { SheetButton, sheetForm } from '#console/kit/parts/values/sheet-button.tsx'
import { m } from '#messages/messages.js'
import { refusalMessage } from '#session/error-message.ts'
import { maxImportedRows, type SheetColumn, sheetColumns } from '../rules.ts'
import styles from './import-members.module.css'
import { client, resource } from './resource.tsx'

const columnLabels: Record<SheetColumn, () => string> = {
  username: m.users_username,
  name: m.users_name,
  kind: m.users_kind,
  email: m.users_email,
  phone: m.users_phone,
  level: m.users_level,
  locale: m.users_locale,
  company: m.users_company,
  ceo: m.users_ceo,
  businessNumber: m.users_business_number,
  category: m.users_category,
  address: m.users_address,
}

const excelMime = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Downloads an empty sheet with headings and one example row. */
const downloadTemplate = async () => {
  const row: Record<SheetColumn, string> = {
    username: 'user01',
    name: m.users_import_sample(),
    kind: 'PERSON',
    email: 'user01@daecheong.example',
    phone: '010-0000-0000',
    level: 'member',
    locale: 'ko',
    company: '',
    ceo: '',
    businessNumber: '',
    category: '',
    address: '',
  }
  const sheet = {
    heads: sheetColumns.map((column) => columnLabels[column]()),
    rows: [sheetColumns.map((column) => row[column])],
  }
  saveFile(await toExcel(sheet, m.users_title()), `${m.users_import()}.xlsx`, excelMime)
}

/** Imports members from an Excel file: first checked row by row, then created all together or not at all. */
export function ImportMembers() {
  const queries = useQueryClient()
  const [opened, setOpened] = useState(false)
  const [file, setFile] = useState<File>()
  const check = useMutation({ mutationFn: (chosen: File) => client.checkImport({ form: sheetForm(chosen) }) })
  const importMutation = useMutation({
    mutationFn: (chosen: File) => client.import({ form: sheetForm(chosen) }),
    onSuccess: ({ imported }) => {
      showSuccess(m.users_import_said({ count: imported.toLocaleString() }))
      void queries.invalidateQueries({ queryKey: [resource.path] })
      close()
    },
  })
  const close = () => {
    setOpened(false)
    setFile(undefined)
    check.reset()
    importMutation.reset()
  }
  const chooseFile = (chosen: File) => {
    setFile(chosen)
    importMutation.reset()
    check.mutate(chosen)
  }
  const sheet = check.data?.sheet
  const faults = sheet?.faults ?? []
  const error = importMutation.error ?? check.error
  return (
    <>
      <Button leftSection={<Icon name="upload" />} onClick={() => setOpened(true)}>
        {m.users_import()}
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={m.users_import_title()}
        size={640}
        closeButtonProps={{ 'aria-label': m.form_close() }}
      >
        <div className={styles.import}>
          <p>{m.users_import_text({ count: maxImportedRows.toLocaleString() })}</p>
          <div className={styles.acts}>
            <SheetButton
              label={file ? m.users_import_another() : m.users_import_choose()}
              choose={chooseFile}
              loading={check.isPending}
              variant={sheet ? 'default' : 'filled'}
            />
            <Button variant="subtle" leftSection={<Icon name="download" />} onClick={() => void downloadTemplate()}>
              {m.users_import_template()}
            </Button>
          </div>
          <p role="status" className={styles.status}>
            {file && `${file.name} · `}
            {sheet &&
              (faults.length > 0
                ? m.users_import_faults({ count: faults.length.toLocaleString() })
                : m.users_import_ready({ count: sheet.rows.toLocaleString() }))}
          </p>
          {error && (
            <p role="alert" className={styles.wrong}>
              {refusalMessage(error)}
            </p>
          )}
          {faults.length > 0 && (
            // Focusable, so that it can be scrolled by keyboard.
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
            <section className={styles.faults} tabIndex={0} aria-label={m.users_import_list()}>
              <table>
                <thead>
                  <tr>
                    <th>{m.users_import_row()}</th>
                    <th>{m.users_import_column()}</th>
                    <th>{m.users_import_what()}</th>
                  </tr>
                </thead>
                <tbody>
                  {faults.map(({ row, column, message }) => (
                    <tr key={`${row} ${column} ${message}`}>
                      <td>{row}</td>
                      <td>{columnLabels[column]()}</td>
                      <td>{message}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
          )}
          {sheet && faults.length === 0 && file && (
            <div className={styles.foot}>
              <Button variant="filled" loading={importMutation.isPending} onClick={() => importMutation.mutate(file)}>
                {m.users_import_do({ count: sheet.rows.toLocaleString() })}
              </Button>
            </div>
          )}
        </div>
      </Modal>
    </>
  )
}
