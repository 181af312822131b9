import { Button, Textarea, UnstyledButton } from '@mantine/core'
import type { Editor } from '@tiptap/react'
import clsx from 'clsx'
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react'
import { DoubtfulWord } from '#console/kit/editor/doubtful-word-bar.tsx'
import { insertFigure } from '#console/kit/editor/insert-block.ts'
import { RichText } from '#console/kit/editor/rich-text.tsx'
import { Toolbar } from '#console/kit/editor/toolbar.tsx'
import { FieldError } from '#console/kit/form/fields/field-error.tsx'
import { focusField } from '#console/kit/form/fields/focus-field.ts'
import { errorId, fieldId, useForm, usePath } from '#console/kit/form/form-context.ts'
import redline from '#console/kit/form/saving/redline.module.css'
import type { useRecordForm } from '#console/kit/form/use-record-form.ts'
import { showError } from '#console/kit/parts/dialogs/show-toast.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { languageName } from '#console/kit/parts/language-marks.tsx'
import { MediaPicker } from '#console/kit/parts/media/media-picker.tsx'
import { pictureAddress } from '#console/kit/parts/media/thumbnail.tsx'
import { SingleLineInput } from '#console/kit/parts/single-line-input.tsx'
import type { Locale, Picture } from '#kit/contract.ts'
import { textIn } from '#kit/i18n.ts'
import { languageTag } from '#kit/locale.ts'
import { m } from '#messages/messages.js'
import { errorMessage } from '#session/error-message.ts'
import styles from './post-editor.module.css'
import { blankText, client, type PostShape } from './post-resource.tsx'

interface PostColumnsProps {
  form: ReturnType<typeof useRecordForm<PostShape>>
  shown: readonly Locale[]
  focused: Locale
  setFocused: (locale: Locale) => void
  /** Path of the field to focus. A new `turn` focuses it again. */
  lead: { path: string; turn: number }
}

/** Inserts an uploaded picture with its alternative text in that language. */
const insertPicture = (editor: Editor, picture: Picture, locale: Locale) =>
  insertFigure(editor, {
    src: pictureAddress(picture, 960),
    alt: textIn(locale, picture.alt),
    width: picture.width,
    height: picture.height,
  })

/** Text fields in rows, aligned across the languages. */
export function PostTextColumns({ form, shown, focused, setFocused, lead }: PostColumnsProps) {
  const { values, changed, errors } = form
  const sheet = useRef<HTMLDivElement>(null)
  const [editors, setEditors] = useState<Partial<Record<Locale, Editor | null>>>({})
  const [isPicking, setPicking] = useState(false)
  const [startedLocale, setStartedLocale] = useState<Locale>()
  const editor = editors[focused] ?? null

  useEffect(() => {
    if (lead.turn > 0) focusField(sheet.current, lead.path)
  }, [lead])

  const uploadPictures = async (files: File[], into: Editor, locale: Locale) => {
    for (const file of files) {
      const photo = new FormData()
      photo.append('photo', file, file.name)
      try {
        insertPicture(into, (await client.editor({ form: photo })).picture, locale)
      } catch (error) {
        showError(`${file.name}: ${errorMessage(error)}`)
      }
    }
  }

  const startText = (locale: Locale, copied: boolean) => {
    const { ko } = values.texts
    form.set(`texts.${locale}`, copied ? { ...ko, state: 'draft', publishFrom: null, publishTo: null } : blankText)
    setFocused(locale)
    setStartedLocale(locale)
  }
  // The button that started the translation has unmounted: focus the first field of that language.
  useEffect(() => {
    if (!startedLocale || !values.texts[startedLocale]) return
    setStartedLocale(undefined)
    focusField(sheet.current, `texts.${startedLocale}.subject`)
  }, [startedLocale, values.texts])
  const renderRow = (name: string, label: string, cell: (locale: Locale) => ReactNode) => {
    const paths = shown.map((locale) => `texts.${locale}.${name}`)
    const isChanged = changed.some(({ path }) => paths.includes(path))
    const isWrong = Object.keys(errors).some((path) => paths.includes(path))
    return (
      <div
        className={clsx(redline.bar, styles.row)}
        data-changed={isChanged || undefined}
        data-wrong={isWrong || undefined}
      >
        <div className={styles.margin}>
          {isChanged && (
            <UnstyledButton
              className={redline.undo}
              onClick={() => form.undo(paths)}
              aria-label={m.form_undo_field({ label })}
            >
              <Icon name="undo" size={14} />
            </UnstyledButton>
          )}
        </div>
        {shown.map((locale) => (
          <div key={locale} className={styles.cell} lang={languageTag[locale]}>
            {values.texts[locale]
              ? cell(locale)
              : name === 'subject' && <Unwritten locale={locale} begin={startText} />}
          </div>
        ))}
      </div>
    )
  }

  return (
    <div ref={sheet} className={styles.columns} style={{ '--columns': shown.length } as CSSProperties}>
      {renderRow('subject', m.boards_subject(), (locale) => (
        <TextCell
          path={`texts.${locale}.subject`}
          label={m.boards_subject({}, { locale })}
          locale={locale}
          max={200}
          onFocus={() => setFocused(locale)}
        />
      ))}
      {renderRow('summary', m.boards_summary(), (locale) => (
        <TextCell
          path={`texts.${locale}.summary`}
          label={m.boards_summary({}, { locale })}
          locale={locale}
          max={400}
          lines={2}
          onFocus={() => setFocused(locale)}
        />
      ))}
      <div className={styles.tools}>
        <Toolbar
          kind="article"
          editor={editor}
          note={m.editor_acts_on({ language: languageName[focused] })}
          addPicture={() => setPicking(true)}
        />
      </div>
      {renderRow('body', m.boards_body(), (locale) => (
        <BodyCell
          path={`texts.${locale}.body`}
          label={`${m.boards_body()}, ${languageName[locale]}`}
          locale={locale}
          onFocus={() => setFocused(locale)}
          onReady={(ready) => setEditors((before) => ({ ...before, [locale]: ready }))}
          onPictures={(files, into) => void uploadPictures(files, into, locale)}
        />
      ))}
      <MediaPicker
        opened={isPicking}
        kind="picture"
        close={() => setPicking(false)}
        choose={({ picture }) => {
          setPicking(false)
          if (picture && editor) setTimeout(() => insertPicture(editor, picture, focused))
        }}
      />
    </div>
  )
}

/** Placeholder column of a language without a text. */
function Unwritten({ locale, begin: startText }: { locale: Locale; begin: (locale: Locale, copied: boolean) => void }) {
  const language = languageName[locale]
  return (
    <div className={styles.unwritten} lang={languageTag.ko}>
      <p>{m.boards_begin_text({ language })}</p>
      <Button onClick={() => startText(locale, false)}>{m.boards_begin({ language })}</Button>
      <Button variant="subtle" onClick={() => startText(locale, true)}>
        {m.boards_begin_copy()}
      </Button>
    </div>
  )
}

interface TextCellProps {
  path: string
  label: string
  locale: Locale
  max: number
  lines?: number
  onFocus: () => void
}

function TextCell({ path, label, locale, max, lines, onFocus }: TextCellProps) {
  const { value, error, set, blur } = usePath(path)
  const typed = typeof value === 'string' ? value : ''
  const { length } = typed.trim()
  const shared = {
    id: fieldId(path),
    value: typed,
    error,
    'aria-label': `${label}, ${languageName[locale]}`,
    onFocus,
    onBlur: blur,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => set(currentTarget.value),
  }
  return (
    <>
      <span className={styles.cellHead}>
        <span className={styles.cellLabel}>{label}</span>
        <span className={clsx(styles.count, length > max && styles.over)}>
          {lines || length > max ? `${length} / ${max}` : m.boards_letters({ count: length })}
        </span>
      </span>
      {lines ? <Textarea {...shared} autosize minRows={lines} maxRows={8} /> : <SingleLineInput {...shared} />}
    </>
  )
}

interface BodyCellProps {
  path: string
  label: string
  locale: Locale
  onFocus: () => void
  onReady: (editor: Editor | null) => void
  onPictures: (files: File[], editor: Editor) => void
}

function BodyCell({ path, label, locale, onFocus, onReady, onPictures }: BodyCellProps) {
  const { value, error, set, blur } = usePath(path)
  const { readOnly } = useForm()
  const [editor, setEditor] = useState<Editor | null>(null)
  return (
    <>
      <RichText
        readOnly={readOnly}
        id={fieldId(path)}
        kind="article"
        locale={locale}
        label={label}
        value={typeof value === 'string' ? value : ''}
        onChange={set}
        onBlur={blur}
        onFocus={onFocus}
        onReady={(ready) => {
          setEditor(ready)
          onReady(ready)
        }}
        onPictures={onPictures}
        isInvalid={error !== undefined}
        describedBy={error === undefined ? undefined : errorId(path)}
        className={styles.body}
      />
      <FieldError path={path} message={error} />
      {editor && <DoubtfulWord editor={editor} locale={locale} />}
    </>
  )
}
