import { Button, Checkbox, Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { pictureAddress } from '#console/kit/parts/media/thumbnail.tsx'
import type { Media, MediaReplacement } from '#kit/files/contract.ts'
import { m } from '#messages/messages.js'
import { refusalMessage } from '#session/error-message.ts'
import { formatFileSize } from '#ui/format/format-file-size.ts'
import styles from './replace-dialog.module.css'
import { client } from './resource.tsx'
import { usesQuery } from './uses-query.ts'

interface ReplaceDialogProps {
  medium: Media
  /** Effect of the replacement on the records that use the file. */
  foreseen: MediaReplacement
  /** Replacement file. */
  chosen: Media
  close: () => void
  /**
   * The new file is a crop of the old one: it already has the alternative text, and the focal point if that is inside.
   */
  isCut?: boolean
}

/** Compares both files and lists the effects before replacing. */
export function ReplaceDialog({
  medium,
  foreseen: { follow, stay },
  chosen,
  close,
  isCut = false,
}: ReplaceDialogProps) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [keepAlt, setKeepAlt] = useState(!isCut)
  const [keepFocus, setKeepFocus] = useState(!isCut)
  const [isBusy, setBusy] = useState(false)
  const [errorText, setErrorText] = useState<string>()
  const lacksAlt =
    !isCut && Object.entries(medium.alt).some(([locale, text]) => text && !chosen.alt[locale as 'ko' | 'en' | 'cn'])
  const lacksFocus = !isCut && medium.focus !== null && chosen.picture !== null && chosen.focus === null

  /** Invalidates all queries: files are shown throughout the console by records that may now use another one. */
  const replaceFile = async (id: string, file: string, keptFields: { keepAlt: boolean; keepFocus: boolean }) => {
    const { records } = await client.replace({ params: { id }, body: { file, ...keptFields } })
    await queries.invalidateQueries()
    void navigate(`/console/media/${file}`)
    return records
  }
  const putBack = async () => {
    await replaceFile(chosen._id, medium._id, { keepAlt: false, keepFocus: false })
    showSuccess(m.media_replace_undone())
  }
  const replace = async () => {
    setBusy(true)
    setErrorText(undefined)
    try {
      const count = await replaceFile(medium._id, chosen._id, { keepAlt, keepFocus })
      close()
      // No undo if other records already used the new file: it would be unknown which ones to revert.
      showSuccess(m.media_replaced({ count }), chosen.uses === 0 ? putBack : undefined)
    } catch (error) {
      setErrorText(refusalMessage(error))
      setBusy(false)
      void queries.invalidateQueries(usesQuery(medium._id))
    }
  }

  return (
    <Modal
      opened
      onClose={close}
      title={m.media_replace_file()}
      size={560}
      closeButtonProps={{ 'aria-label': m.form_close() }}
    >
      <div className={styles.dialog}>
        <ul className={styles.pair}>
          <Side label={m.media_replace_was()} medium={medium} />
          <Side label={m.media_replace_becomes()} medium={chosen} />
        </ul>
        <p>{m.media_replace_follow({ count: follow })}</p>
        {stay > 0 && <p>{m.media_replace_stay({ count: stay })}</p>}
        {chosen.uses > 0 && <p>{m.media_replace_used()}</p>}
        {lacksAlt && (
          <Checkbox
            label={m.media_replace_alt()}
            checked={keepAlt}
            onChange={({ currentTarget }) => setKeepAlt(currentTarget.checked)}
          />
        )}
        {lacksFocus && (
          <Checkbox
            label={m.media_replace_focus()}
            checked={keepFocus}
            onChange={({ currentTarget }) => setKeepFocus(currentTarget.checked)}
          />
        )}
        {errorText && (
          <p className={styles.wrong} role="alert">
            <Icon name="warning" size={12} /> {errorText}
          </p>
        )}
        <div className={styles.acts}>
          <Button data-autofocus onClick={close}>
            {isCut ? m.media_crop_apart() : m.form_go_back()}
          </Button>
          <Button variant="filled" loading={isBusy} onClick={() => void replace()}>
            {m.media_replace()}
          </Button>
        </div>
      </div>
    </Modal>
  )
}

function Side({ label, medium: { name, picture, bytes } }: { label: string; medium: Media }) {
  return (
    <li>
      <span className={styles.label}>{label}</span>
      {picture ? <img src={pictureAddress(picture, 480)} alt="" /> : <Icon name="file" size={24} />}
      <span className={styles.name}>{name}</span>
      <span className={styles.label}>
        {picture && `${picture.width} × ${picture.height} · `}
        {formatFileSize(bytes)}
      </span>
    </li>
  )
}
