import { createElement, Fragment, type ReactNode } from 'react'
import { useUnitRule } from './non-breaking-units.ts'

/**
 * Allowed elements: those the editor writes (kit/text/html.ts). Others are dropped, but their text is kept. Lists must
 * not be nested in paragraphs.
 */
const allowedElements = new Set([
  'p',
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
  'figure',
  'figcaption',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
  'code',
  'pre',
])
/** Elements in which whitespace between children is dropped, since React warns about it. */
const withoutText = new Set(['table', 'thead', 'tbody', 'tr', 'ul', 'ol'])
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0', '#39': "'" }

const decode = (text: string): string =>
  text.replace(/&(#x[\da-f]{1,6}|#\d{1,7}|\w{2,8});/gi, (whole, name: string) => {
    const known = entities[name.toLowerCase()]
    if (known) return known
    const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return name.startsWith('#') && code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })

const attribute = (attributes: string, name: string): string | undefined => {
  const [, quoted, bare] = attributes.match(new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i')) ?? []
  const value = quoted ?? bare
  return value === undefined ? undefined : decode(value)
}

/** Link target if its scheme is allowed; anything else (`javascript:`, `//host`) is no link. */
const safeAddress = (attributes: string): string | undefined => {
  const href = attribute(attributes, 'href')?.trim() ?? ''
  return /^(https?:\/\/|\/(?![/\\])|tel:|mailto:|#)/i.test(href) ? href : undefined
}

const count = (attributes: string, name: string): number | undefined => {
  const value = Number(attribute(attributes, name))
  return Number.isInteger(value) && value > 0 && value < 10_000 ? value : undefined
}

/** Allowed attributes of an element, by its name. */
const propsOf = (tag: string, attributes: string): Record<string, unknown> => {
  if (tag === 'a') return { href: safeAddress(attributes) }
  if (tag === 'ol') return { start: count(attributes, 'start') }
  if (tag !== 'th' && tag !== 'td') return {}
  const scope = attribute(attributes, 'scope')
  return {
    colSpan: count(attributes, 'colspan'),
    rowSpan: count(attributes, 'rowspan'),
    ...(tag === 'th' && (scope === 'col' || scope === 'row') && { scope }),
  }
}

/** Picture from the site's own file store, with reserved space; all others are dropped. */
const picture = (attributes: string, key: number): ReactNode => {
  const src = attribute(attributes, 'src')
  if (!src || !/^\/files\/[\w./-]+$/.test(src)) return null
  return (
    <img
      key={key}
      src={src}
      alt={attribute(attributes, 'alt') ?? ''}
      width={count(attributes, 'width')}
      height={count(attributes, 'height')}
      loading="lazy"
      decoding="async"
    />
  )
}

interface Open {
  tag: string
  props: Record<string, unknown>
  children: ReactNode[]
}

const element = ({ tag, props, children }: Open, key: number): ReactNode =>
  tag === 'a' && !props.href ? (
    <Fragment key={key}>{children}</Fragment>
  ) : (
    createElement(tag, { key, ...props }, ...children)
  )

const parse = (html: string, bound: (text: string) => string): ReactNode[] => {
  const root: Open = { tag: '', props: {}, children: [] }
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
    const { children } = top()
    if (!name) {
      if (token.trim() || !withoutText.has(top().tag)) children.push(bound(decode(token)))
    } else if (tag === 'br' || tag === 'hr') children.push(createElement(tag, { key: children.length }))
    else if (tag === 'img') children.push(picture(attributes, children.length))
    else if (!allowedElements.has(tag)) continue
    else if (!end) open.push({ tag, props: propsOf(tag, attributes), children: [] })
    else {
      const depth = open.findLastIndex((item) => item.tag === tag)
      if (depth > 0) closeTo(depth)
    }
  }
  closeTo(1)
  return root.children
}

/**
 * Renders editor HTML as React elements, identically on the server and in the browser. No HTML string reaches the
 * document, so it needs no Trusted Types policy and is safe for any input.
 */
export function RichText({ html }: { html: string }) {
  return <>{parse(html, useUnitRule())}</>
}
