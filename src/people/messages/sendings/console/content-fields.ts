import type { Field } from '#console/kit/form/form-declaration.ts'
import { m } from '#messages/messages.js'
import type { Purpose, SendingChannel } from '../rules.ts'
import { purposes } from '../rules.ts'
import { listPlaceholderNames, purposeLabels, type TemplateShape } from './resource.tsx'

type Content = Pick<TemplateShape, 'channel' | 'purpose' | 'subject' | 'html' | 'text' | 'alimtalk'>

/** Returns the content fields of a channel: rich text for mail, plain text for text messages. */
export const listContentFields = (channel: SendingChannel): readonly Field<Content>[] => [
  { kind: 'localized', name: 'subject', label: m.sendings_subject(), help: m.sendings_subject_help(), max: 150 },
  ...(channel === 'mail'
    ? [
        {
          kind: 'article',
          name: 'html',
          label: m.sendings_html(),
          help: m.sendings_blanks_help({ names: listPlaceholderNames() }),
          max: 50_000,
        } as const,
      ]
    : [
        {
          kind: 'localized',
          name: 'text',
          label: m.sendings_text(),
          help: m.sendings_blanks_help({ names: listPlaceholderNames() }),
          max: 1000,
          lines: 5,
        } as const,
      ]),
  ...(channel === 'alimtalk'
    ? [
        {
          kind: 'text',
          name: 'alimtalk',
          label: m.sendings_alimtalk(),
          help: m.sendings_alimtalk_help(),
          room: 'half',
        } as const,
      ]
    : []),
]

export const listPurposeOptions = (): { value: Purpose; label: string }[] =>
  purposes.map((value) => ({ value, label: purposeLabels[value]() }))
