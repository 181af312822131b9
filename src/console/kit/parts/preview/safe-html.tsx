import DOMPurify from 'dompurify'
import { useLayoutEffect, useRef } from 'react'

/** Renders user-written HTML: sanitizes it again and inserts DOM nodes, never a string. */
export function SafeHtml({ html, className }: { html: string; className?: string | undefined }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    place.current?.replaceChildren(DOMPurify.sanitize(html, { RETURN_DOM_FRAGMENT: true }))
  }, [html])
  return <div ref={place} className={className} />
}
