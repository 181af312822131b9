import DOMPurify from 'dompurify'
import { useLayoutEffect, useRef } from 'react'

/** HTML that people wrote, cleaned once more and put in as nodes: no string reaches the document. */
export function SafeHtml({ html, className }: { html: string; className?: string | undefined }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    place.current?.replaceChildren(DOMPurify.sanitize(html, { RETURN_DOM_FRAGMENT: true }))
  }, [html])
  return <div ref={place} className={className} />
}
