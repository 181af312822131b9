import { Button, FileButton, Select, Table } from '@mantine/core'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useReload } from '#console/kit/list/state/use-reload.ts'
import { showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { Thumbnail } from '#console/kit/parts/media/thumbnail.tsx'
import { UploadProgress } from '#console/kit/parts/media/upload-progress.tsx'
import { useUpload } from '#console/kit/parts/media/use-upload.ts'
import { Screen } from '#console/kit/screen/screen.tsx'
import { SheetImport } from '#console/kit/sheet-import/sheet-import.tsx'
import { useSheetImport } from '#console/kit/sheet-import/use-sheet-import.ts'
import { useMayWrite } from '#console/kit/use-rights.ts'
import { CallRefused } from '#kit/client.ts'
import { acceptOf } from '#kit/files/file-types.ts'
import type { SheetChoice } from '#kit/spreadsheet/import-contract.ts'
import { m } from '#messages/messages.js'
import { clientOf } from '#session/session.ts'
import { sheets, workImport } from '../contract-sheet.ts'
import { maxImportedWorks } from '../rules-sheet.ts'
import { resource } from './resource.tsx'
import { pictureTypes, unpackPictures } from './unpack-zip.ts'
import { useAuctionOptions } from './work-choice-field.tsx'
import styles from './work-import.module.css'

const client = clientOf(sheets)
type CheckedWork = Awaited<ReturnType<typeof client.checkSheet>>['sheet']['works'][number]

/** Works as they would be imported, with their pictures. */
function WorkTable({ works }: { works: readonly CheckedWork[] }) {
  return (
    <div className={styles.works}>
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
          {works.map(({ row, title, author, startPrice, pictures }) => (
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
    </div>
  )
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
  const [arrived, setArrived] = useState(0)
  const [broken, setBroken] = useState<string>()
  const { uploading, error: refused, send, cancel } = useUpload(() => setArrived((count) => count + 1))
  const state = useSheetImport({
    check: async (call) => (await client.checkSheet({ ...call, params: { id: program } })).sheet,
    apply: (call: { form: FormData; query: SheetChoice & { again?: string } }) =>
      client.importSheet({ ...call, params: { id: program } }),
    onApplied: async ({ imported }) => {
      showSuccess(m.works_import_said({ count: imported }))
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
    state.choose()
  }
  const { checked, applyError } = state
  const isRepeated = applyError instanceof CallRefused && applyError.status === 409

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
          disabled={state.isApplying || uploading !== undefined}
          onChange={(next) => {
            if (!next) return
            setSearch({ program: next }, { replace: true })
            state.reset()
          }}
          allowDeselect={false}
        />
      }
      actions={
        checked &&
        checked.works.length > 0 &&
        checked.faults.length === 0 && (
          <Button
            variant="filled"
            loading={state.isApplying}
            disabled={state.isChecking}
            onClick={() => state.apply(isRepeated ? { again: 'true' } : {})}
          >
            {isRepeated ? m.works_import_again() : m.works_import_do({ count: checked.works.length })}
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
              accept={`${acceptOf(pictureTypes)},.zip`}
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
            <SheetImport
              definition={workImport}
              state={state}
              mayWrite={mayWrite}
              isDisabled={program === ''}
              template={m.works_import()}
              summary={({ works, faults }) =>
                faults.length > 0
                  ? m.sheet_faults({ count: faults.length })
                  : m.works_import_ready({ count: works.length })
              }
              preview={({ works }) => works.length > 0 && <WorkTable works={works} />}
            />
          </li>
        </ol>
      </div>
    </Screen>
  )
}
