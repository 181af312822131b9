import { type Editor, EditorContent, useEditor } from '@tiptap/react'
import clsx from 'clsx'
import { useEffect, useMemo, useRef } from 'react'
import type { Locale } from '#kit/contract.ts'
import { languageTag } from '#kit/locale.ts'
import { m } from '#messages/messages.js'
import { useDoubtfulWords } from '../manifests.tsx'
import { sayWrong } from '../parts/toast.tsx'
import { DoubtfulWords } from './doubtful-words.ts'
import { extensionsOf, type RichKind, storedHtml } from './extensions.ts'
import { picturesOf, withoutForeignPictures } from './pasted.ts'
import styles from './rich-text.module.css'

interface RichTextProps {
  id: string
  kind: RichKind
  locale: Locale
  /** For screen readers. */
  label: string
  value: string
  onChange: (html: string) => void
  onLeave?: () => void
  /** The text got the cursor: the toolbar acts on it from now on. */
  onFocus: (editor: Editor) => void
  /** The editor of this text, once it is there, and null when it is gone. */
  onReady?: (editor: Editor | null) => void
  readOnly?: boolean | undefined
  wrong?: boolean
  describedBy?: string | undefined
  /** Pictures dropped or pasted into the text. */
  onPictures?: (files: File[], editor: Editor) => void
  className?: string | undefined
}

/** One language of an edited text. It has no toolbar of its own: one above all languages serves them all. */
export function RichText(props: RichTextProps) {
  const { id, kind, locale, label, value, readOnly, wrong, describedBy, className } = props
  const latest = useRef(props)
  const findDoubtful = useDoubtfulWords()
  useEffect(() => {
    latest.current = props
  })
  // What this editor wrote last: another value came from outside (undo, a merge, a restored draft).
  const written = useRef(value)

  const attributes = useMemo(
    () => ({
      id,
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': label,
      lang: languageTag[locale],
      spellcheck: locale === 'en' ? 'true' : 'false',
      ...(readOnly && { 'aria-readonly': 'true' }),
      ...(wrong && { 'aria-invalid': 'true' }),
      ...(describedBy && { 'aria-describedby': describedBy }),
    }),
    [id, label, locale, readOnly, wrong, describedBy],
  )

  const editor = useEditor(
    {
      extensions: [...extensionsOf(kind), DoubtfulWords.configure({ find: (text) => findDoubtful(text, locale) })],
      content: value,
      editable: !readOnly,
      injectCSS: false,
      immediatelyRender: true,
      // Makes the line below a table at the end: plugins add it at the first transaction.
      onCreate: ({ editor: made }) => made.view.dispatch(made.state.tr.setMeta('preventUpdate', true)),
      onUpdate: ({ editor: changed }) => {
        written.current = storedHtml(changed.getHTML(), kind)
        latest.current.onChange(written.current)
      },
      onFocus: ({ editor: focused }) => latest.current.onFocus(focused),
      onBlur: () => latest.current.onLeave?.(),
      editorProps: {
        attributes,
        handlePaste: (_, event) => passPictures(event.clipboardData),
        handleDrop: (_, event) => passPictures(event.dataTransfer),
        transformPastedHTML: (html) => withoutForeignPictures(html).kept,
      },
    },
    [kind, locale, readOnly, findDoubtful],
  )
  const passPictures = (data: DataTransfer | null): boolean => {
    const { onPictures } = latest.current
    const files = picturesOf(data)
    const { left } = withoutForeignPictures(data?.getData('text/html') ?? '')
    if (files.length === 0 && left > 0 && kind === 'article') sayWrong(m.editor_pictures_elsewhere({ count: left }))
    if (files.length === 0 || !onPictures || !editor) return false
    onPictures(files, editor)
    return true
  }

  useEffect(() => {
    editor.setOptions({ editorProps: { ...editor.options.editorProps, attributes } })
  }, [editor, attributes])

  useEffect(() => {
    if (value === written.current) return
    written.current = value
    editor.commands.setContent(value, { emitUpdate: false })
  }, [editor, value])

  // On a slow machine TipTap may have let go of an editor before its effects ran; another is on its way then.
  useEffect(() => {
    if (editor.isDestroyed) return
    latest.current.onReady?.(editor)
    return () => latest.current.onReady?.(null)
  }, [editor])

  return (
    <div className={clsx(styles.text, className)} data-kind={kind} data-wrong={wrong || undefined}>
      <EditorContent editor={editor} />
    </div>
  )
}
