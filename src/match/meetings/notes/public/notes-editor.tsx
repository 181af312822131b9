import { Extension } from '@tiptap/core'
import { Collaboration, isChangeOrigin } from '@tiptap/extension-collaboration'
import { Fragment, type Node, Slice } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { yCursorPlugin, yUndoPluginKey } from '@tiptap/y-tiptap'
import { type KeyboardEvent, useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { Icon, type IconName } from '#console/kit/parts/icon.tsx'
import { m } from '#messages/messages.js'
import { pressedKey } from '#ui/browser/keyboard.ts'
import room from '../../public/meeting-room.module.css'
import { maxListDepth, maxNotesLength } from '../../rules.ts'
import { countCharacters } from './count-characters.ts'
import styles from './notes-editor.module.css'
import { type CaretState, isCaretInNotes, type RemoteCarets } from './remote-carets.ts'
import type { SharedNotes } from './shared-notes.ts'

interface NotesEditorProps {
  notes: SharedNotes
  carets: RemoteCarets
}

const renderCaret = ({ name, color }: { name: string; color: string }): HTMLElement => {
  const caret = document.createElement('span')
  caret.className = styles.caret ?? ''
  caret.style.setProperty('--side', color)
  // Rendered by CSS from the attribute, so that the name is not part of the text.
  caret.dataset.name = name
  caret.ariaHidden = 'true'
  return caret
}

/** Runs a change as a separate undo step; otherwise it merges with typing within half a second. */
const applyAsOneStep = (view: EditorView, change: () => void) => {
  const stop = () => yUndoPluginKey.getState(view.state)?.undoManager.stopCapturing()
  stop()
  change()
  stop()
}

/** Inserts plain text, one paragraph per line. The page's Trusted Types policy forbids parsing clipboard HTML. */
const insertLines = (view: EditorView, text: string) => {
  const { schema } = view.state
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  const { paragraph } = schema.nodes
  if (lines.length === 1 || !paragraph) return view.dispatch(view.state.tr.insertText(text).scrollIntoView())
  const lined = lines.map((line) => paragraph.create(null, line ? schema.text(line) : null))
  view.dispatch(view.state.tr.replaceSelection(Slice.maxOpen(Fragment.from(lined))).scrollIntoView())
}

const lists = new Set(['bulletList', 'orderedList'])

/** Returns the depth of nested lists. */
const getListDepth = (node: Node): number => {
  let deepest = 0
  node.forEach((child) => {
    deepest = Math.max(deepest, getListDepth(child))
  })
  return deepest + (lists.has(node.type.name) ? 1 : 0)
}

type Awareness = Parameters<typeof yCursorPlugin>[0]

/**
 * Cursor plugin typed with only the awareness methods it calls; the full class implements a protocol that is not used
 * here.
 */
interface CursorPlugin {
  show(
    carets: Pick<Awareness, 'getLocalState' | 'setLocalStateField' | 'getStates' | 'on' | 'off'>,
    options: Parameters<typeof yCursorPlugin>[1],
  ): Plugin
}
const cursorPlugin: CursorPlugin = { show: yCursorPlugin }

const createExtensions = ({ notes, carets }: NotesEditorProps, onFull: () => void) => [
  StarterKit.configure({
    heading: { levels: [2] },
    // Undo must not revert changes of others: the collaboration extension has its own history.
    undoRedo: false,
    // Otherwise every editor would append its own trailing line.
    trailingNode: false,
    blockquote: false,
    code: false,
    codeBlock: false,
    horizontalRule: false,
    italic: false,
    link: false,
    strike: false,
    underline: false,
  }),
  Collaboration.configure({ fragment: notes.fragment }),
  Extension.create({
    name: 'room',
    addProseMirrorPlugins: () => [
      cursorPlugin.show(carets, {
        awarenessStateFilter: (_own: number, _other: number, { cursor }: CaretState) => isCaretInNotes(notes, cursor),
        cursorBuilder: renderCaret,
        selectionBuilder: () => ({ class: styles.selected ?? '' }),
      }),
      new Plugin({
        filterTransaction: (transaction, state) => {
          if (!transaction.docChanged || isChangeOrigin(transaction)) return true
          if (getListDepth(transaction.doc) > maxListDepth) return false
          const length = countCharacters(transaction.doc)
          const fits = length <= maxNotesLength || length < countCharacters(state.doc)
          if (!fits) onFull()
          return fits
        },
      }),
    ],
  }),
]

/** Shared notes editor with the carets of the others. */
export default function NotesEditor({ notes, carets }: NotesEditorProps) {
  const [isFull, setFull] = useState(false)
  const plain = useSyncExternalStore(
    useCallback((changed: () => void) => notes.watchPlain(changed), [notes]),
    () => notes.plain,
  )
  const extensions = useMemo(() => createExtensions({ notes, carets }, () => setFull(true)), [notes, carets])
  const editor = useEditor(
    {
      extensions,
      // A string, even an empty one, would be parsed as HTML, which the page's policy refuses.
      content: { type: 'doc', content: [{ type: 'paragraph' }] },
      injectCSS: false,
      immediatelyRender: true,
      onUpdate: () => setFull(false),
      editorProps: {
        attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': m.meetings_notes() },
        handleDOMEvents: {
          paste: (view, event) => {
            event.preventDefault()
            applyAsOneStep(view, () => insertLines(view, event.clipboardData?.getData('text/plain') ?? ''))
            return true
          },
          drop: (view, event) => {
            // Moving text within the notes involves no foreign HTML.
            if (view.dragging) return false
            event.preventDefault()
            const at = view.posAtCoords({ left: event.clientX, top: event.clientY })
            const text = event.dataTransfer?.getData('text/plain')
            if (at && text) applyAsOneStep(view, () => view.dispatch(view.state.tr.insertText(text, at.pos)))
            return true
          },
        },
      },
    },
    [extensions],
  )
  return (
    <>
      <p className={room.hint}>{m.meetings_notes_hint()}</p>
      {plain && <p className={styles.plain}>{plain}</p>}
      <Toolbar editor={editor} />
      <div role="alert">
        {isFull && <p className={room.error}>{m.meetings_notes_full({ count: maxNotesLength })}</p>}
      </div>
      <EditorContent editor={editor} className={styles.text} />
    </>
  )
}

interface Tool {
  icon: IconName
  label: string
  /** Undefined for a button without a pressed state. */
  isOn?: boolean
  run: () => void
}

/** Toolbar with roving tabindex: one Tab stop, arrow keys move within it. */
function Toolbar({ editor }: { editor: Editor }) {
  const bar = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(0)
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      bold: now.isActive('bold'),
      heading: now.isActive('heading'),
      bullets: now.isActive('bulletList'),
      numbers: now.isActive('orderedList'),
    }),
  })
  const run = () => editor.chain().focus()
  const tools: Tool[] = [
    { icon: 'bold', label: m.meetings_notes_bold(), isOn: state.bold, run: () => run().toggleBold().run() },
    {
      icon: 'heading3',
      label: m.meetings_notes_heading(),
      isOn: state.heading,
      run: () => run().toggleHeading({ level: 2 }).run(),
    },
    {
      icon: 'bullets',
      label: m.meetings_notes_bullets(),
      isOn: state.bullets,
      run: () => run().toggleBulletList().run(),
    },
    {
      icon: 'numbers',
      label: m.meetings_notes_numbers(),
      isOn: state.numbers,
      run: () => run().toggleOrderedList().run(),
    },
    { icon: 'undo', label: m.meetings_notes_undo(), run: () => run().undo().run() },
    { icon: 'redo', label: m.meetings_notes_redo(), run: () => run().redo().run() },
  ]
  const press = (event: KeyboardEvent) => {
    const step = pressedKey(event) === 'ArrowRight' ? 1 : pressedKey(event) === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const next = (current + step + tools.length) % tools.length
    setCurrent(next)
    bar.current?.querySelectorAll('button')[next]?.focus()
  }
  return (
    <div ref={bar} role="toolbar" aria-label={m.meetings_notes_toolbar()} className={styles.tools} onKeyDown={press}>
      {tools.map(({ icon, label, isOn, run: act }, index) => (
        <button
          key={icon}
          type="button"
          aria-label={label}
          title={label}
          aria-pressed={isOn}
          tabIndex={index === current ? 0 : -1}
          // Keep the selection of the text.
          onMouseDown={(event) => event.preventDefault()}
          onFocus={() => setCurrent(index)}
          onClick={act}
        >
          <Icon name={icon} />
        </button>
      ))}
    </div>
  )
}
