import { closestCenter, DndContext, type DragEndEvent, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import { rectSortingStrategy, SortableContext, useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { Button, FileButton, UnstyledButton } from '@mantine/core'
import { type KeyboardEvent, useRef, useState } from 'react'
import { fieldId, useForm, usePath } from '#console/kit/form/form-context.ts'
import { Icon } from '#console/kit/parts/icon.tsx'
import { AltText } from '#console/kit/parts/media/alt-text.tsx'
import { DropArea } from '#console/kit/parts/media/drop-area.tsx'
import { MediaPicker } from '#console/kit/parts/media/media-picker.tsx'
import { Thumbnail } from '#console/kit/parts/media/thumbnail.tsx'
import { UploadProgress } from '#console/kit/parts/media/upload-progress.tsx'
import { useUpload } from '#console/kit/parts/media/use-upload.ts'
import type { Media } from '#kit/files/contract.ts'
import { acceptOf } from '#kit/files/file-types.ts'
import { m } from '#messages/messages.js'
import { pressedKey } from '#ui/browser/keyboard.ts'
import { maxPictures } from '../rules.ts'
import styles from './pictures-field.module.css'

const accepted = acceptOf({ kinds: ['picture'] })

/** Pictures of a product, ordered by dragging, by buttons, or with Alt and the arrow keys; lists show the first. */
export function PicturesField() {
  const { knownFiles, readOnly } = useForm()
  const { value, set } = usePath('pictures')
  const [picking, setPicking] = useState(false)
  const [described, setDescribed] = useState<string | null>(null)
  const ids = Array.isArray(value) ? value.filter((id) => typeof id === 'string') : []
  const room = maxPictures - ids.length
  // Uploads finish one after another: each is appended to the current list.
  const latest = useRef(ids)
  latest.current = ids
  const add = (medium: Media) => {
    knownFiles.add(medium.picture, medium.file)
    if (latest.current.includes(medium._id) || latest.current.length >= maxPictures) return
    latest.current = [...latest.current, medium._id]
    set(latest.current)
  }
  const { uploading, error, send, cancel } = useUpload(add)
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }))
  const move = (from: number, to: number) => {
    const id = ids[from]
    if (id !== undefined && to >= 0 && to < ids.length && from !== to) set(ids.toSpliced(from, 1).toSpliced(to, 0, id))
  }
  const drop = ({ active, over }: DragEndEvent) =>
    move(ids.indexOf(String(active.id)), ids.indexOf(String(over?.id ?? '')))
  return (
    <DropArea accept={accepted} onFiles={(files) => void send(files.slice(0, room))}>
      <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={drop}>
        <SortableContext items={ids} strategy={rectSortingStrategy}>
          <ul className={styles.strip}>
            {ids.map((id, index) => (
              <Tile
                key={id}
                id={id}
                place={index + 1}
                last={ids.length}
                isDescribed={described === id}
                describe={() => setDescribed(described === id ? null : id)}
                move={(by) => move(index, index + by)}
                remove={() => set(ids.filter((one) => one !== id))}
              />
            ))}
          </ul>
        </SortableContext>
      </DndContext>
      {described !== null && ids.includes(described) && (
        <AltText key={described} id={described} saved={(medium) => knownFiles.add(medium.picture, medium.file)} />
      )}
      {uploading && <UploadProgress uploading={uploading} cancel={cancel} />}
      {error && (
        <p className={styles.error} role="alert">
          <Icon name="warning" size={12} /> {error}
        </p>
      )}
      {room > 0 ? (
        !readOnly && (
          <div className={styles.actions}>
            <FileButton multiple accept={accepted} onChange={(files) => void send(files.slice(0, room))}>
              {(props) => (
                <Button
                  id={fieldId('pictures')}
                  leftSection={<Icon name="upload" />}
                  aria-label={`${m.goods_pictures()}: ${m.form_picture_upload()}`}
                  {...props}
                >
                  {m.form_picture_upload()}
                </Button>
              )}
            </FileButton>
            <Button leftSection={<Icon name="image" />} onClick={() => setPicking(true)}>
              {m.form_picture_pick()}
            </Button>
          </div>
        )
      ) : (
        <p className={styles.full}>{m.form_files_full({ count: maxPictures })}</p>
      )}
      <MediaPicker
        opened={picking}
        kind="picture"
        close={() => setPicking(false)}
        choose={(medium) => {
          add(medium)
          setPicking(false)
        }}
      />
    </DropArea>
  )
}

interface TileProps {
  id: string
  place: number
  last: number
  isDescribed: boolean
  describe: () => void
  move: (by: 1 | -1) => void
  remove: () => void
}

function Tile({ id, place, last, isDescribed, describe, move, remove }: TileProps) {
  const { knownFiles, readOnly } = useForm()
  const { setNodeRef, listeners, transform, transition, isDragging } = useSortable({ id, disabled: readOnly ?? false })
  const name = m.goods_picture({ place })
  const press = (event: KeyboardEvent) => {
    if (readOnly || !event.altKey || (pressedKey(event) !== 'ArrowLeft' && pressedKey(event) !== 'ArrowRight')) return
    event.preventDefault()
    move(pressedKey(event) === 'ArrowLeft' ? -1 : 1)
  }
  return (
    <li
      ref={setNodeRef}
      className={styles.tile}
      data-first={place === 1 || undefined}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      onKeyDown={press}
    >
      <span className={styles.picture} {...listeners}>
        <Thumbnail picture={knownFiles.picture(id) ?? null} width={96} height={96} />
      </span>
      {place === 1 && <span className={styles.first}>{m.goods_picture_first()}</span>}
      {!readOnly && (
        <span className={styles.tools}>
          <UnstyledButton
            className={styles.tool}
            disabled={place === 1}
            onClick={() => move(-1)}
            aria-label={m.form_move_up({ name })}
          >
            <Icon name="left" size={14} />
          </UnstyledButton>
          <UnstyledButton
            className={styles.tool}
            disabled={place === last}
            onClick={() => move(1)}
            aria-label={m.form_move_down({ name })}
          >
            <Icon name="right" size={14} />
          </UnstyledButton>
          <UnstyledButton
            className={styles.tool}
            aria-expanded={isDescribed}
            onClick={describe}
            aria-label={`${name}: ${m.form_alt()}`}
          >
            <Icon name="pencil" size={14} />
          </UnstyledButton>
          <UnstyledButton className={styles.tool} onClick={remove} aria-label={m.form_file_remove({ name })}>
            <Icon name="close" size={14} />
          </UnstyledButton>
        </span>
      )}
    </li>
  )
}
