import { describe, expect, it } from 'vitest'
import { prepareBench } from '#test/suites/check-plain-resource.ts'
import { templates as contract } from '../contract.ts'
import { fillPlaceholders, findPlaceholders, splitPlaceholders } from '../contract-placeholders.ts'
import { templateInput } from '../factory.ts'

const bench = prepareBench(['console:forms'])
const client = () => bench.api.client(contract, bench.editor)

describe('reply templates', () => {
  it('are created, updated, listed in order and deleted by staff with the forms scope', async () => {
    const { template } = await client().create({ body: templateInput({ position: 2 }) })
    await client().create({ body: templateInput({ title: '일정 안내', position: 1 }) })
    const params = { id: template._id }
    const { template: changed } = await client().update({
      params,
      body: { title: '자료 요청서', updatedAt: template.updatedAt },
    })
    expect(changed.title).toBe('자료 요청서')
    const { templates } = await client().list({ query: { sort: 'position' } })
    expect(templates.map(({ title }) => title)).toEqual(['일정 안내', '자료 요청서'])
    await client().remove({ params })
    expect((await client().list({})).total).toBe(1)
  })

  it('are rejected without a text and without the scope', async () => {
    const invalidInput = templateInput({ text: { ko: ' ' } })
    await expect(client().create({ body: invalidInput })).rejects.toMatchObject({ status: 400 })
    const viewer = await bench.api.actor(['console'])
    await expect(bench.api.client(contract, viewer).list({})).rejects.toMatchObject({ status: 403 })
  })
})

describe('placeholders', () => {
  const values = { name: '윤태경', building: '송도 한빛마을 4단지' }
  const text = '{이름} 님, { building }의 사용검사일은 {사용검사일}입니다. {name}'

  it('are filled in by their name in any language; unknown ones stay', () => {
    const filled = fillPlaceholders(text, values)
    expect(filled).toBe('윤태경 님, 송도 한빛마을 4단지의 사용검사일은 {사용검사일}입니다. 윤태경')
    expect(findPlaceholders(filled)).toEqual(['사용검사일'])
    expect(findPlaceholders(fillPlaceholders('{건물}', { building: '' }))).toEqual(['건물'])
  })

  it('take the answer to a question of the form, unless it is empty', () => {
    const answers = [
      { label: '사용검사일', value: '2022-11-30' },
      { label: '이름', value: '다른 이름' },
      { label: '세대수', value: '' },
    ]
    expect(fillPlaceholders(text, values, answers)).toBe(
      '윤태경 님, 송도 한빛마을 4단지의 사용검사일은 2022-11-30입니다. 윤태경',
    )
    expect(fillPlaceholders('{세대수} {사건번호}', values, answers)).toBe('{세대수} {사건번호}')
  })

  it('and filled-in values are segments that join to the text', () => {
    const filled = fillPlaceholders(text, values)
    const pieces = splitPlaceholders(filled, Object.values(values))
    expect(pieces.map((piece) => piece.text).join('')).toBe(filled)
    expect(pieces.filter(({ kind }) => kind === 'filled').map((piece) => piece.text)).toEqual([
      '윤태경',
      '송도 한빛마을 4단지',
      '윤태경',
    ])
    expect(pieces.filter(({ kind }) => kind === 'blank').map((piece) => piece.text)).toEqual(['{사용검사일}'])
    expect(splitPlaceholders('a+b', ['a+b'])).toEqual([{ kind: 'filled', text: 'a+b' }])
  })
})
