import { Button, FileButton, Modal, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Media, media } from '#kit/files/contract.ts'
import { acceptOf } from '#kit/files/file-types.ts'
import { textIn } from '#kit/i18n.ts'
import { m } from '#messages/messages.js'
import { getLocale } from '#messages/runtime.js'
import { errorMessage } from '#session/error-message.ts'
import { Icon } from '../icon.tsx'
import { consoleResource } from '../values/console-resource.ts'
import { DropArea } from './drop-area.tsx'
import styles from './media-picker.module.css'
import { pictureAddress } from './thumbnail.tsx'
import { UploadProgress } from './upload-progress.tsx'
import { useUpload } from './use-upload.ts'

const resource = consoleResource(media)
const pageSize = 24

interface MediaPickerProps {
  opened: boolean
  kind: Media['kind']
  close: () => void
  choose: (medium: Media) => void
}

/** Picks an uploaded file; a file uploaded here is picked immediately. */
export function MediaPicker({ opened, kind, close, choose }: MediaPickerProps) {
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={m.form_media_title()}
      size={880}
      closeButtonProps={{ 'aria-label': m.form_close() }}
    >
      {opened && <MediaGrid kind={kind} choose={choose} />}
    </Modal>
  )
}

function MediaGrid({ kind, choose }: Pick<MediaPickerProps, 'kind' | 'choose'>) {
  const [typed, setTyped] = useState('')
  const [words] = useDebouncedValue(typed.trim(), 250)
  const [page, setPage] = useState(1)
  const query = { kind, q: words || undefined, page, limit: pageSize }
  const { data, isPending, error } = useQuery({
    queryKey: [resource.path, 'picker', query],
    queryFn: ({ signal }) => resource.list(query, { signal }),
    placeholderData: keepPreviousData,
  })
  const pages = Math.ceil((data?.total ?? 0) / pageSize)
  const { uploading, error: refused, send, cancel } = useUpload(choose)
  const accept = acceptOf({ kinds: [kind] })
  return (
    <DropArea accept={accept} onFiles={(files) => void send(files.slice(0, 1))}>
      <div className={styles.head}>
        <TextInput
          className={styles.search}
          data-autofocus
          type="search"
          aria-label={m.form_media_search()}
          placeholder={m.form_media_search()}
          leftSection={<Icon name="search" />}
          value={typed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
            setPage(1)
          }}
        />
        <FileButton accept={accept} onChange={(file) => file && void send([file])}>
          {(props) => (
            <Button leftSection={<Icon name="upload" />} {...props}>
              {m.form_picture_upload()}
            </Button>
          )}
        </FileButton>
      </div>
      {uploading && <UploadProgress uploading={uploading} cancel={cancel} />}
      {refused && (
        <p className={styles.refused} role="alert">
          {refused}
        </p>
      )}
      <ul className={styles.grid} aria-busy={isPending}>
        {data?.records.map((medium) => (
          <li key={medium._id}>
            <UnstyledButton className={styles.medium} onClick={() => choose(medium)}>
              {medium.picture ? (
                <img src={pictureAddress(medium.picture, 320)} alt={textIn(getLocale(), medium.alt)} loading="lazy" />
              ) : (
                <span className={styles.file}>
                  <Icon name={medium.kind === 'video' ? 'video' : 'file'} size={24} />
                </span>
              )}
              <span className={styles.mediumName}>{textIn(getLocale(), medium.alt) || medium.name}</span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {data?.records.length === 0 && <p className={styles.none}>{m.form_media_none()}</p>}
      {error && <p className={styles.none}>{errorMessage(error)}</p>}
      {pages > 1 && (
        <div className={styles.pages}>
          <Button disabled={page === 1} onClick={() => setPage(page - 1)}>
            {m.list_page_previous()}
          </Button>
          <span>
            {page} / {pages}
          </span>
          <Button disabled={page >= pages} onClick={() => setPage(page + 1)}>
            {m.list_page_next()}
          </Button>
        </div>
      )}
    </DropArea>
  )
}
