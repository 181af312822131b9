import { Button, Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { SheetImport } from '#console/kit/sheet-import/sheet-import.tsx'
import { useSheetImport } from '#console/kit/sheet-import/use-sheet-import.ts'
import { useMayWrite } from '#console/kit/use-rights.ts'
import { m } from '#messages/messages.js'
import { memberImport } from '../contract-import.ts'
import styles from './import-members.module.css'
import { client, resource } from './resource.tsx'

/** Imports members from a spreadsheet: first checked row by row, then created all together or not at all. */
export function ImportMembers() {
  const queries = useQueryClient()
  const mayWrite = useMayWrite(resource.access)
  const [opened, setOpened] = useState(false)
  const state = useSheetImport({
    check: async (call) => (await client.checkImport(call)).sheet,
    apply: (call) => client.import(call),
    onApplied: async ({ imported }) => {
      setOpened(false)
      showSuccess(m.users_import_said({ count: imported.toLocaleString() }))
      await queries.invalidateQueries({ queryKey: [resource.path] })
    },
  })
  const { checked } = state
  return (
    <>
      <Button leftSection={<Icon name="upload" />} onClick={() => setOpened(true)}>
        {m.users_import()}
      </Button>
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title={m.users_import_title()}
        size={800}
        closeButtonProps={{ 'aria-label': m.form_close() }}
      >
        <div className={styles.import}>
          <p>{m.users_import_text({ count: memberImport.maxRows.toLocaleString() })}</p>
          <SheetImport
            definition={memberImport}
            state={state}
            mayWrite={mayWrite}
            template={m.users_import()}
            summary={({ rows, faults }) =>
              faults.length > 0
                ? m.sheet_faults({ count: faults.length })
                : m.users_import_ready({ count: rows.toLocaleString() })
            }
          />
          {checked && checked.rows > 0 && checked.faults.length === 0 && (
            <div className={styles.foot}>
              <Button
                variant="filled"
                loading={state.isApplying}
                disabled={state.isChecking}
                onClick={() => state.apply()}
              >
                {m.users_import_do({ count: checked.rows.toLocaleString() })}
              </Button>
            </div>
          )}
        </div>
      </Modal>
    </>
  )
}
