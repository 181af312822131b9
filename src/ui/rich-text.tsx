import { createElement, Fragment, type ReactNode } from 'react'
import { bound } from './bound.ts'

/** Elements that are kept; everything else is left out and its text stays. Lists must not be nested in paragraphs. */
const kept = new Set([
  'p',
  'br',
  'strong',
  'b',
  'em',
  'i',
  'u',
  's',
  'a',
  'ul',
  'ol',
  'li',
  'h2',
  'h3',
  'h4',
  'sub',
  'sup',
  'blockquote',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
])
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0', '#39': "'" }

const decode = (text: string): string =>
  text.replace(/&(#x[\da-f]{1,6}|#\d{1,7}|\w{2,8});/gi, (whole, name: string) => {
    const known = entities[name.toLowerCase()]
    if (known) return known
    const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return name.startsWith('#') && code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })

/** Addresses a text may lead to; anything else (`javascript:`, `//host`) is no link. */
const safeAddress = (attributes: string): string | undefined => {
  const [, quoted, bare] = attributes.match(/\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/i) ?? []
  const href = decode(quoted ?? bare ?? '').trim()
  return /^(https?:\/\/|\/(?![/\\])|tel:|mailto:|#)/i.test(href) ? href : undefined
}

interface Open {
  tag: string
  href?: string | undefined
  children: ReactNode[]
}

const element = ({ tag, href, children }: Open, key: number): ReactNode =>
  tag === 'a' && !href ? (
    <Fragment key={key}>{children}</Fragment>
  ) : (
    createElement(tag, { key, ...(href && { href }) }, ...children)
  )

const parse = (html: string): ReactNode[] => {
  const root: Open = { tag: '', children: [] }
  const open: Open[] = [root]
  const top = () => open.at(-1) ?? root
  const closeTo = (depth: number) => {
    while (open.length > depth) {
      const closed = open.pop()
      if (closed) top().children.push(element(closed, top().children.length))
    }
  }
  for (const [token, end, name = '', attributes = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)([^>]*)>|[^<]+|</gi)) {
    const tag = name.toLowerCase()
    if (!name) top().children.push(bound(decode(token)))
    else if (tag === 'br') top().children.push(<br key={top().children.length} />)
    else if (tag === 'hr') top().children.push(<hr key={top().children.length} />)
    else if (!kept.has(tag)) continue
    else if (!end) open.push({ tag, href: tag === 'a' ? safeAddress(attributes) : undefined, children: [] })
    else {
      const depth = open.findLastIndex((item) => item.tag === tag)
      if (depth > 0) closeTo(depth)
    }
  }
  closeTo(1)
  return root.children
}

/**
 * Short HTML of an editor (breaks, bold, links, lists) as React elements. No HTML string ever reaches the document,
 * so it needs no Trusted Types policy and is safe whatever it holds.
 */
export function RichText({ html }: { html: string }) {
  return <>{parse(html)}</>
}
