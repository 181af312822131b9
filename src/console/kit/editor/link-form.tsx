import { Button, Popover, TextInput, UnstyledButton } from '@mantine/core'
import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import { Link } from '#kit/contract.ts'
import { fieldMessage } from '#kit/issue-messages.ts'
import { m } from '#messages/messages.js'
import { getLocale } from '#messages/runtime.js'
import { Icon } from '../parts/icon.tsx'
import { PageSuggestions } from './page-suggestions.tsx'
import styles from './toolbar.module.css'

/** Sets, changes or removes the link of the selected text. */
export function LinkForm({ editor, active }: { editor: Editor | null; active: boolean }) {
  const [opened, setOpened] = useState(false)
  const [address, setAddress] = useState('')
  const [error, setError] = useState('')

  const open = () => {
    setAddress(String(editor?.getAttributes('link').href ?? ''))
    setError('')
    setOpened(true)
  }
  const remove = () => {
    editor?.chain().focus().extendMarkRange('link').unsetLink().run()
    setOpened(false)
  }
  const save = () => {
    const read = Link.safeParse(address)
    if (!address.trim()) return remove()
    if (!read.success) return setError(fieldMessage('link', getLocale()))
    apply(read.data, read.data)
  }
  /** `text` is inserted if the selection has no text that could carry the link. */
  const apply = (href: string, text: string) => {
    const chain = editor?.chain().focus().extendMarkRange('link')
    if (editor?.state.selection.empty && !active)
      chain?.insertContent({ type: 'text', text, marks: [{ type: 'link', attrs: { href } }] }).run()
    else chain?.setLink({ href }).run()
    setOpened(false)
  }

  return (
    <Popover opened={opened} onChange={setOpened} trapFocus position="bottom-start">
      <Popover.Target>
        <UnstyledButton
          data-tool
          className={styles.tool}
          aria-label={m.editor_link()}
          title={m.editor_link()}
          aria-pressed={active}
          disabled={!editor}
          onMouseDown={(event) => event.preventDefault()}
          onClick={open}
        >
          <Icon name="link" />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault()
            event.stopPropagation()
            save()
          }}
        >
          <TextInput
            data-autofocus
            label={m.editor_link_address()}
            placeholder="https:// · /story/…"
            value={address}
            error={error}
            onChange={({ currentTarget }) => {
              setAddress(currentTarget.value)
              setError('')
            }}
          />
          <Button type="submit" variant="filled">
            {m.editor_apply()}
          </Button>
          {active && <Button onClick={remove}>{m.editor_link_remove()}</Button>}
        </form>
        {opened && <PageSuggestions typed={address} choose={({ path, title }) => apply(path, title)} />}
      </Popover.Dropdown>
    </Popover>
  )
}
