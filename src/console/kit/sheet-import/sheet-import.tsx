import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { workbookType } from '#kit/files/file-types.ts'
import type { CheckedSheet } from '#kit/spreadsheet/import-contract.ts'
import { type ImportDefinition, templateOf } from '#kit/spreadsheet/import-definition.ts'
import { m } from '#messages/messages.js'
import { refusalMessage } from '#session/error-message.ts'
import { saveFile, toExcel } from '../list/export/export-list.ts'
import { showError } from '../parts/dialogs/show-toast.tsx'
import { Icon } from '../parts/icon.tsx'
import { SheetButton } from '../parts/values/sheet-button.tsx'
import { LayoutForm } from './layout-form.tsx'
import styles from './sheet-import.module.css'
import { FaultTable, PreviewTable } from './sheet-tables.tsx'
import type { SheetImportState } from './use-sheet-import.ts'

interface SheetImportProps<Checked extends CheckedSheet> {
  definition: ImportDefinition<string>
  state: SheetImportState<Checked>
  mayWrite: boolean
  /** Name of the template file; without it, no template is offered. */
  template?: string
  /** True if the file cannot be chosen yet. */
  isDisabled?: boolean
  /** Message about the result of the check. */
  summary: (checked: Checked) => string
  /** Further buttons beside the file button. */
  actions?: ReactNode
  /** Replaces the message of a refused import. */
  applyError?: ReactNode
  /** Replaces the table of the first rows. */
  preview?: (checked: Checked) => ReactNode
}

/**
 * Chooses a spreadsheet, shows where its table was found and how its columns are read, its faults and first rows. The
 * screen has the button that imports it.
 */
export function SheetImport<Checked extends CheckedSheet>({
  definition,
  state,
  mayWrite,
  template,
  isDisabled = false,
  summary,
  actions,
  applyError,
  preview,
}: SheetImportProps<Checked>) {
  const { file, checked, isChecking, isApplying } = state
  const error = state.checkError ?? state.applyError
  const saveTemplate = async (name: string) => {
    try {
      saveFile(await toExcel(templateOf(definition), name), `${name}.xlsx`, workbookType)
    } catch (failure) {
      showError(refusalMessage(failure))
    }
  }
  return (
    <div className={styles.import}>
      <div className={styles.actions}>
        {actions}
        <SheetButton
          label={file ? m.sheet_another() : m.sheet_choose()}
          choose={state.chooseFile}
          loading={isChecking}
          disabled={!mayWrite || isDisabled || isApplying}
        />
        {template !== undefined && (
          <Button variant="subtle" leftSection={<Icon name="download" />} onClick={() => void saveTemplate(template)}>
            {m.sheet_template()}
          </Button>
        )}
      </div>
      <p className={styles.help}>{mayWrite ? m.sheet_formats() : m.form_read_only()}</p>
      <p role="status" className={styles.status}>
        {file?.name}
        {isChecking && ` · ${m.sheet_checking()}`}
        {checked && !isChecking && checked.layout.notice === null && ` · ${summary(checked)}`}
      </p>
      <p role="alert" className={styles.error}>
        {error ? (state.applyError && applyError) || refusalMessage(error) : !isChecking && checked?.layout.notice}
      </p>
      {checked && (
        <>
          <LayoutForm
            layout={checked.layout}
            definition={definition}
            isDisabled={isChecking || isApplying}
            choose={state.choose}
          />
          {checked.faults.length > 0 && (
            <section className={styles.part}>
              <h2>{m.sheet_faults_title()}</h2>
              <FaultTable checked={checked} definition={definition} />
            </section>
          )}
          {checked.preview.length > 0 && (
            <section className={styles.part}>
              <h2>{m.sheet_preview()}</h2>
              {preview?.(checked) ?? <PreviewTable checked={checked} definition={definition} />}
            </section>
          )}
        </>
      )}
    </div>
  )
}
