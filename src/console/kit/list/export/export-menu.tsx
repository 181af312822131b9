import { Button, Menu, UnstyledButton } from '@mantine/core'
import { useRef, useState } from 'react'
import { workbookType } from '#kit/files/file-types.ts'
import type { Recorded, Records } from '#kit/resource.ts'
import { formatSeoulDay } from '#kit/time/seoul-day.ts'
import { m } from '#messages/messages.js'
import { showError, showSuccess } from '../../parts/dialogs/show-toast.tsx'
import { Icon } from '../../parts/icon.tsx'
import type { Column } from '../columns/column-layout.ts'
import styles from '../list-footer.module.css'
import type { ListState } from '../state/list-address.ts'
import { readAll } from '../state/use-list.ts'
import { completeColumns } from './complete-columns.ts'
import { saveFile, toCsv, toExcel, toSheet } from './export-list.ts'

type Written<Item> = Pick<Column<Item, never, never>, 'title' | 'value' | 'exportValue' | 'hasTimes'>

interface ExportMenuProps<Item extends Recorded> {
  resource: {
    path: string
    list: (
      query: Record<string, string | number | undefined>,
      options?: { signal?: AbortSignal },
    ) => Promise<Records<Item>>
  }
  state: ListState
  title: string
  /** A function for columns that depend on the records. */
  columns: readonly Written<Item>[] | ((records: readonly Item[]) => readonly Written<Item>[])
  /** Selected records; if omitted, all filtered records are loaded. */
  chosen?: Item[]
  total: number
  /** Called before loading; false cancels the export. */
  before?: () => Promise<boolean>
}

interface Writing {
  percent: number
  stop: () => void
}

/** Exports all filtered records; for the header. */
export const ExportButton = <Item extends Recorded>(props: ExportMenuProps<Item>) => (
  <ExportMenu
    {...props}
    target={(writing) =>
      writing ? (
        <Button onClick={writing.stop}>
          {m.list_export_busy({ percent: writing.percent })} · {m.list_cancel()}
        </Button>
      ) : (
        <Button className={styles.wideOnly} leftSection={<Icon name="download" />}>
          {m.list_export()}
        </Button>
      )
    }
  />
)

/** Exports the selected records; for the bulk bar. */
export const ExportSelectionButton = <Item extends Recorded>(props: ExportMenuProps<Item>) => (
  <ExportMenu
    {...props}
    target={() => (
      <UnstyledButton className={styles.bulkAct}>
        <Icon name="download" />
        {m.list_export()}
      </UnstyledButton>
    )}
  />
)

/**
 * Exports the filtered or selected records as Excel or CSV: all rows, not only the current page. `target` opens the
 * menu and cancels a running export.
 */
export function ExportMenu<Item extends Recorded>({
  resource,
  state,
  title,
  columns,
  chosen,
  total,
  before,
  target,
}: ExportMenuProps<Item> & { target: (writing: Writing | undefined) => React.ReactNode }) {
  const [percent, setPercent] = useState<number>()
  const abort = useRef<AbortController>(null)
  const count = (chosen?.length ?? total).toLocaleString()

  const write = async (kind: 'xlsx' | 'csv') => {
    if (before && !(await before())) return
    abort.current = new AbortController()
    setPercent(0)
    try {
      const signal = abort.current.signal
      const records =
        chosen ??
        (
          await readAll(resource, state, {
            maxRecords: Number.MAX_SAFE_INTEGER,
            signal,
            onProgress: (part) => setPercent(Math.floor(part * 100)),
          })
        ).records
      const sheet = toSheet(
        completeColumns(typeof columns === 'function' ? columns(records) : columns, records),
        records,
      )
      const name = `${title} ${formatSeoulDay(new Date())}.${kind}`
      if (kind === 'csv') saveFile(toCsv(sheet), name, 'text/csv;charset=utf-8')
      else saveFile(await toExcel(sheet, title), name, workbookType)
      showSuccess(m.list_exported({ count: records.length.toLocaleString() }))
    } catch (error) {
      if (!abort.current.signal.aborted) showError(error)
    } finally {
      setPercent(undefined)
    }
  }

  if (percent !== undefined) return target({ percent, stop: () => abort.current?.abort() })
  return (
    <Menu position="bottom-end">
      <Menu.Target>{target(undefined)}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{chosen ? m.list_export_chosen({ count }) : m.list_export_what({ count })}</Menu.Label>
        <Menu.Item onClick={() => void write('xlsx')}>{m.list_export_excel()}</Menu.Item>
        <Menu.Item onClick={() => void write('csv')}>{m.list_export_csv()}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
