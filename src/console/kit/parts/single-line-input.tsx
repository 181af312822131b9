import { Textarea, TextInput } from '@mantine/core'
import { type ComponentProps, useState } from 'react'

type LineInputProps = Omit<ComponentProps<typeof TextInput>, 'value' | 'onChange' | 'onBlur' | 'onFocus' | 'ref'> & {
  value: string
  onChange: (event: { currentTarget: { value: string } }) => void
  onBlur?: () => void
  onFocus?: () => void
}

/**
 * A text of one line. An `<input>` drops the line breaks of its value at the first key, so a value that has some (a
 * title that says where it breaks) is edited in a text area, and stays in it while its breaks come and go.
 */
export function LineInput({ value, ...props }: LineInputProps) {
  const [hasHadBreaks, setHasHadBreaks] = useState(false)
  const hasBreaks = value.includes('\n')
  if (hasBreaks && !hasHadBreaks) setHasHadBreaks(true)
  if (!hasBreaks && !hasHadBreaks) return <TextInput value={value} {...props} />
  const { onChange, onBlur, onFocus, id, error, placeholder, maxLength, lang, className, 'aria-label': label } = props
  const shared = { id, error, placeholder, maxLength, lang, className, 'aria-label': label, onBlur, onFocus }
  return <Textarea {...shared} value={value} onChange={onChange} autosize minRows={1} maxRows={12} />
}
