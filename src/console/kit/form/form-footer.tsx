import { Button, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { m } from '#messages/messages.js'
import { Icon } from '../parts/icon.tsx'
import { clockTime } from '../parts/time/seoul-time.ts'
import type { Errors } from './form-errors.ts'
import styles from './form-footer.module.css'
import { changedLabels, type Unit, unitOfError } from './saving/change-units.ts'
import type { SaveTarget } from './saving/use-save.ts'

interface SummaryProps {
  changed: readonly Unit[]
  units: readonly Unit[]
  errors: Errors
  failure: string | undefined
  /** When the unsaved values were last stored in this browser, ISO 8601. */
  storedAt: string | undefined
  focusPath: (path: string) => void
}

/**
 * Fields with errors, each once by name, in form order. The order must be stable: a link that moves during a press
 * would not be pressed.
 */
export const fieldsWithErrors = (
  units: readonly Unit[],
  errors: Errors,
): { path: string; label: string; message: string }[] => {
  const places = new Map<string, { path: string; label: string; message: string }>()
  for (const [path, message] of Object.entries(errors)) {
    const unit = unitOfError(units, path)
    const key = unit?.path ?? path
    if (!places.has(key)) places.set(key, { path: key, label: unit?.label ?? path, message })
  }
  const positionOf = ({ path }: { path: string }) => units.findIndex((unit) => unit.path === path)
  return [...places.values()].sort((one, other) => positionOf(one) - positionOf(other))
}

/** Names the changed fields and the fields with errors; each name jumps to its field. */
export function FormSummary({ changed, units, errors, failure, storedAt, focusPath }: SummaryProps) {
  const labels = changedLabels(changed)
  const wrong = fieldsWithErrors(units, errors)
  return (
    <div className={styles.summary}>
      {/* First: what is written before a link would move it during a press. */}
      {wrong.length > 0 && (
        <p className={styles.wrongSummary} role="alert">
          <span>{m.form_wrong({ count: wrong.length })}</span>
          {wrong.map(({ path, label, message }) => (
            <UnstyledButton key={path} className={styles.wrongLink} title={message} onClick={() => focusPath(path)}>
              {label}
            </UnstyledButton>
          ))}
        </p>
      )}
      <p className={styles.changedSummary} role="status">
        {labels.length > 0 ? (
          <>
            <strong>{m.form_changed({ count: labels.length })}</strong>
            <span> · {labels.join(', ')}</span>
            {storedAt && <span className={styles.kept}> · {m.form_kept({ time: clockTime(storedAt) })}</span>}
          </>
        ) : (
          <span className={styles.kept}>{m.form_unchanged()}</span>
        )}
      </p>
      {failure && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
    </div>
  )
}

interface SaveButtonsProps {
  changed: boolean
  isNew: boolean
  saving: SaveTarget | undefined
  save: () => void
  /** How to save a draft, and whether Ctrl+S saves the draft; absent if the record has no drafts. */
  draft?: { save: () => void; isFirst: boolean } | undefined
  undoAll: () => void
  /** Content between summary and buttons: the review of the changes. */
  children?: ReactNode
}

export function SaveButtons({ changed, isNew, saving, save, draft, undoAll, children }: SaveButtonsProps) {
  const key = <kbd className={styles.kbd}>Ctrl S</kbd>
  return (
    <div className={styles.saveActs}>
      {changed && (
        <Button variant="subtle" onClick={undoAll} disabled={saving !== undefined}>
          {isNew ? m.form_clear() : m.form_undo_all()}
        </Button>
      )}
      {changed && children}
      {draft && (
        <Button onClick={draft.save} disabled={saving !== undefined} data-saving={saving === 'draft' || undefined}>
          {saving === 'draft' ? m.form_saving() : m.draft_save()} {draft.isFirst && key}
        </Button>
      )}
      <Button
        className={styles.save}
        variant="filled"
        onClick={save}
        disabled={saving !== undefined}
        data-saving={saving === 'record' || undefined}
      >
        {saving === 'record' ? m.form_saving() : draft ? m.draft_publish() : m.form_save()} {!draft?.isFirst && key}
      </Button>
    </div>
  )
}

interface FormFootProps {
  /** State from `useRecordForm`. */
  form: Pick<SummaryProps, 'changed' | 'units' | 'errors' | 'storedAt'> & { undoAll: () => void }
  isNew: boolean
  saving: SaveTarget | undefined
  failure: string | undefined
  save: () => Promise<unknown>
  draft?: SaveButtonsProps['draft']
  focusPath: (path: string) => void
  /** Summary of the values. */
  result?: ReactNode
  /** Content between summary and buttons: the review of the changes. */
  children?: ReactNode
}

/** Replaces the footer for users who may read but not write. */
export function ReadOnlyFooter() {
  return (
    <p className={styles.readOnly} role="note">
      <Icon name="lock" size={14} /> {m.form_read_only()}
    </p>
  )
}

/** Footer of a form that fills a screen. */
export function FormFooter({ form, isNew, saving, failure, save, draft, focusPath, result, children }: FormFootProps) {
  const { changed, units, errors, storedAt, undoAll } = form
  return (
    <div className={styles.foot}>
      {result && (
        <div className={styles.result} role="status">
          {result}
        </div>
      )}
      <FormSummary
        changed={changed}
        units={units}
        errors={errors}
        failure={failure}
        storedAt={storedAt}
        focusPath={focusPath}
      />
      <SaveButtons
        changed={changed.length > 0}
        isNew={isNew}
        saving={saving}
        save={() => void save()}
        draft={draft}
        undoAll={undoAll}
      >
        {children}
      </SaveButtons>
    </div>
  )
}
