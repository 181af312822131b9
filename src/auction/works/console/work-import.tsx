import { Button, FileButton, Select, Table } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { saveFile, toExcel } from '#console/kit/list/export/export-list.ts'
import { useReload } from '#console/kit/list/state/use-reload.ts'
import { showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { Thumbnail } from '#console/kit/parts/media/thumbnail.tsx'
import { UploadProgress } from '#console/kit/parts/media/upload-progress.tsx'
import { useUpload } from '#console/kit/parts/media/use-upload.ts'
import { SheetButton, sheetForm } from '#console/kit/parts/values/sheet-button.tsx'
import { Screen } from '#console/kit/screen/screen.tsx'
import { useMayWrite } from '#console/kit/use-rights.ts'
import { m } from '#messages/messages.js'
import { refusalMessage } from '#session/error-message.ts'
import { clientOf } from '#session/session.ts'
import { columns, type SheetColumn, sheetColumns, sheets } from '../contract-sheet.ts'
import { maxImportedWorks } from '../rules-sheet.ts'
import { resource } from './resource.tsx'
import { unpackPictures } from './unpack-zip.ts'
import { useAuctionOptions } from './work-choice-field.tsx'
import styles from './work-import.module.css'

const client = clientOf(sheets)
const excel = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Downloads a template with the headings and one example row. */
const saveTemplate = async () => {
  const sample: Partial<Record<SheetColumn, string>> = {
    title: m.works_sheet_sample(),
    made: '2024',
    width: '910',
    height: '1167',
    estimateLow: '2000000',
    estimateHigh: '3000000',
    startPrice: '1500000',
    pictures: '01.jpg, 01-back.jpg',
  }
  const sheet = {
    heads: sheetColumns.map((column) => columns[column].heading()),
    rows: [sheetColumns.map((column) => sample[column] ?? '')],
  }
  saveFile(await toExcel(sheet, m.works_title()), `${m.works_import()}.xlsx`, excel)
}

/**
 * Imports works from an Excel file, with pictures by name. Rows are checked first; either all works are imported or
 * none.
 */
export default function WorkImport() {
  const [search, setSearch] = useSearchParams()
  const programs = useAuctionOptions()
  const program = search.get('program') ?? programs[0]?._id ?? ''
  const mayWrite = useMayWrite(resource.access)
  const reload = useReload(resource.path)
  const [file, setFile] = useState<File>()
  const [arrived, setArrived] = useState(0)
  const [broken, setBroken] = useState<string>()
  const { uploading, error: refused, send, cancel } = useUpload(() => setArrived((count) => count + 1))
  const check = useMutation({
    mutationFn: (chosen: File) => client.checkSheet({ params: { id: program }, form: sheetForm(chosen) }),
  })
  const hang = useMutation({
    mutationFn: (chosen: File) => client.importSheet({ params: { id: program }, form: sheetForm(chosen) }),
    onSuccess: async ({ imported }) => {
      showSuccess(m.works_import_said({ count: imported }))
      setFile(undefined)
      check.reset()
      await reload()
    },
  })
  const choosePictures = async (chosen: File[]) => {
    setBroken(undefined)
    const pictures = await unpackPictures(chosen).catch(() => null)
    if (!pictures) return setBroken(m.works_import_zip_broken())
    if (pictures.length === 0) return setBroken(m.works_import_zip_empty())
    await send(pictures)
    // Check again: rows whose picture was missing may have it now.
    if (file) check.mutate(file)
  }
  const chooseSheet = (chosen: File) => {
    setFile(chosen)
    hang.reset()
    check.mutate(chosen)
  }
  const sheet = check.data?.sheet
  const faults = sheet?.faults ?? []
  const error = hang.error ?? check.error

  return (
    <Screen
      title={m.works_import()}
      before={
        <Button component={Link} to="/console/auction/works" variant="subtle" leftSection={<Icon name="back" />}>
          {m.works_title()}
        </Button>
      }
      note={
        <Select
          aria-label={m.works_program()}
          data={programs.map(({ _id, title }) => ({ value: _id, label: title.ko }))}
          value={program || null}
          onChange={(next) => {
            if (!next) return
            setSearch({ program: next }, { replace: true })
            setFile(undefined)
            check.reset()
          }}
          allowDeselect={false}
        />
      }
      actions={
        sheet &&
        file &&
        faults.length === 0 && (
          <Button variant="filled" loading={hang.isPending} onClick={() => hang.mutate(file)}>
            {m.works_import_do({ count: sheet.works.length })}
          </Button>
        )
      }
      hasNoMargin
    >
      <div className={styles.work}>
        <p>{m.works_import_help({ most: maxImportedWorks })}</p>
        <ol className={styles.steps}>
          <li>
            <b>{m.works_import_pictures()}</b>
            <p>{m.works_import_pictures_help()}</p>
            <FileButton
              multiple
              accept="image/jpeg,image/png,image/webp,.zip"
              disabled={!mayWrite || uploading !== undefined}
              onChange={(chosen) => void choosePictures(chosen)}
            >
              {(props) => (
                <Button leftSection={<Icon name="upload" />} {...props}>
                  {m.works_import_pictures_choose()}
                </Button>
              )}
            </FileButton>
            {uploading && <UploadProgress uploading={uploading} cancel={cancel} />}
            <p role="status">{arrived > 0 && m.works_import_arrived({ count: arrived })}</p>
            <p role="alert" className={styles.error}>
              {broken ?? refused}
            </p>
          </li>
          <li>
            <b>{m.works_import_sheet()}</b>
            <p>{m.works_import_sheet_help()}</p>
            <div className={styles.actions}>
              <SheetButton
                label={m.works_import_sheet_choose()}
                choose={chooseSheet}
                loading={check.isPending}
                disabled={!mayWrite || program === ''}
              />
              <Button variant="subtle" leftSection={<Icon name="download" />} onClick={() => void saveTemplate()}>
                {m.works_import_template()}
              </Button>
            </div>
            <p role="alert" className={styles.error}>
              {error && refusalMessage(error)}
            </p>
          </li>
        </ol>
        {sheet && (
          <p role="status">
            {file?.name} ·{' '}
            {faults.length > 0
              ? m.works_import_faults({ rows: faults.length })
              : m.works_import_ready({ count: sheet.works.length })}
          </p>
        )}
        {faults.length > 0 && (
          <Table aria-label={m.works_import_wrong()}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{m.works_import_row()}</Table.Th>
                <Table.Th>{m.works_import_column()}</Table.Th>
                <Table.Th>{m.works_import_value()}</Table.Th>
                <Table.Th>{m.works_import_what()}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {faults.map(({ row, cells }) =>
                cells.map(({ column, value, message }, index) => (
                  <Table.Tr key={`${row} ${column}`}>
                    {index === 0 && <Table.Td rowSpan={cells.length}>{row}</Table.Td>}
                    <Table.Td>{columns[column].heading()}</Table.Td>
                    <Table.Td>{value || '–'}</Table.Td>
                    <Table.Td className={styles.error}>{message}</Table.Td>
                  </Table.Tr>
                )),
              )}
            </Table.Tbody>
          </Table>
        )}
        {sheet && sheet.works.length > 0 && (
          <Table aria-label={m.works_title()}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{m.works_import_row()}</Table.Th>
                <Table.Th>{m.works_pictures()}</Table.Th>
                <Table.Th>{m.works_name()}</Table.Th>
                <Table.Th>{m.works_author()}</Table.Th>
                <Table.Th ta="right">{m.works_start()}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {sheet.works.map(({ row, title, author, startPrice, pictures }) => (
                <Table.Tr key={row}>
                  <Table.Td>{row}</Table.Td>
                  <Table.Td>
                    <span className={styles.pictures}>
                      {pictures.map((picture) => (
                        <Thumbnail key={picture._id} picture={picture} width={36} height={44} />
                      ))}
                    </span>
                  </Table.Td>
                  <Table.Td>{title}</Table.Td>
                  <Table.Td>{author}</Table.Td>
                  <Table.Td ta="right">{startPrice.toLocaleString('ko-KR')}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </div>
    </Screen>
  )
}
