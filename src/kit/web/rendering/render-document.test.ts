import { setTimeout as wait } from 'node:timers/promises'
import { createElement, lazy, type ReactNode, Suspense } from 'react'
import { describe, expect, test } from 'vitest'
import { renderDocument } from './render-document.ts'

const inDocument = (...children: ReactNode[]) =>
  createElement('html', { lang: 'ko' }, createElement('body', null, ...children))

const bounded = (child: ReactNode) => createElement(Suspense, { fallback: 'waits' }, child)

const Late = lazy(async () => {
  await wait(5)
  return { default: () => 'late' }
})

const Broken = () => {
  throw new Error('out of order')
}

const Telling = ({ onRender }: { onRender: () => void }) => {
  onRender()
  return null
}

describe('a page', () => {
  test('is rendered with its document type', async () => {
    const { html, failed } = await renderDocument(inDocument('text'))
    expect(html).toBe('<!DOCTYPE html><html lang="ko"><head></head><body>text</body></html>')
    expect(failed).toBe(false)
  })

  test('waits for suspended parts', async () => {
    const { html, failed } = await renderDocument(inDocument(bounded(createElement(Late)), 'text'))
    expect(html).toContain('late')
    expect(html).not.toContain('waits')
    expect(html.startsWith('<!DOCTYPE html>')).toBe(true)
    expect(failed).toBe(false)
  })

  test('reports a failed part', async () => {
    const { html, failed } = await renderDocument(inDocument(bounded(createElement(Broken)), 'text'))
    expect(html).toContain('text')
    expect(failed).toBe(true)
  })

  test('fails if no error boundary catches the error', async () => {
    await expect(renderDocument(inDocument(createElement(Broken)))).rejects.toThrow('out of order')
  })

  test('sends ready pages first', async () => {
    const order: string[] = []
    setImmediate(() => order.push('other'))
    await renderDocument(inDocument(createElement(Telling, { onRender: () => order.push('render') })))
    expect(order).toEqual(['other', 'render'])
  })
})
