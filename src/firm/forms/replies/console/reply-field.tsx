import { type KeyboardEvent, type Ref, useImperativeHandle, useRef } from 'react'
import { splitPlaceholders } from '#firm/templates/contract-placeholders.ts'
import styles from './reply-field.module.css'

export interface ReplyFieldHandle {
  focus: () => void
  /** Selects the first placeholder, so that typing replaces it. */
  selectBlank: () => void
}

interface LetterFieldProps {
  handle: Ref<ReplyFieldHandle>
  label: string
  value: string
  /** Values inserted by a template, which are highlighted. */
  filled: readonly string[]
  /** Id of the error message. */
  wrong: string | undefined
  change: (text: string) => void
  onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void
}

/**
 * Text area that highlights placeholders and inserted values. A text area cannot style parts of its text, so a copy of
 * the text beneath it draws the marks.
 */
export function ReplyField({ handle, label, value, filled, wrong, change, onKeyDown }: LetterFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const pieces = splitPlaceholders(value, filled)
  const pieceOffsets = pieces.map((_, index) =>
    pieces.slice(0, index).reduce((sum, piece) => sum + piece.text.length, 0),
  )
  const selectPiece = (index: number) => {
    const from = pieceOffsets[index]
    const piece = pieces[index]
    if (from === undefined || !piece) return
    area.current?.focus()
    area.current?.setSelectionRange(from, from + piece.text.length)
  }
  useImperativeHandle(handle, () => ({
    focus: () => area.current?.focus(),
    selectBlank: () => selectPiece(pieces.findIndex(({ kind }) => kind === 'blank')),
  }))
  return (
    <div className={styles.field}>
      <div className={styles.marks} aria-hidden="true">
        {pieces.map(({ kind, text }, index) =>
          kind === 'text' ? (
            text
          ) : (
            <span key={pieceOffsets[index]} className={kind === 'blank' ? styles.blank : styles.filled}>
              {text}
            </span>
          ),
        )}
        {'\n'}
      </div>
      <textarea
        ref={area}
        className={styles.area}
        aria-label={label}
        aria-invalid={wrong ? true : undefined}
        aria-describedby={wrong}
        value={value}
        maxLength={20_000}
        onChange={({ currentTarget }) => change(currentTarget.value)}
        onKeyDown={onKeyDown}
        onClick={({ currentTarget: { selectionStart, selectionEnd } }) => {
          if (selectionStart !== selectionEnd) return
          const at = pieces.findIndex(
            ({ kind, text }, index) =>
              kind === 'blank' &&
              selectionStart > (pieceOffsets[index] ?? 0) &&
              selectionStart < (pieceOffsets[index] ?? 0) + text.length,
          )
          if (at >= 0) selectPiece(at)
        }}
      />
    </div>
  )
}
