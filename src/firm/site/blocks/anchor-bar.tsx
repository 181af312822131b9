import { useEffect, useRef, useState } from 'react'
import type { PublicBlock } from '#content/blocks/contract.ts'
import { m } from '#messages/messages.js'
import { foreignLang } from '#ui/format/language-attributes.ts'
import styles from './anchor-bar.module.css'

/** Returns the last section that has scrolled past the anchor bar; the first if none has. */
const useCurrent = (anchors: readonly string[]): string | undefined => {
  const [current, setCurrent] = useState(anchors[0])
  const names = anchors.join(' ')
  useEffect(() => {
    const sections = names.split(' ').flatMap((name) => document.getElementById(name) ?? [])
    let frame = 0
    const update = () => {
      frame = 0
      const row = document.querySelector('[data-anchors]')?.getBoundingClientRect().bottom ?? 0
      // One px of tolerance: scroll targets rarely fall on whole pixels.
      const passed = sections.findLast((section) => section.getBoundingClientRect().top <= row + 1)
      setCurrent((passed ?? sections[0])?.id)
    }
    const scheduleUpdate = () => {
      frame ||= requestAnimationFrame(update)
    }
    scheduleUpdate()
    addEventListener('scroll', scheduleUpdate, { passive: true })
    addEventListener('resize', scheduleUpdate)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', scheduleUpdate)
      removeEventListener('resize', scheduleUpdate)
    }
  }, [names])
  return current
}

/** Sticky bar of links to the sections of the page; it scrolls sideways on phones. */
export function AnchorBar({ blocks }: { blocks: readonly PublicBlock[] }) {
  const named = blocks.filter(({ kind }) => kind !== 'call')
  const current = useCurrent(named.map(({ anchor }) => anchor))
  const row = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const list = row.current
    const link = list?.querySelector<HTMLElement>(`a[href="#${current}"]`)
    // Scroll the bar only, not the page.
    if (list && link) list.scrollTo({ left: link.offsetLeft - list.clientWidth / 3 })
  }, [current])
  return (
    <nav className={styles.anchors} aria-label={m.practice_anchors()} data-ground="paper" data-anchors>
      <ul ref={row} className={styles.row} data-scrolls>
        {named.map(({ anchor, label, title, lang }) => (
          <li key={anchor}>
            <a
              className={styles.link}
              href={`#${anchor}`}
              lang={foreignLang(lang)}
              aria-current={anchor === current ? 'location' : undefined}
            >
              {label || title.replace(/\s+/g, ' ')}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
