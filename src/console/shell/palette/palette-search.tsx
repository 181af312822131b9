import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { Icon } from '#console/kit/parts/icon.tsx'
import { m } from '#messages/messages.js'
import { pressedKey } from '#ui/browser/keyboard.ts'
import { convertKeyboard } from './match-text.ts'
import { closePalette } from './open-palette.ts'
import styles from './palette.module.css'
import type { Entry } from './palette-entry.ts'
import { PaletteOption } from './palette-option.tsx'
import { useResultGroups } from './use-result-groups.ts'

/** Search field, results and a preview of the selected one. Fully usable by keyboard. */
export function PaletteSearch({ initial }: { initial: string }) {
  const id = useId()
  const [typed, setTyped] = useState(initial)
  const [chosenKey, setChosenKey] = useState<string | null>(null)
  const [subjectKey, setSubjectKey] = useState<string | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()

  const { groups, subject, isSearching } = useResultGroups(typed, subjectKey)
  const entries = groups.flatMap((group) => group.entries)
  const chosen = entries.find(({ key }) => key === chosenKey) ?? entries[0]
  const meant = convertKeyboard(typed.trim())

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  })

  const choose = (entry: Entry | undefined) => {
    if (!entry) return
    setChosenKey(entry.key)
    if (groups.find(({ key }) => key === 'records')?.entries.includes(entry)) setSubjectKey(entry.key)
  }

  const perform = (entry: Entry | undefined, inNewTab = false) => {
    if (!entry) return
    closePalette()
    if (entry.run) return entry.run()
    if (!entry.to) return
    if (inNewTab) window.open(entry.to, '_blank')
    else navigate(entry.to)
  }

  const move = (by: number) => {
    const at = chosen ? entries.indexOf(chosen) : -1
    choose(entries[(at + by + entries.length) % entries.length])
  }

  const onKeyDown = (event: KeyboardEvent) => {
    switch (pressedKey(event)) {
      case 'ArrowDown':
        move(1)
        break
      case 'ArrowUp':
        move(-1)
        break
      case 'Enter':
        perform(chosen, event.ctrlKey || event.metaKey)
        break
      case 'Tab':
        if (event.shiftKey) return
        choose(groups.find(({ key }) => key === 'acts')?.entries[0])
        break
      default:
        return
    }
    event.preventDefault()
  }

  return (
    <>
      <div className={styles.field}>
        <Icon name="search" size={20} />
        <input
          data-autofocus
          className={styles.input}
          role="combobox"
          aria-label={m.palette_title()}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen ? `${id}-${chosen.key}` : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder={m.palette_placeholder()}
          value={typed}
          maxLength={100}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setChosenKey(null)
            setSubjectKey(null)
          }}
          onKeyDown={onKeyDown}
        />
        {meant && <span className={styles.meant}>{m.palette_meant({ words: meant })}</span>}
      </div>
      <div className={styles.middle}>
        <div
          className={styles.list}
          id={`${id}-list`}
          role="listbox"
          aria-label={m.palette_title()}
          ref={list}
          tabIndex={-1}
        >
          {groups.map((group) => (
            <fieldset key={group.key} className={styles.groups} aria-labelledby={`${id}-${group.key}`}>
              <p className={styles.group} id={`${id}-${group.key}`}>
                {group.title}
              </p>
              {group.entries.map((entry) => (
                <PaletteOption
                  key={entry.key}
                  id={`${id}-${entry.key}`}
                  entry={entry}
                  isSelected={entry === chosen}
                  onChoose={() => choose(entry)}
                  onPerform={(inNewTab) => perform(entry, inNewTab)}
                />
              ))}
            </fieldset>
          ))}
          {entries.length === 0 && <p className={styles.none}>{isSearching ? m.palette_asking() : m.palette_none()}</p>}
        </div>
        {subject?.preview && <div className={styles.side}>{subject.preview}</div>}
      </div>
      <div className={styles.foot}>
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> {m.palette_key_move()}
        </span>
        <span>
          <kbd>↵</kbd> {m.palette_key_open()}
        </span>
        <span>
          <kbd>Ctrl ↵</kbd> {m.palette_key_tab()}
        </span>
        <span>
          <kbd>Tab</kbd> {m.palette_key_acts()}
        </span>
        <span className={styles.last}>
          <kbd>&gt;</kbd> {m.palette_key_only_acts()}
        </span>
      </div>
    </>
  )
}
