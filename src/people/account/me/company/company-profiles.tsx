import { useEffect, useRef, useState } from 'react'
import { CallRefused } from '#kit/client.ts'
import { acceptOf } from '#kit/files/file-types.ts'
import { composeText } from '#kit/text/compose-text.ts'
import { m } from '#messages/messages.js'
import {
  introductions as contract,
  type Introduction,
  introductionUpload,
  maxIntroductions,
  type UnfinishedUpload,
} from '#people/companies/contract-introductions.ts'
import { clientOf } from '#session/session.ts'
import { Button } from '#ui/controls/button.tsx'
import { formatMoment } from '#ui/format/format-day.ts'
import { Notice } from '../../forms/notice.tsx'
import parts from '../../forms/parts.module.css'
import { formatFileSize } from '../../forms/upload-field.tsx'
import { useLoaded } from '../../forms/use-loaded.ts'
import { useLeaveWarning } from '../me-context.ts'
import styles from './company-profiles.module.css'
import { uploadInChunks } from './upload-in-chunks.ts'

const client = clientOf(contract)
const load = () => client.introductions()

/** Polling interval in ms while a profile is being scanned. */
const scanPollInterval = 1500
/** Number of findings shown before "show all". */
const maxShownPlaces = 8

const markNames = {
  resident: m.introduction_mark_resident,
  phone: m.introduction_mark_phone,
  email: m.introduction_mark_email,
  account: m.introduction_mark_account,
} as const

const getErrorText = (error: unknown): string => {
  if (error instanceof CallRefused) return error.refusal.fields?.[introductionUpload.field] ?? error.refusal.message
  return m.introduction_broken()
}

/** True if both are probably the same file: same size, modification time and name. */
const isSame = (file: File, { name, bytes, modified }: UnfinishedUpload) =>
  file.size === bytes && file.lastModified === modified && composeText(file.name) === name

/** Company profiles: warning, resumable upload, and the scan results of each. */
export function CompanyProfiles() {
  const { value, error, reload } = useLoaded(load)
  const [uploading, setUploading] = useState<{ name: string; part: number }>()
  const [actionError, setActionError] = useState<string>()
  const stop = useRef<AbortController>(undefined)
  useLeaveWarning(uploading !== undefined)
  const isLooking = value?.introductions.some(({ state }) => state === 'checking')
  useEffect(() => {
    if (!isLooking) return
    const timer = setInterval(reload, scanPollInterval)
    return () => clearInterval(timer)
  }, [isLooking, reload])

  /** Runs an action, shows the error if it is refused, and reloads. */
  const runAction = async (work: () => Promise<unknown>) => {
    setActionError(undefined)
    try {
      await work()
    } catch (refused) {
      if (!(refused instanceof DOMException && refused.name === 'AbortError')) setActionError(getErrorText(refused))
    }
    setUploading(undefined)
    reload()
  }
  const send = (file: File | undefined) => {
    if (!file) return
    if (file.size > introductionUpload.maxBytes) return setActionError(m.introduction_too_large())
    const unfinishedId = value?.unfinished.find((upload) => isSame(file, upload))?._id
    stop.current = new AbortController()
    const { signal } = stop.current
    setUploading({ name: file.name, part: 0 })
    void runAction(async () => {
      const upload = await uploadInChunks(file, {
        unfinishedId,
        signal,
        onProgress: (part) => setUploading({ name: file.name, part }),
      })
      await client.addIntroduction({ body: { upload } })
    })
  }
  const isFull = (value?.introductions.length ?? 0) >= maxIntroductions
  return (
    <section className={parts.part} aria-labelledby="introductions-title">
      <h2 className={parts.section} id="introductions-title">
        {m.me_introduction()}
      </h2>
      <div className={styles.warning}>
        <p className={parts.name}>{m.introduction_warning()}</p>
        <p className={parts.meta}>{m.introduction_warning_text()}</p>
      </div>
      <div role="alert">
        {actionError && <Notice wrong>{actionError}</Notice>}
        {error && <Notice wrong>{error}</Notice>}
      </div>
      <div className={parts.file}>
        <span className={parts.fileName}>
          {uploading
            ? m.introduction_uploading({ name: uploading.name, percent: Math.floor(uploading.part * 100) })
            : m.introduction_hint()}
        </span>
        {uploading ? (
          <button type="button" className={`${parts.link} ${parts.plain}`} onClick={() => stop.current?.abort()}>
            {m.introduction_pause()}
          </button>
        ) : (
          !isFull && (
            <label className={parts.choose}>
              {m.account_choose_file()}
              <input
                type="file"
                name="introduction"
                accept={acceptOf(introductionUpload)}
                aria-label={m.me_introduction()}
                onChange={(event) => {
                  send(event.currentTarget.files?.[0])
                  event.currentTarget.value = ''
                }}
              />
            </label>
          )
        )}
      </div>
      {uploading && <progress className={styles.progress} max={1} value={uploading.part} aria-label={uploading.name} />}
      {isFull && <p className={parts.meta}>{m.introduction_full({ count: maxIntroductions })}</p>}
      {!value && !error && <p role="status">{m.me_loading()}</p>}
      {value?.introductions.length === 0 && value.unfinished.length === 0 && (
        <p className={styles.none}>{m.introduction_none()}</p>
      )}
      <ul className={parts.rows}>
        {!uploading &&
          value?.unfinished.map((upload) => (
            <li key={upload._id} className={parts.row}>
              <span className={parts.rowText}>
                <span className={`${parts.name} ${styles.file}`}>{upload.name}</span>
                <br />
                <span className={parts.meta}>
                  {upload.received === upload.bytes
                    ? m.introduction_all_here()
                    : m.introduction_unfinished({ percent: Math.floor((upload.received / upload.bytes) * 100) })}
                </span>
              </span>
              {upload.received === upload.bytes && (
                <Button
                  low
                  onClick={() => void runAction(() => client.addIntroduction({ body: { upload: upload._id } }))}
                >
                  {m.introduction_finish()}
                </Button>
              )}
              <Remove
                name={upload.name}
                onRemove={() => runAction(() => client.removeIntroduction({ params: { id: upload._id } }))}
              />
            </li>
          ))}
        {value?.introductions.map((introduction) => (
          <Row
            key={introduction._id}
            introduction={introduction}
            onKeep={() => runAction(() => client.keepIntroduction({ params: { id: introduction._id } }))}
            onRemove={() => runAction(() => client.removeIntroduction({ params: { id: introduction._id } }))}
          />
        ))}
      </ul>
    </section>
  )
}

function Remove({ name, onRemove }: { name: string; onRemove: () => Promise<void> }) {
  return (
    <button
      type="button"
      className={`${parts.link} ${parts.plain}`}
      aria-label={`${name}, ${m.account_remove_file()}`}
      onClick={() => void onRemove()}
    >
      {m.account_remove_file()}
    </button>
  )
}

/** Returns the result of the profile scan as text. */
const describeScanResult = ({ state, read, pages, places }: Introduction): string => {
  if (state === 'checking') return m.introduction_checking()
  if (state === 'asked') return m.introduction_asked({ count: places.length })
  if (read === 'none') return m.introduction_unread()
  if (places.length > 0) return m.introduction_kept({ count: places.length })
  return read === 'part' ? m.introduction_partly({ pages }) : m.introduction_clean()
}

interface RowProps {
  introduction: Introduction
  onKeep: () => Promise<void>
  onRemove: () => Promise<void>
}

function Row({ introduction, onKeep, onRemove }: RowProps) {
  const { file, createdAt, state, places } = introduction
  const [all, setAll] = useState(false)
  const isDecisionPending = state === 'asked'
  return (
    <li className={isDecisionPending ? styles.asked : parts.row}>
      <span className={parts.rowText}>
        <a className={`${parts.name} ${styles.file}`} href={file.url} rel="noreferrer">
          {file.name}
        </a>
        <br />
        <span className={parts.meta}>
          {formatFileSize(file.bytes)} · {formatMoment(createdAt)}
        </span>
        <br />
        <span className={isDecisionPending ? styles.found : parts.meta} role="status">
          {describeScanResult(introduction)}
        </span>
      </span>
      {isDecisionPending ? (
        <>
          <ul className={styles.places}>
            {(all ? places : places.slice(0, maxShownPlaces)).map(({ kind, page, sheet, cell, shown }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the order of findings never changes
              <li key={index}>
                <span className={styles.where}>
                  {sheet === undefined ? m.introduction_page({ page }) : `${sheet} ${cell ?? ''}`}
                </span>
                {markNames[kind]()} <code>{shown}</code>
              </li>
            ))}
          </ul>
          {places.length > maxShownPlaces && !all && (
            <button type="button" className={`${parts.link} ${parts.plain}`} onClick={() => setAll(true)}>
              {m.introduction_all_places({ count: places.length })}
            </button>
          )}
          <div className={parts.acts}>
            <Button low onClick={() => void onRemove()}>
              {m.introduction_stop()}
            </Button>
            <Button low look="outline" onClick={() => void onKeep()}>
              {m.introduction_keep()}
            </Button>
          </div>
        </>
      ) : (
        <Remove name={file.name} onRemove={onRemove} />
      )}
    </li>
  )
}
