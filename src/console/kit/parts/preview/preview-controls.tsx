import { SegmentedControl, type SegmentedControlProps } from '@mantine/core'
import { type Locale, locales } from '#kit/contract.ts'
import { m } from '#messages/messages.js'
import { languageName } from '../language-marks.tsx'

/** Preview widths in px. */
export const previewWidths = { wide: 1280, phone: 390 } as const
export type PreviewSize = keyof typeof previewWidths

/** Label of a preview width. */
export const previewSizeName = (size: PreviewSize): string =>
  size === 'wide' ? m.popups_preview_wide() : m.popups_preview_phone()

interface SizeControlProps {
  value: PreviewSize
  onChange: (size: PreviewSize) => void
}

/** Switch for the preview width. */
export function SizeControl({ value, onChange }: SizeControlProps) {
  return (
    <SegmentedControl
      size="xs"
      aria-label={m.boards_preview_width()}
      value={value}
      onChange={onChange}
      data={(['wide', 'phone'] as const).map((size) => ({ value: size, label: previewSizeName(size) }))}
    />
  )
}

interface LocaleControlProps extends Pick<SegmentedControlProps, 'size' | 'mb'> {
  value: Locale
  onChange: (locale: Locale) => void
  /** Available languages; all by default. */
  among?: readonly Locale[]
}

/** Switch for the preview language. */
export function LocaleControl({ value, onChange, among = locales, size = 'xs', ...rest }: LocaleControlProps) {
  return (
    <SegmentedControl
      {...rest}
      size={size}
      aria-label={m.list_column_languages()}
      value={value}
      onChange={onChange}
      data={among.map((locale) => ({ value: locale, label: languageName[locale] }))}
    />
  )
}
