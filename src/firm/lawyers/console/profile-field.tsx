import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { RowField, RowList } from '#console/kit/form/fields/row-list.tsx'
import { fieldId, usePath } from '#console/kit/form/form-context.ts'
import { LocaleControl } from '#console/kit/parts/preview/preview-controls.tsx'
import type { Locale } from '#kit/contract.ts'
import { languageTag } from '#kit/locale.ts'
import { m } from '#messages/messages.js'
import type { InfoGroup } from '../contract.ts'
import { formatLine, parseLine } from '../rules.ts'

type Line = InfoGroup['infoDetail'][number]

/** Edits the groups of a profile (education, career, cases), each a title and lines, one language at a time. */
export function ProfileField() {
  const [locale, setLocale] = useState<Locale>('ko')
  return (
    <div>
      <LocaleControl mb={8} value={locale} onChange={setLocale} />
      <RowList
        key={locale}
        name={`info.${locale}`}
        maxRows={12}
        blank={{ title: '', infoDetail: [] }}
        add={m.lawyers_info_add()}
        title={(place) => m.lawyers_info_group({ place })}
      >
        {(path) => (
          <>
            <RowField label={m.lawyers_info_title()} htmlFor={fieldId(`${path}.title`)}>
              <GroupTitle path={`${path}.title`} locale={locale} />
            </RowField>
            <RowField label={m.lawyers_info_lines()} htmlFor={fieldId(`${path}.infoDetail`)}>
              <Lines path={`${path}.infoDetail`} locale={locale} />
            </RowField>
          </>
        )}
      </RowList>
    </div>
  )
}

function GroupTitle({ path, locale }: { path: string; locale: Locale }) {
  const { value, error, set, blur } = usePath(path)
  return (
    <TextInput
      id={fieldId(path)}
      lang={languageTag[locale]}
      value={typeof value === 'string' ? value : ''}
      error={error}
      onChange={({ currentTarget }) => set(currentTarget.value)}
      onBlur={blur}
    />
  )
}

const isLine = (value: unknown): value is Line =>
  typeof value === 'string' || (typeof value === 'object' && value !== null && 'txt' in value && 'bold' in value)

function Lines({ path, locale }: { path: string; locale: Locale }) {
  const { value, error, set, blur } = usePath(path)
  const lines = Array.isArray(value) ? value.filter(isLine) : []
  // Keep the raw text while typing, with empty lines and unclosed marks; it is parsed on blur.
  const [typed, setTyped] = useState<string>()
  const shown = typed ?? lines.map(formatLine).join('\n')
  const parseText = (text: string) =>
    set(
      text
        .split('\n')
        .map(parseLine)
        .filter((line) => line !== ''),
    )
  return (
    <Textarea
      id={fieldId(path)}
      lang={languageTag[locale]}
      autosize
      minRows={3}
      maxRows={20}
      value={shown}
      error={error}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        parseText(currentTarget.value)
      }}
      onBlur={() => {
        setTyped(undefined)
        blur()
      }}
    />
  )
}
