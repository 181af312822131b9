import { type Editor, EditorContent, useEditor } from '@tiptap/react'
import clsx from 'clsx'
import { useEffect, useMemo, useRef } from 'react'
import type { Locale } from '#kit/contract.ts'
import { languageTag } from '#kit/locale.ts'
import { m } from '#messages/messages.js'
import { useDoubtfulWords } from '../manifest/manifests-provider.tsx'
import { showError } from '../parts/dialogs/show-toast.tsx'
import { extensionsOf, type RichKind, toStoredHtml } from './editor-extensions.ts'
import { DoubtfulWords } from './mark-doubtful-words.ts'
import { keepLists, pastedPictures, removeForeignPictures } from './paste-content.ts'
import styles from './rich-text.module.css'

interface RichTextProps {
  id: string
  kind: RichKind
  locale: Locale
  /** Accessible name. */
  label: string
  value: string
  onChange: (html: string) => void
  onBlur?: () => void
  /** Called on focus; the toolbar acts on this editor from then on. */
  onFocus: (editor: Editor) => void
  /** Called with the editor when it is ready, and with null when it is destroyed. */
  onReady?: (editor: Editor | null) => void
  readOnly?: boolean | undefined
  isInvalid?: boolean
  describedBy?: string | undefined
  /** Called with pictures dropped or pasted into the text. */
  onPictures?: (files: File[], editor: Editor) => void
  className?: string | undefined
}

/** Rich text editor for one language. One toolbar above all languages serves every editor. */
export function RichText(props: RichTextProps) {
  const { id, kind, locale, label, value, readOnly, isInvalid, describedBy, className } = props
  const latest = useRef(props)
  const findDoubtful = useDoubtfulWords()
  useEffect(() => {
    latest.current = props
  })
  // Last HTML this editor emitted; a different value came from outside (undo, merge, restored draft).
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
      ...(isInvalid && { 'aria-invalid': 'true' }),
      ...(describedBy && { 'aria-describedby': describedBy }),
    }),
    [id, label, locale, readOnly, isInvalid, describedBy],
  )

  const editor = useEditor(
    {
      extensions: [...extensionsOf(kind), DoubtfulWords.configure({ find: (text) => findDoubtful(text, locale) })],
      content: value,
      editable: !readOnly,
      injectCSS: false,
      immediatelyRender: true,
      // Forces the line below a final table: plugins add it only with the first transaction.
      onCreate: ({ editor: made }) => made.view.dispatch(made.state.tr.setMeta('preventUpdate', true)),
      onUpdate: ({ editor: changed }) => {
        written.current = toStoredHtml(changed.getHTML(), kind)
        latest.current.onChange(written.current)
      },
      onFocus: ({ editor: focused }) => latest.current.onFocus(focused),
      onBlur: () => latest.current.onBlur?.(),
      editorProps: {
        attributes,
        handlePaste: (_, event) => passPictures(event.clipboardData),
        handleDrop: (_, event) => passPictures(event.dataTransfer),
        transformPastedHTML: (html) => removeForeignPictures(keepLists(html)).html,
      },
    },
    [kind, locale, readOnly, findDoubtful],
  )
  const passPictures = (data: DataTransfer | null): boolean => {
    const { onPictures } = latest.current
    const files = pastedPictures(data)
    const { removedCount } = removeForeignPictures(data?.getData('text/html') ?? '')
    const canTakePictures = kind === 'article' && onPictures !== undefined
    if (!canTakePictures && files.length + removedCount > 0) showError(m.editor_pictures_not_here())
    else if (files.length === 0 && removedCount > 0) showError(m.editor_pictures_elsewhere({ count: removedCount }))
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

  // On a slow machine TipTap may destroy an editor before its effects ran; a new one follows.
  useEffect(() => {
    if (editor.isDestroyed) return
    latest.current.onReady?.(editor)
    return () => latest.current.onReady?.(null)
  }, [editor])

  return (
    <div className={clsx(styles.text, className)} data-kind={kind} data-wrong={isInvalid || undefined}>
      <EditorContent editor={editor} />
    </div>
  )
}
