import { Button } from '@mantine/core'
import { useReload } from '#console/kit/list/state/use-reload.ts'
import { BackLink } from '#console/kit/parts/back-link.tsx'
import { showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { Screen } from '#console/kit/screen/screen.tsx'
import { SheetImport } from '#console/kit/sheet-import/sheet-import.tsx'
import { useSheetImport } from '#console/kit/sheet-import/use-sheet-import.ts'
import { useMayWrite } from '#console/kit/use-rights.ts'
import { m } from '#messages/messages.js'
import { programmeImport } from '../contract.ts'
import styles from './programme-import.module.css'
import { client, resource } from './programme-resource.tsx'

/** Imports companies of a programme from a spreadsheet: new rows together, the others are left out and shown. */
export default function ProgrammeImport() {
  const reload = useReload(resource.path)
  const mayWrite = useMayWrite(resource.access)
  const state = useSheetImport({
    check: async (call) => (await client.check(call)).sheet,
    apply: (call) => client.import(call),
    onApplied: async ({ added }) => {
      showSuccess(m.programmes_said({ count: added }))
      await reload()
    },
  })
  const { checked } = state
  return (
    <Screen
      title={m.programmes_import()}
      before={<BackLink to="/console/programmes" label={m.programmes_title()} />}
      actions={
        checked &&
        checked.fresh > 0 && (
          <Button
            variant="filled"
            loading={state.isApplying}
            disabled={state.isChecking || !mayWrite}
            onClick={() => state.apply()}
          >
            {m.programmes_take({ count: checked.fresh })}
          </Button>
        )
      }
      hasNoMargin
    >
      <div className={styles.work}>
        <p>{m.programmes_sheet_help({ most: programmeImport.maxRows.toLocaleString() })}</p>
        <SheetImport
          definition={programmeImport}
          state={state}
          mayWrite={mayWrite}
          template={m.programmes_import()}
          summary={({ fresh, known, faulty }) => m.programmes_counts({ fresh, known, faulty })}
        />
      </div>
    </Screen>
  )
}
