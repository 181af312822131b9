import { expect, it } from 'vitest'
import { splitSections } from './rules.ts'

it('splits an article at h2 without losing text', () => {
  expect(splitSections('<p>앞</p><h2>하나 &amp; <em>둘</em></h2><p>가</p><h3>나</h3><h2>셋</h2>')).toEqual([
    { title: '', html: '<p>앞</p>' },
    { title: '하나 & 둘', html: '<p>가</p><h3>나</h3>' },
    { title: '셋', html: '' },
  ])
  expect(splitSections('')).toEqual([])
})
