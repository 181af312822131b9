import { groupWhileTyping } from '#kit/phone/korean-numbers.ts'

/** Groups a phone number during typing, without changing its digits; the caret stays behind the same digit. */
export const formatPhoneField = (field: HTMLInputElement) => {
  const before = field.value
  const formatted = groupWhileTyping(before)
  if (formatted === before) return
  const digits = before.slice(0, field.selectionStart ?? before.length).replace(/\D/g, '').length
  field.value = formatted
  let at = 0
  for (let digitsBefore = 0; at < formatted.length && digitsBefore < digits; at += 1)
    if (/\d/.test(formatted[at] ?? '')) digitsBefore += 1
  field.setSelectionRange(at, at)
}
