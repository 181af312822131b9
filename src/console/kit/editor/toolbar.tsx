import { Button, Popover, TextInput, UnstyledButton } from '@mantine/core'
import { type Editor, useEditorState } from '@tiptap/react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { m } from '#messages/messages.js'
import { pressedKey } from '#ui/browser/keyboard.ts'
import { Icon, type IconName } from '../parts/icon.tsx'
import type { RichKind } from './editor-extensions.ts'
import { insertRule, insertTable } from './insert-block.ts'
import { LinkForm } from './link-form.tsx'
import styles from './toolbar.module.css'

interface ToolbarProps {
  kind: RichKind
  /** Editor that has, or last had, the cursor. */
  editor: Editor | null
  /** Name of that text. */
  note: ReactNode
  /** Opens the media picker; absent if the text takes no pictures. */
  addPicture?: () => void
}

interface Tool {
  icon: IconName
  label: string
  active: boolean
  run: () => void
  /** Keyboard shortcut. */
  keys?: string
}

/** Toolbar shared by all languages of a text; acts on the focused editor. Arrow keys move between its buttons. */
export function Toolbar({ kind, editor, note, addPicture }: ToolbarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) =>
      now && {
        bold: now.isActive('bold'),
        italic: now.isActive('italic'),
        heading2: now.isActive('heading', { level: 2 }),
        heading3: now.isActive('heading', { level: 3 }),
        bullets: now.isActive('bulletList'),
        numbers: now.isActive('orderedList'),
        quote: now.isActive('blockquote'),
        link: now.isActive('link'),
        table: now.isActive('table'),
        figure: now.isActive('figure'),
        alt: String(now.getAttributes('figure').alt ?? ''),
      },
  })
  const run = () => editor?.chain().focus()
  const line: Tool[] = [
    {
      icon: 'bold',
      label: m.editor_bold(),
      active: state?.bold ?? false,
      keys: 'Ctrl B',
      run: () => run()?.toggleBold().run(),
    },
    {
      icon: 'italic',
      label: m.editor_italic(),
      active: state?.italic ?? false,
      keys: 'Ctrl I',
      run: () => run()?.toggleItalic().run(),
    },
  ]
  const headings: Tool[] = [
    {
      icon: 'heading2',
      label: m.editor_heading2(),
      active: state?.heading2 ?? false,
      run: () => run()?.toggleHeading({ level: 2 }).run(),
    },
    {
      icon: 'heading3',
      label: m.editor_heading3(),
      active: state?.heading3 ?? false,
      run: () => run()?.toggleHeading({ level: 3 }).run(),
    },
  ]
  const blocks: Tool[] = [
    {
      icon: 'bullets',
      label: m.editor_bullets(),
      active: state?.bullets ?? false,
      run: () => run()?.toggleBulletList().run(),
    },
    {
      icon: 'numbers',
      label: m.editor_numbers(),
      active: state?.numbers ?? false,
      run: () => run()?.toggleOrderedList().run(),
    },
    {
      icon: 'quote',
      label: m.editor_quote(),
      active: state?.quote ?? false,
      run: () => run()?.toggleBlockquote().run(),
    },
  ]
  const inserts: Tool[] = [
    ...(addPicture
      ? [{ icon: 'image' as const, label: m.editor_picture(), active: state?.figure ?? false, run: addPicture }]
      : []),
    {
      icon: 'table',
      label: m.editor_table(),
      active: state?.table ?? false,
      run: () => editor && insertTable(editor),
    },
    { icon: 'rule', label: m.editor_rule(), active: false, run: () => editor && insertRule(editor) },
  ]
  const history: Tool[] = [
    { icon: 'undo', label: m.editor_undo(), active: false, keys: 'Ctrl Z', run: () => run()?.undo().run() },
    { icon: 'redo', label: m.editor_redo(), active: false, keys: 'Ctrl Y', run: () => run()?.redo().run() },
  ]
  const group = (tools: Tool[]) => (
    <span className={styles.group}>
      {tools.map((tool) => (
        <ToolButton key={tool.icon} tool={tool} disabled={!editor} />
      ))}
    </span>
  )

  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    if (pressedKey(event) !== 'ArrowLeft' && pressedKey(event) !== 'ArrowRight') return
    if (event.target instanceof HTMLInputElement) return
    const buttons = [...(bar.current?.querySelectorAll<HTMLElement>('[data-tool]') ?? [])]
    const at = buttons.indexOf(event.target instanceof HTMLElement ? event.target : event.currentTarget)
    if (at < 0) return
    event.preventDefault()
    buttons.at((at + (pressedKey(event) === 'ArrowRight' ? 1 : -1)) % buttons.length)?.focus()
  }

  return (
    <div
      ref={bar}
      className={styles.bar}
      role="toolbar"
      aria-label={m.editor_toolbar()}
      // While the buttons are disabled, the keyboard must still reach and scroll the toolbar.
      tabIndex={editor ? undefined : 0}
      onKeyDown={press}
    >
      {kind === 'article' && group(headings)}
      {group(line)}
      {kind === 'article' && group(blocks)}
      <span className={styles.group}>
        <LinkForm editor={editor} active={state?.link ?? false} />
        {kind === 'article' && inserts.map((tool) => <ToolButton key={tool.icon} tool={tool} disabled={!editor} />)}
      </span>
      {group(history)}
      {state?.table && editor && <TableTools editor={editor} />}
      {state?.figure && editor && <AltForm editor={editor} alt={state.alt} />}
      <span className={styles.note}>{note}</span>
    </div>
  )
}

function ToolButton({ tool, disabled }: { tool: Tool; disabled: boolean }) {
  const words = tool.keys ? `${tool.label} (${tool.keys})` : tool.label
  return (
    <UnstyledButton
      data-tool
      className={styles.tool}
      aria-label={words}
      title={words}
      aria-pressed={tool.active}
      disabled={disabled}
      // Keeps the text selection on click.
      onMouseDown={(event) => event.preventDefault()}
      onClick={tool.run}
    >
      <Icon name={tool.icon} />
    </UnstyledButton>
  )
}

/** Row and column tools, shown while the cursor is in a table. */
function TableTools({ editor }: { editor: Editor }) {
  const acts = [
    { key: 'row', label: m.editor_table_row(), run: () => editor.chain().focus().addRowAfter().run() },
    { key: 'column', label: m.editor_table_column(), run: () => editor.chain().focus().addColumnAfter().run() },
    { key: 'lessRow', label: m.editor_table_less_row(), run: () => editor.chain().focus().deleteRow().run() },
    { key: 'lessColumn', label: m.editor_table_less_column(), run: () => editor.chain().focus().deleteColumn().run() },
    { key: 'head', label: m.editor_table_head(), run: () => editor.chain().focus().toggleHeaderRow().run() },
    { key: 'none', label: m.editor_table_remove(), run: () => editor.chain().focus().deleteTable().run() },
  ]
  return (
    <span className={styles.words}>
      {acts.map(({ key, label, run }) => (
        <UnstyledButton
          key={key}
          data-tool
          className={styles.word}
          onMouseDown={(event) => event.preventDefault()}
          onClick={run}
        >
          {label}
        </UnstyledButton>
      ))}
    </span>
  )
}

/** Alternative text of the selected picture. */
function AltForm({ editor, alt }: { editor: Editor; alt: string }) {
  const [opened, setOpened] = useState(false)
  const [typed, setTyped] = useState(alt)
  const save = () => {
    editor.chain().focus().updateAttributes('figure', { alt: typed.trim() }).run()
    setOpened(false)
  }
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus position="bottom-start">
      <Popover.Target>
        <UnstyledButton
          data-tool
          className={styles.word}
          onClick={() => {
            setTyped(alt)
            setOpened(true)
          }}
        >
          {alt ? m.form_alt() : m.editor_alt_add()}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault()
            save()
          }}
        >
          <TextInput
            data-autofocus
            label={m.form_alt()}
            value={typed}
            maxLength={300}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <Button type="submit" variant="filled">
            {m.editor_apply()}
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
