import { Button, NumberInput, Switch, Table, TextInput, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { fieldId, useForm, usePath } from '#console/kit/form/form-context.ts'
import { exceptRecord, useReload } from '#console/kit/list/state/use-reload.ts'
import { Icon } from '#console/kit/parts/icon.tsx'
import square from '#console/kit/parts/icon-button.module.css'
import { FailureNotice } from '#console/kit/screen/screen-notice.tsx'
import { m } from '#messages/messages.js'
import type { Good } from '../contract-good.ts'
import { type Choice, findMissingChoices, maxOptions, type Value } from '../rules.ts'
import { useOptions } from './axes-field.tsx'
import { promptStockChange } from './change-stock.tsx'
import styles from './options.module.css'
import { resource, stockKey, useStock } from './resource.tsx'

/** Returns the name of an option: its values, or a default for a product without axes. */
const nameOf = ({ values }: Choice): string => values.map(({ ko }) => ko || '–').join(' · ') || m.goods_option_only()

/** Grid of options with code, price and stock. Stock is added or removed, never overwritten. */
export function OptionsField() {
  const { id } = useParams()
  const { readOnly } = useForm()
  const axes = usePath('axes').value
  const names = Array.isArray(axes) ? (axes as Value[]) : []
  const [options, setOptions] = useOptions()
  const stock = useStock(id)
  const saved = stock.data?.options ?? []
  const stockOf = new Map(saved.map((option) => [option._id, option.stock]))
  const missing = findMissingChoices(options, names.length)
  const keptIds = new Set(options.map(({ _id }) => _id))
  const leaving = saved.filter((option) => option.stock > 0 && !keptIds.has(option._id))
  const move = (from: number, to: number) => {
    const option = options[from]
    if (option && to >= 0 && to < options.length) setOptions(options.toSpliced(from, 1).toSpliced(to, 0, option))
  }
  return (
    <div id={fieldId('options')} tabIndex={-1}>
      {stock.error && <FailureNotice error={stock.error} onRetry={stock.refetch} />}
      <Table.ScrollContainer minWidth={720} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table className={styles.grid}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{m.goods_option()}</Table.Th>
              <Table.Th>{m.goods_code()}</Table.Th>
              <Table.Th ta="right">{m.goods_difference()}</Table.Th>
              <Table.Th ta="right">{m.goods_stock()}</Table.Th>
              <Table.Th>{m.goods_restock()}</Table.Th>
              <Table.Th>{m.goods_sold_option()}</Table.Th>
              {!readOnly && (
                <Table.Th>
                  <VisuallyHidden>{m.goods_option_moves()}</VisuallyHidden>
                </Table.Th>
              )}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {options.map((option, index) => (
              <OptionRow
                key={option._id ?? option.values.map(({ ko }) => ko).join('\n')}
                path={`options.${index}`}
                option={option}
                stock={option._id === undefined ? undefined : stockOf.get(option._id)}
                product={id}
                isFirst={index === 0}
                isLast={index === options.length - 1}
                move={(by) => move(index, index + by)}
                remove={options.length > 1 ? () => setOptions(options.toSpliced(index, 1)) : null}
              />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {missing.length > 0 && !readOnly && (
        <Button
          leftSection={<Icon name="add" />}
          disabled={options.length + missing.length > maxOptions}
          onClick={() => setOptions([...options, ...missing])}
        >
          {m.goods_options_missing({ count: missing.length })}
        </Button>
      )}
      {leaving.length > 0 && (
        <p className={styles.warning} role="status">
          <Icon name="warning" size={12} /> {m.goods_options_leaving({ count: leaving.length })}
        </p>
      )}
      <p className={styles.note}>{id === undefined ? m.goods_stock_later() : m.goods_stock_help()}</p>
    </div>
  )
}

interface OptionRowProps {
  path: string
  option: Choice
  /** Undefined until the option is saved. */
  stock: number | undefined
  product: string | undefined
  isFirst: boolean
  isLast: boolean
  move: (by: 1 | -1) => void
  remove: (() => void) | null
}

function OptionRow({ path, option, stock, product, isFirst, isLast, move, remove }: OptionRowProps) {
  const { readOnly } = useForm()
  const queries = useQueryClient()
  const reload = useReload(resource.path)
  const code = usePath(`${path}.code`)
  const difference = usePath(`${path}.difference`)
  const restockOn = usePath(`${path}.restockOn`)
  const visible = usePath(`${path}.visible`)
  const name = nameOf(option)
  const { _id } = option
  const changeStock = async () => {
    if (!product || _id === undefined || stock === undefined) return
    const answer: Good | null = await promptStockChange({ product, option: _id, name, stock })
    if (!answer) return
    queries.setQueryData(stockKey(product), answer)
    await reload((part) => exceptRecord(part) && part !== 'stock')
  }
  return (
    <Table.Tr data-hidden={!option.visible || undefined}>
      <Table.Th scope="row" fw={500}>
        {name}
      </Table.Th>
      <Table.Td>
        <TextInput
          id={fieldId(`${path}.code`)}
          aria-label={`${name}, ${m.goods_code()}`}
          maxLength={40}
          w={128}
          value={option.code}
          error={code.error}
          onChange={({ currentTarget }) => code.set(currentTarget.value)}
        />
      </Table.Td>
      <Table.Td>
        <NumberInput
          id={fieldId(`${path}.difference`)}
          aria-label={`${name}, ${m.goods_difference()}`}
          w={120}
          ml="auto"
          value={typeof difference.value === 'number' ? difference.value : ''}
          onChange={(typed) => difference.set(typed === '' ? '' : Number(typed))}
          onBlur={difference.blur}
          allowDecimal={false}
          thousandSeparator=","
          hideControls
          error={difference.error}
        />
      </Table.Td>
      <Table.Td ta="right">
        {stock === undefined ? (
          '–'
        ) : readOnly ? (
          stock.toLocaleString('ko-KR')
        ) : (
          <Button
            variant="subtle"
            onClick={() => void changeStock()}
            aria-label={m.goods_stock_change({ name, count: stock.toLocaleString('ko-KR') })}
          >
            {stock.toLocaleString('ko-KR')}
          </Button>
        )}
      </Table.Td>
      <Table.Td>
        <TextInput
          type="date"
          aria-label={`${name}, ${m.goods_restock()}`}
          w={148}
          value={option.restockOn ?? ''}
          error={restockOn.error}
          onChange={({ currentTarget }) => restockOn.set(currentTarget.value === '' ? null : currentTarget.value)}
        />
      </Table.Td>
      <Table.Td>
        <Switch
          aria-label={`${name}, ${m.goods_sold_option()}`}
          checked={option.visible}
          onChange={({ currentTarget }) => visible.set(currentTarget.checked)}
        />
      </Table.Td>
      {!readOnly && (
        <Table.Td className={styles.moves}>
          <UnstyledButton
            className={square.square}
            disabled={isFirst}
            onClick={() => move(-1)}
            aria-label={m.form_move_up({ name })}
          >
            <Icon name="sortUp" size={14} />
          </UnstyledButton>
          <UnstyledButton
            className={square.square}
            disabled={isLast}
            onClick={() => move(1)}
            aria-label={m.form_move_down({ name })}
          >
            <Icon name="sortDown" size={14} />
          </UnstyledButton>
          <UnstyledButton
            className={square.square}
            disabled={!remove}
            onClick={() => remove?.()}
            aria-label={m.form_file_remove({ name })}
          >
            <Icon name="close" size={14} />
          </UnstyledButton>
        </Table.Td>
      )}
    </Table.Tr>
  )
}
