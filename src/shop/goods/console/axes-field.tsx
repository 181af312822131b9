import { Button, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { LocalizedControl } from '#console/kit/form/fields/localized-control.tsx'
import { fieldId, usePath } from '#console/kit/form/form-context.ts'
import { Icon } from '#console/kit/parts/icon.tsx'
import square from '#console/kit/parts/icon-button.module.css'
import { languageName } from '#console/kit/parts/language-marks.tsx'
import { SingleLineInput } from '#console/kit/parts/single-line-input.tsx'
import { type Locale, locales } from '#kit/contract.ts'
import { languageTag } from '#kit/locale.ts'
import { m } from '#messages/messages.js'
import {
  addAxis,
  addValue,
  type Choice,
  isDuplicateValue,
  maxAxes,
  maxOptions,
  removeAxis,
  removeValue,
  renameValue,
  type Value,
  valuesOf,
} from '../rules.ts'
import styles from './options.module.css'

/** Returns the options of the form and their setter. */
export const useOptions = (): [Choice[], (next: Choice[]) => void] => {
  const { value, set } = usePath('options')
  return [Array.isArray(value) ? (value as Choice[]) : [], set]
}

/** Axes of a product with their values; the grid of options is derived from them. */
export function AxesField() {
  const axes = usePath('axes')
  const [options, setOptions] = useOptions()
  const names = Array.isArray(axes.value) ? (axes.value as Value[]) : []
  return (
    <div id={fieldId('axes')} tabIndex={-1} className={styles.axes}>
      {names.map((name, axis) => {
        const title = name.ko.trim() || m.goods_axis({ place: axis + 1 })
        const values = valuesOf(options, axis)
        const grown = addValue(options, axis)
        const hasBlank = values.some(({ ko }) => ko.trim() === '')
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: an axis is its place, its values are in the form
          <fieldset key={axis} className={styles.axis}>
            <legend className={styles.legend}>{m.goods_axis({ place: axis + 1 })}</legend>
            <UnstyledButton
              className={styles.out}
              onClick={() => {
                axes.set(names.toSpliced(axis, 1))
                setOptions(removeAxis(options, axis))
              }}
              aria-label={m.form_file_remove({ name: title })}
            >
              <Icon name="close" size={14} />
            </UnstyledButton>
            <LocalizedControl name={`axes.${axis}`} label={m.goods_axis_name()} max={30} />
            <ul className={styles.values}>
              {values.map((value, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a value keeps its place while its name is typed
                <li key={index}>
                  <ValueInputs
                    name={m.goods_value({ axis: title, place: index + 1 })}
                    value={value}
                    path={`options.${options.findIndex((option) => option.values[axis] === value)}.values.${axis}`}
                    isTaken={(ko) => isDuplicateValue(options, axis, value, ko)}
                    change={(next) => setOptions(renameValue(options, axis, value, next))}
                  />
                  <UnstyledButton
                    className={square.square}
                    disabled={values.length === 1}
                    onClick={() => setOptions(removeValue(options, axis, value))}
                    aria-label={m.form_file_remove({
                      name: value.ko || m.goods_value({ axis: title, place: index + 1 }),
                    })}
                  >
                    <Icon name="close" size={14} />
                  </UnstyledButton>
                </li>
              ))}
            </ul>
            <Button
              leftSection={<Icon name="add" />}
              disabled={hasBlank || grown.length > maxOptions}
              onClick={() => setOptions(grown)}
            >
              {m.goods_value_add()}
            </Button>
            {grown.length > maxOptions && <p className={styles.note}>{m.goods_options_full({ count: maxOptions })}</p>}
          </fieldset>
        )
      })}
      {names.length < maxAxes && (
        <Button
          leftSection={<Icon name="add" />}
          onClick={() => {
            axes.set([...names, { ko: '' }])
            setOptions(addAxis(options))
          }}
        >
          {m.goods_axis_add()}
        </Button>
      )}
    </div>
  )
}

interface ValueInputsProps {
  name: string
  value: Value
  /** Form path of the first option with this value, where its error is. */
  path: string
  isTaken: (ko: string) => boolean
  change: (next: Value) => void
}

/** Inputs for the name of a value in three languages; a change applies to all options with this value. */
function ValueInputs({ name, value, path, isTaken, change }: ValueInputsProps) {
  // Keep a duplicate name local: the form would merge both values.
  const [duplicateName, setDuplicateName] = useState<string | null>(null)
  const { error } = usePath(path)
  const write = (locale: Locale, typed: string) => {
    if (locale !== 'ko') return change({ ...value, [locale]: typed })
    const isDouble = typed.trim() !== '' && isTaken(typed)
    setDuplicateName(isDouble ? typed : null)
    if (!isDouble) change({ ...value, ko: typed })
  }
  return (
    <div className={styles.languages}>
      {locales.map((locale) => (
        <SingleLineInput
          key={locale}
          lang={languageTag[locale]}
          aria-label={`${name}, ${languageName[locale]}`}
          placeholder={locale === 'ko' ? m.goods_value_name() : m.form_falls_back()}
          maxLength={60}
          value={(locale === 'ko' && duplicateName !== null ? duplicateName : value[locale]) ?? ''}
          error={locale === 'ko' && (duplicateName === null ? error : m.goods_value_twice())}
          onChange={({ currentTarget }) => write(locale, currentTarget.value)}
        />
      ))}
    </div>
  )
}
