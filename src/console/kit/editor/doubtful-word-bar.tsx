import { Button, FocusTrap, Portal, UnstyledButton } from '@mantine/core'
import type { EditorState } from '@tiptap/pm/state'
import type { Editor } from '@tiptap/react'
import { useEditorState } from '@tiptap/react'
import { useEffect, useState } from 'react'
import type { Locale } from '#kit/contract.ts'
import { m } from '#messages/messages.js'
import { pressedKey } from '#ui/browser/keyboard.ts'
import { useDoubtfulWords } from '../manifest/manifests-provider.tsx'
import { Icon } from '../parts/icon.tsx'
import styles from './doubtful-word-bar.module.css'
import { doubtfulWordsKey, findMarkedWords, ignoredWords, type Marked } from './mark-doubtful-words.ts'

interface Opened {
  word: Marked
  left: number
  top: number
}

/** Shows the number of doubtful words and, for the one at the cursor, the reason and the suggestions. */
export function DoubtfulWord({ editor, locale }: { editor: Editor; locale: Locale }) {
  const [opened, setOpened] = useState<Opened>()
  const findIn = useDoubtfulWords()
  const marked = (state: EditorState) => findMarkedWords(state.doc, (text) => findIn(text, locale), ignoredWords(state))
  const words = useEditorState({
    editor,
    selector: ({ editor: now }) => marked(now.state),
    equalityFn: (a, b) => JSON.stringify(a) === JSON.stringify(b),
  })

  const open = (word: Marked) => {
    const { left, bottom } = editor.view.coordsAtPos(word.at.from)
    setOpened({ word, left: Math.min(left, window.innerWidth - 340), top: bottom + 8 })
  }
  useEffect(() => {
    const dom = editor.view.dom
    const click = (event: MouseEvent) => {
      const target = event.target instanceof Element ? event.target.closest('[data-doubtful]') : null
      if (!target) return setOpened(undefined)
      const at = editor.view.posAtDOM(target, 0)
      const word = marked(editor.state).find((candidate) => candidate.at.from <= at && at <= candidate.at.to)
      if (word) open(word)
    }
    dom.addEventListener('click', click)
    return () => dom.removeEventListener('click', click)
  })

  const close = () => {
    setOpened(undefined)
    editor.commands.focus()
  }
  const replace = (word: Marked, text: string) => {
    editor.chain().focus().insertContentAt(word.at, text).run()
    setOpened(undefined)
  }
  const leave = ({ word }: Marked) => {
    editor.view.dispatch(editor.state.tr.setMeta(doubtfulWordsKey, word))
    close()
  }

  const first = words?.[0]
  return (
    <>
      {first && (
        <p className={styles.summary}>
          <Icon name="warning" size={14} />
          {m.editor_doubtful({ count: words.length })}
          {words.map((word) => (
            <UnstyledButton
              key={word.at.from}
              className={styles.word}
              onClick={() => {
                editor.chain().setTextSelection(word.at).scrollIntoView().run()
                setTimeout(() => open(word))
              }}
            >
              {m.list_quoted({ name: word.word })}
            </UnstyledButton>
          ))}
        </p>
      )}
      {opened && (
        <Portal>
          <FocusTrap active>
            <div
              className={styles.popover}
              style={{ left: opened.left, top: opened.top }}
              role="dialog"
              aria-label={opened.word.word}
              onKeyDown={(event) => {
                if (pressedKey(event) !== 'Escape') return
                event.preventDefault()
                close()
              }}
            >
              <p className={styles.reason}>
                {m.list_quoted({ name: opened.word.word })}: {opened.word.reason}
              </p>
              <div className={styles.acts}>
                {opened.word.instead.map((text, index) => (
                  <Button
                    key={text}
                    size="xs"
                    variant={index === 0 ? 'filled' : 'default'}
                    onClick={() => replace(opened.word, text)}
                  >
                    {m.editor_doubtful_replace({ text })}
                  </Button>
                ))}
                <Button size="xs" variant="subtle" onClick={() => leave(opened.word)}>
                  {m.editor_doubtful_leave()}
                </Button>
              </div>
            </div>
          </FocusTrap>
        </Portal>
      )}
    </>
  )
}
