import { Button, Menu, UnstyledButton } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { fieldId, useForm, usePath } from '#console/kit/form/form-context.ts'
import { errorAt } from '#console/kit/form/form-errors.ts'
import { showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import square from '#console/kit/parts/icon-button.module.css'
import { m } from '#messages/messages.js'
import { pressedKey } from '#ui/browser/keyboard.ts'
import type { Block, BlockKind } from '../contract.ts'
import { BlockEditor } from './block-editor.tsx'
import { blockKindLabels, createBlankBlock } from './block-kinds.ts'
import styles from './blocks-field.module.css'

const kinds = Object.keys(blockKindLabels).filter((kind): kind is BlockKind => kind in blockKindLabels)

/** Maximum number of blocks of a page. */
const maxBlocks = 30

/**
 * Edits the blocks of a page. Only one block is open at a time, so that ten blocks do not mount a hundred editors.
 * Blocks move by buttons or Alt with an arrow key; a removed block can be restored for a short time.
 */
export function BlocksField({ name }: { name: string }) {
  const { value, set } = usePath(name)
  const { errors } = useForm()
  const blocks: readonly Block[] = Array.isArray(value) ? value : []
  const [open, setOpen] = useState<number | null>(null)
  const place = useRef<HTMLDivElement>(null)
  const latest = useRef(blocks)
  useEffect(() => {
    latest.current = blocks
  })

  const focusHead = (index: number) =>
    setTimeout(() => place.current?.querySelectorAll<HTMLElement>('[data-block-head]').item(index)?.focus())

  const moveBlock = (from: number, to: number) => {
    const block = blocks[from]
    if (!block || to < 0 || to >= blocks.length) return
    set(blocks.toSpliced(from, 1).toSpliced(to, 0, block))
    setOpen((openIndex) => (openIndex === from ? to : openIndex === to ? from : openIndex))
    focusHead(to)
  }

  const remove = (index: number) => {
    const block = blocks[index]
    if (!block) return
    set(blocks.toSpliced(index, 1))
    setOpen((openIndex) =>
      openIndex === null || openIndex === index ? null : openIndex > index ? openIndex - 1 : openIndex,
    )
    focusHead(Math.min(index, blocks.length - 2))
    showSuccess(m.practice_block_removed({ name: getBlockName(block) }), async () => {
      set(latest.current.toSpliced(index, 0, block))
      setOpen(null)
    })
  }

  const addBlock = (kind: BlockKind) => {
    set([
      ...blocks,
      createBlankBlock(
        kind,
        blocks.map(({ anchor }) => anchor),
      ),
    ])
    setOpen(blocks.length)
    setTimeout(() => place.current?.querySelector<HTMLElement>('[data-block-body] :is(input, textarea)')?.focus())
  }

  return (
    <div ref={place} id={fieldId(name)} tabIndex={-1} className={styles.blocks}>
      <ol className={styles.list}>
        {blocks.map((block, index) => (
          <BlockRow
            // biome-ignore lint/suspicious/noArrayIndexKey: blocks are identified by position; the form holds their values
            key={index}
            block={block}
            path={`${name}.${index}`}
            error={errorAt(errors, `${name}.${index}`)}
            open={open === index}
            toggle={() => setOpen(open === index ? null : index)}
            up={index > 0 ? () => moveBlock(index, index - 1) : undefined}
            down={index < blocks.length - 1 ? () => moveBlock(index, index + 1) : undefined}
            remove={() => remove(index)}
          />
        ))}
      </ol>
      {blocks.length === 0 && <p className={styles.empty}>{m.practice_block_empty()}</p>}
      {blocks.length < maxBlocks ? (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button leftSection={<Icon name="add" />}>{m.practice_block_add()}</Button>
          </Menu.Target>
          <Menu.Dropdown>
            {kinds.map((kind) => (
              <Menu.Item key={kind} onClick={() => addBlock(kind)}>
                {blockKindLabels[kind]()}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      ) : (
        <p className={styles.empty}>{m.form_files_full({ count: maxBlocks })}</p>
      )}
    </div>
  )
}

const getBlockName = ({ title, kind }: Block): string =>
  title.ko?.replace(/\s+/g, ' ').trim() || blockKindLabels[kind]()

interface BlockRowProps {
  block: Block
  path: string
  error: string | undefined
  open: boolean
  toggle: () => void
  up: (() => void) | undefined
  down: (() => void) | undefined
  remove: () => void
}

function BlockRow({ block, path, error, open, toggle, up, down, remove }: BlockRowProps) {
  const name = getBlockName(block)
  const body = `${fieldId(path)}-body`
  const handleKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || (pressedKey(event) !== 'ArrowUp' && pressedKey(event) !== 'ArrowDown')) return
    event.preventDefault()
    const moveInDirection = pressedKey(event) === 'ArrowUp' ? up : down
    moveInDirection?.()
  }
  return (
    <li className={styles.block} data-wrong={error !== undefined || undefined}>
      <div className={styles.head}>
        <UnstyledButton
          className={styles.toggle}
          data-block-head
          id={fieldId(path)}
          aria-expanded={open}
          aria-controls={open ? body : undefined}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          onClick={toggle}
          onKeyDown={handleKeyDown}
        >
          <Icon name={open ? 'down' : 'right'} size={14} />
          <span className={styles.kind}>{blockKindLabels[block.kind]()}</span>
          <span className={styles.name}>{name}</span>
          {'items' in block && <span className={styles.count}>{block.items.length}</span>}
        </UnstyledButton>
        <UnstyledButton className={square.square} disabled={!up} onClick={up} aria-label={m.form_move_up({ name })}>
          <Icon name="sortUp" size={14} />
        </UnstyledButton>
        <UnstyledButton
          className={square.square}
          disabled={!down}
          onClick={down}
          aria-label={m.form_move_down({ name })}
        >
          <Icon name="sortDown" size={14} />
        </UnstyledButton>
        <UnstyledButton className={square.square} onClick={remove} aria-label={m.form_file_remove({ name })}>
          <Icon name="close" size={14} />
        </UnstyledButton>
      </div>
      {error !== undefined && !open && (
        <p className={styles.error}>
          <Icon name="warning" size={12} /> {error}
        </p>
      )}
      {open && (
        <div id={body} className={styles.body} data-block-body>
          <BlockEditor path={path} kind={block.kind} />
        </div>
      )}
    </li>
  )
}
