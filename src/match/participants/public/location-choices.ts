import { languageTag } from '#kit/i18n.ts'
import { cityName, formatCityOffset } from '#match/matchings/public/format-time.ts'
import { getLocale } from '#messages/runtime.js'

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
/** Region codes with a name that are not countries: unions, reserved codes, and unknown. */
const noCountries = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'])

export interface Choice {
  value: string
  label: string
}

/** ISO 3166-1 countries with names in the page language, sorted; withdrawn codes are omitted. */
export const countryChoices = (): Choice[] => {
  const language = languageTag[getLocale()]
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .flatMap((value) => {
      const label = noCountries.has(value) ? undefined : names.of(value)
      const isCurrent = label !== undefined && new Intl.Locale(`und-${value}`).region === value
      return isCurrent ? [{ value, label }] : []
    })
    .toSorted((one, other) => one.label.localeCompare(other.label, language))
}

/** Time zones that the browser supports, labeled with the city and current UTC offset. */
export const zoneChoices = (): Choice[] => {
  const now = new Date().toISOString()
  return Intl.supportedValuesOf('timeZone')
    .map((value) => ({ value, label: `${cityName(value)} · ${formatCityOffset(value, now).split(' ').at(-1) ?? ''}` }))
    .toSorted((one, other) => one.label.localeCompare(other.label, languageTag[getLocale()]))
}
