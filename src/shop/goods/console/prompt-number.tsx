import { Button, Group, NumberInput, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useState } from 'react'
import { m } from '#messages/messages.js'

interface AskFigure {
  title: string
  text: string
  /** Label of the input. */
  name: string
  unit: string
  min: number
  max: number
  /** Label of the submit button. */
  label: string
}

/** Opens a dialog for one whole number; returns null if cancelled. */
export const promptNumber = ({ title, ...fieldProps }: AskFigure): Promise<number | null> =>
  new Promise((resolve) => {
    const id = modals.open({
      title,
      closeButtonProps: { 'aria-label': m.form_close() },
      onClose: () => resolve(null),
      children: (
        <FigureForm
          {...fieldProps}
          done={(figure) => {
            resolve(figure)
            modals.close(id)
          }}
        />
      ),
    })
  })

type FigureFormProps = Omit<AskFigure, 'title'> & { done: (figure: number | null) => void }

function FigureForm({ text, name, unit, min, max, label, done }: FigureFormProps) {
  const [typed, setTyped] = useState<number | string>('')
  const [isAsking, setAsking] = useState(false)
  const figure = typed === '' ? Number.NaN : Number(typed)
  const fits = Number.isInteger(figure) && figure >= min && figure <= max
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (fits) done(figure)
        else setAsking(true)
      }}
    >
      <Text size="sm">{text}</Text>
      <NumberInput
        data-autofocus
        mt={12}
        w={200}
        label={name}
        value={typed}
        onChange={setTyped}
        allowDecimal={false}
        allowNegative={min < 0}
        clampBehavior="none"
        suffix={` ${unit}`}
        hideControls
        error={isAsking && !fits && m.goods_figure_between({ min, max })}
      />
      <Group mt={16} justify="flex-end">
        <Button variant="default" onClick={() => done(null)}>
          {m.form_go_back()}
        </Button>
        <Button type="submit">{label}</Button>
      </Group>
    </form>
  )
}
