import { useState } from 'react'
import { m } from '#messages/messages.js'
import { MarkButtons } from '#people/bookmarks/public/mark-buttons.tsx'
import { lazyComponent } from '#ui/browser/lazy-component.tsx'
import { Icon } from '#ui/controls/icon.tsx'
import { Picture } from '#ui/media/picture.tsx'
import { LoadFailure } from '../parts/load-failure.tsx'
import { localizePath, workPath } from '../paths.ts'
import styles from './gallery.module.css'
import { Shortcuts } from './shortcuts.tsx'
import { formatWorkName, type WorkView } from './work-view.ts'

// Loaded on demand: most visitors do not zoom.
const Zoom = lazyComponent(() => import('./work-zoom.tsx'), LoadFailure)
const WorkOnWall = lazyComponent(() => import('./on-wall.tsx'), LoadFailure)

/** Pictures of a work, never cropped; below, the view buttons, bookmark and like, and the other pictures. */
export function Gallery({ work }: { work: WorkView }) {
  const [at, setAt] = useState(0)
  const [look, setLook] = useState<'zoom' | 'actual' | 'wall' | null>(null)
  const picture = work.pictures[at] ?? work.pictures[0]
  const keep = (
    <div className={styles.keep}>
      <MarkButtons kind="work" record={work._id} address={localizePath(workPath(work._id))} />
    </div>
  )
  if (!picture)
    return (
      <div className={styles.gallery}>
        <div className={styles.none}>{m.auction_no_picture()}</div>
        <div className={styles.ways}>{keep}</div>
      </div>
    )
  const name = `${m.auction_lot({ lot: work.lot })}, ${formatWorkName(work)}`
  return (
    <div className={styles.gallery}>
      <div className={styles.large}>
        <Picture
          key={picture._id}
          picture={picture}
          sizes="(min-width: 1200px) 760px, 100vw"
          alt={name}
          isFirst
          className={styles.work ?? ''}
        />
      </div>
      <div className={styles.ways}>
        <button type="button" onClick={() => setLook('zoom')} data-look="zoom">
          <Icon name="closer" small /> {m.auction_zoom()}
        </button>
        {work.width !== null && (
          <button type="button" onClick={() => setLook('actual')}>
            <Icon name="ruler" small /> {m.auction_actual()}
          </button>
        )}
        {work.width !== null && work.height !== null && (
          <button type="button" onClick={() => setLook('wall')} data-look="wall">
            <Icon name="bench" small /> {m.auction_on_wall()}
          </button>
        )}
        {keep}
      </div>
      {work.pictures.length > 1 && (
        <ul className={styles.small}>
          {work.pictures.map((one, index) => (
            <li key={one._id}>
              <button
                type="button"
                aria-label={m.auction_picture({ number: index + 1 })}
                aria-pressed={index === at}
                onClick={() => setAt(index)}
              >
                <Picture picture={one} sizes="84px" alt="" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Shortcuts />
      {(look === 'zoom' || look === 'actual') && (
        <Zoom props={{ work, picture, actual: look === 'actual', onClose: () => setLook(null) }} />
      )}
      {look === 'wall' && <WorkOnWall props={{ work, picture, onClose: () => setLook(null) }} />}
    </div>
  )
}
