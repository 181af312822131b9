import { Button, FileButton } from '@mantine/core'
import { FieldError } from '#console/kit/form/fields/field-error.tsx'
import { fieldId, useForm, usePath } from '#console/kit/form/form-context.ts'
import { Icon } from '#console/kit/parts/icon.tsx'
import { UploadProgress } from '#console/kit/parts/media/upload-progress.tsx'
import { useUpload } from '#console/kit/parts/media/use-upload.ts'
import { acceptOf } from '#kit/files/file-types.ts'
import { m } from '#messages/messages.js'
import { formatFileSize } from '#ui/format/format-file-size.ts'

/** Picker for the file of a catalogue. */
export function CatalogueFileField() {
  const { knownFiles } = useForm()
  const { value, error, set } = usePath('file')
  const file = typeof value === 'string' && value !== '' ? knownFiles.file(value) : undefined
  const {
    uploading,
    error: refused,
    send,
    cancel,
  } = useUpload((medium) => {
    knownFiles.add(medium.picture, medium.file)
    set(medium._id)
  })
  return (
    <div>
      {file && (
        <p>
          <a href={file.url} target="_blank" rel="noopener noreferrer">
            {file.name}
          </a>{' '}
          {formatFileSize(file.bytes)}
        </p>
      )}
      {uploading && <UploadProgress uploading={uploading} cancel={cancel} />}
      <FileButton
        accept={acceptOf({ kinds: ['document'], types: ['application/pdf'] })}
        onChange={(chosen) => chosen && void send([chosen])}
      >
        {(props) => (
          <Button id={fieldId('file')} leftSection={<Icon name="upload" />} {...props}>
            {m.catalogues_upload()}
          </Button>
        )}
      </FileButton>
      <FieldError path="file" message={refused ?? error} />
    </div>
  )
}
