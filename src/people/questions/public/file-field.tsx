import { useId, useRef, useState } from 'react'
import { acceptOf } from '#kit/files/file-types.ts'
import { m } from '#messages/messages.js'
import { refusalMessage } from '#session/error-message.ts'
import { clientOf } from '#session/session.ts'
import { Button } from '#ui/controls/button.tsx'
import { Icon } from '#ui/controls/icon.tsx'
import { type QuestionFile, questions } from '../contract.ts'
import { maxFileBytes, maxFiles, questionFileTypes } from '../rules.ts'
import styles from './questions.module.css'

const client = clientOf(questions)

interface FileFieldProps {
  files: readonly QuestionFile[]
  onChange: (files: readonly QuestionFile[]) => void
}

const formatMegabytes = (bytes: number): string => `${Math.max(0.1, bytes / 1024 ** 2).toFixed(1)} MB`

/** Uploads chosen files one after the other; errors are shown beside the file name. */
export function FileField({ files, onChange }: FileFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [uploading, setUploading] = useState<{ name: string; part: number }>()
  const [refused, setRefused] = useState<{ name: string; reason: string }[]>([])

  const send = async (chosen: readonly File[]) => {
    setRefused([])
    let there = [...files]
    for (const file of chosen) {
      const addRefusal = (reason: string) => setRefused((before) => [...before, { name: file.name, reason }])
      if (there.length >= maxFiles) addRefusal(m.questions_files_full({ count: maxFiles }))
      else if (file.size > maxFileBytes) addRefusal(m.questions_file_large({ size: maxFileBytes / 1024 ** 2 }))
      else {
        setUploading({ name: file.name, part: 0 })
        const form = new FormData()
        form.append('file', file, file.name)
        try {
          const onProgress = (part: number) => setUploading({ name: file.name, part })
          there = [...there, (await client.upload({ form }, { onProgress })).file]
          onChange(there)
        } catch (error) {
          addRefusal(refusalMessage(error))
        }
      }
    }
    setUploading(undefined)
    if (input.current) input.current.value = ''
  }
  return (
    <fieldset className={styles.files}>
      <legend className={styles.label}>
        {m.questions_files()} <span className={styles.small}>{m.questions_files_hint()}</span>
      </legend>
      <ul>
        {files.map(({ _id, name, bytes }) => (
          <li key={_id} className={styles.attached}>
            <Icon name="file" small />
            <span>{name}</span>
            <span className={styles.small}>{formatMegabytes(bytes)}</span>
            <button
              type="button"
              className={styles.remove}
              aria-label={m.questions_file_remove({ name })}
              onClick={() => onChange(files.filter((file) => file._id !== _id))}
            >
              <Icon name="close" small />
            </button>
          </li>
        ))}
        {uploading && (
          <li className={styles.attached}>
            <Icon name="file" small />
            <span>{uploading.name}</span>
            <progress value={uploading.part} aria-label={uploading.name} />
          </li>
        )}
        {refused.map(({ name, reason }) => (
          <li key={name} className={styles.attached} data-refused role="alert">
            <Icon name="warning" small />
            <span>
              {name}: {reason}
            </span>
          </li>
        ))}
      </ul>
      <input
        ref={input}
        id={id}
        type="file"
        accept={acceptOf(questionFileTypes)}
        multiple
        hidden
        onChange={({ currentTarget }) => void send([...(currentTarget.files ?? [])])}
      />
      <Button look="outline" low busy={uploading !== undefined} onClick={() => input.current?.click()}>
        {m.questions_attach()}
      </Button>
    </fieldset>
  )
}
