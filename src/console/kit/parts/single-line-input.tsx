import { Textarea, TextInput } from '@mantine/core'
import { type ComponentProps, useState } from 'react'

type LineInputProps = Omit<ComponentProps<typeof TextInput>, 'value' | 'onChange' | 'onBlur' | 'onFocus' | 'ref'> & {
  value: string
  onChange: (event: { currentTarget: { value: string } }) => void
  onBlur?: () => void
  onFocus?: () => void
}

/**
 * Single-line text field. An `<input>` would drop line breaks at the first key, so a value that ever had some (a title
 * with manual breaks) is edited in a text area.
 */
export function SingleLineInput({ value, ...props }: LineInputProps) {
  const [hasHadBreaks, setHasHadBreaks] = useState(false)
  const hasBreaks = value.includes('\n')
  if (hasBreaks && !hasHadBreaks) setHasHadBreaks(true)
  if (!hasBreaks && !hasHadBreaks) return <TextInput value={value} {...props} />
  const { onChange, onBlur, onFocus, id, error, placeholder, maxLength, lang, className, 'aria-label': label } = props
  const shared = { id, error, placeholder, maxLength, lang, className, 'aria-label': label, onBlur, onFocus }
  return <Textarea {...shared} value={value} onChange={onChange} autosize minRows={1} maxRows={12} />
}
