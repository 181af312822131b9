import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { m } from '#messages/messages.js'
import { Icon } from '#ui/controls/icon.tsx'
import styles from './scroll-to-top.module.css'

/**
 * Link to the top of the page, fixed at the bottom after one screen of scrolling. It needs no script, and its `nav`
 * places it in a landmark.
 */
export function ScrollToTop() {
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    const element = link.current
    if (!element) return
    const update = () => {
      element.dataset.shown = String(scrollY > innerHeight)
    }
    update()
    addEventListener('scroll', update, { passive: true })
    return () => removeEventListener('scroll', update)
  }, [])
  return (
    <nav aria-label={m.site_to_top()}>
      <Link ref={link} className={styles.top} data-ground="paper" to="#top" replace aria-label={m.site_to_top()}>
        <Icon name="arrow-up" />
      </Link>
    </nav>
  )
}
